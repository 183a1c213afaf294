import type { Price } from "../kit/price.ts";
import type { OfferId } from "./partId.ts";

/** The states of an offer; only ACTIVE can be ordered. */
export const offerStatuses = ["ACTIVE", "ON_HOLD", "SUPERSEDED", "DISCONTINUED"] as const;
export type OfferStatus = (typeof offerStatuses)[number];

/** The states in words, inside a sentence. */
export const offerStatusWords: Readonly<Record<OfferStatus, string>> = {
  ACTIVE: "active",
  ON_HOLD: "on hold",
  SUPERSEDED: "superseded",
  DISCONTINUED: "discontinued",
};

/** What an order line records of its offer for incoming inspection; null: not stated. */
export type OfferDetails = {
  readonly certificate: string | null;
  readonly manufacturer: string | null;
  readonly cage: string | null;
  readonly leadTimeDays: number | null;
};

/**
 * One part number of one vendor in one condition and unit of measure. `stock` is what can be sold
 * on the day it was read, in units. Without a `listPrice` its price is on request (decision 152).
 */
export type Offer = {
  readonly offerId: OfferId;
  readonly partNumber: string;
  readonly partNumberKey: string;
  readonly title: string | null;
  readonly vendor: string;
  readonly condition: string;
  readonly unitOfMeasure: string;
  readonly stock: number;
  readonly listPrice: Price | null;
  readonly status: OfferStatus;
  readonly minQuantity: number;
  readonly multiple: number;
  readonly supersededBy: string | null;
} & OfferDetails;
