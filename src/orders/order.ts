// The nouns of ordering: an order, its lines, and what a request for one asks.
import type { AccountId, KeyId } from "../accounts/account.ts";
import type { OfferId } from "../catalog/partId.ts";
import type { Money } from "../money.ts";

declare const orderIdBrand: unique symbol;

export type OrderId = string & { readonly [orderIdBrand]: true };

/** The states of an order (decision 32). */
export const orderStatuses = ["draft", "confirmed", "fulfilled", "cancelled", "expired"] as const;
export type OrderStatus = (typeof orderStatuses)[number];

/** Bounds of an order, whichever door it comes through (decision 24). */
export const orderBounds = { lines: 500, quantity: 1_000_000 } as const;

/** A line as it stands in an order; `lineTotal` is exactly `unitPrice` times `quantity`. */
export type OrderLine = {
  readonly offerId: OfferId;
  readonly partNumber: string;
  readonly title: string | null;
  readonly vendor: string;
  readonly condition: string;
  readonly unitOfMeasure: string;
  readonly quantity: number;
  readonly listPrice: Money;
  readonly unitPrice: Money;
  readonly lineTotal: Money;
  readonly ruleId: string | null;
};

/** An order; `subtotal` is exactly the sum of its line totals, in one currency. */
export type Order = {
  readonly orderId: OrderId;
  readonly accountId: AccountId;
  readonly status: OrderStatus;
  readonly poNumber: string | null;
  readonly notes: string | null;
  readonly lines: readonly OrderLine[];
  readonly subtotal: Money;
  readonly createdAt: Date;
};

/** A line as it is stored, and when its price was found. */
export type StoredLine = OrderLine & { readonly pricedAt: Date };

/**
 * An order as it stands; `version` grows with everything that becomes of it, so that who saw one
 * version is not taken to have seen another.
 */
export type StoredOrder = Omit<Order, "lines"> & {
  readonly version: number;
  readonly requestId: string;
  readonly lines: readonly StoredLine[];
};

/** What a client asks for: part ids and quantities, unchecked against the catalog. */
export type OrderDemand = {
  readonly items: readonly { readonly partId: string; readonly quantity: number }[];
  readonly poNumber: string | null;
  readonly notes: string | null;
};

/** Who places an order, with what, and when. */
export type OrderPlacement = {
  readonly accountId: AccountId;
  readonly keyId: KeyId;
  readonly requestId: string;
  readonly demand: OrderDemand;
  readonly idempotencyKey: string | null;
  readonly now: Date;
};
