// The lines that an edit removed from a draft, as its event has them, so that they can be restored
// at their place and price.
import type { OfferDetails } from "../../catalog/offer.ts";
import type { OfferId } from "../../catalog/partId.ts";
import { parseCurrency } from "../../money.ts";
import { type Price, readStoredPrice, toStoredPrice } from "../../price.ts";
import { type LineInstructions, noInstructions, pickInstructions } from "../lineInstructions.ts";
import { pickDetails, type StoredLine } from "../order.ts";

/** `lineNumber` counts from 1, before the edit. */
export type PlacedLine = { readonly lineNumber: number; readonly line: StoredLine };

/** In minor units, as the database stores a price. */
type WrittenPrice = { readonly minor: string; readonly currency: string };

type Later = OfferDetails & LineInstructions;

/** As JSON has it. */
export type RemovedLine = Omit<
  StoredLine,
  "offerId" | "listPrice" | "unitPrice" | "lineTotal" | "pricedAt" | keyof Later
> &
  /** Older events have none. */
  Partial<Later> & {
    readonly lineNumber: number;
    readonly offerId: number;
    readonly listPrice: WrittenPrice | null;
    readonly unitPrice: WrittenPrice;
    readonly lineTotal: WrittenPrice;
    readonly pricedAt: string;
  };

function writePrice(price: Price): WrittenPrice {
  return { minor: toStoredPrice(price), currency: price.currency };
}

export function writeRemovedLine({ lineNumber, line }: PlacedLine): RemovedLine {
  return {
    ...line,
    lineNumber,
    listPrice: line.listPrice && writePrice(line.listPrice),
    unitPrice: writePrice(line.unitPrice),
    lineTotal: writePrice(line.lineTotal),
    pricedAt: line.pricedAt.toISOString(),
  };
}

function readPrice({ minor, currency }: WrittenPrice): Price {
  const code = parseCurrency(currency);
  if (code === undefined) throw new Error(`An order event has the unknown currency ${currency}.`);
  return readStoredPrice(minor, code);
}

const noDetails: OfferDetails = {
  certificate: null,
  manufacturer: null,
  cage: null,
  leadTimeDays: null,
};

export function readRemovedLine({ lineNumber, ...line }: RemovedLine): PlacedLine {
  return {
    lineNumber,
    line: {
      ...line,
      offerId: line.offerId as OfferId,
      listPrice: line.listPrice && readPrice(line.listPrice),
      unitPrice: readPrice(line.unitPrice),
      lineTotal: readPrice(line.lineTotal),
      pricedAt: new Date(line.pricedAt),
      ...pickDetails({ ...noDetails, ...line }),
      ...pickInstructions({ ...noInstructions, ...line }),
    },
  };
}
