// The nouns of ordering: an order, its lines, and what a request for one asks.
import type { AccountId, KeyId } from "../accounts/account.ts";
import type { OfferId } from "../catalog/partId.ts";
import type { Money } from "../money.ts";

declare const orderIdBrand: unique symbol;

export type OrderId = string & { readonly [orderIdBrand]: true };

/** The states of an order (decision 32). */
export const orderStatuses = ["draft", "confirmed", "fulfilled", "cancelled", "expired"] as const;
export type OrderStatus = (typeof orderStatuses)[number];

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

/** The sum of at least one line total; all are in the currency of the first. */
export function sumLineTotals(lines: readonly { readonly lineTotal: Money }[]): Money {
  const [first] = lines;
  if (first === undefined) throw new RangeError("An order has at least one line.");
  const minor = lines.reduce((sum, { lineTotal }) => sum + lineTotal.minor, 0n);
  return { minor, currency: first.lineTotal.currency };
}

/** The quantity of each offer over all lines, in the order of the offers' ids. */
export function sumByOffer(
  lines: readonly { readonly offerId: OfferId; readonly quantity: number }[],
): Map<OfferId, number> {
  const sums = new Map<OfferId, number>();
  for (const { offerId, quantity } of lines.toSorted((a, b) => a.offerId - b.offerId)) {
    sums.set(offerId, (sums.get(offerId) ?? 0) + quantity);
  }
  return sums;
}

const shortLength = 13;
const shape = /^[0-9a-f]{8}(-[0-9a-f]{0,4}){0,3}(-[0-9a-f]{0,12})?$/;
const least = "00000000-0000-0000-0000-000000000000";
const most = "ffffffff-ffff-ffff-ffff-ffffffffffff";

/** The first two groups of an order's id: "019aa5f2-1c3d". */
export function shortOrderId(orderId: OrderId): string {
  return orderId.slice(0, shortLength);
}

/** The first and the last id that there can be. */
export type OrderIdRange = { readonly from: string; readonly to: string };

/**
 * The ids that begin as a text that people typed, in any case; undefined where it is no beginning
 * of at least 8 digits.
 */
export function toOrderIdRange(text: string): OrderIdRange | undefined {
  const begun = text.trim().toLowerCase();
  const from = begun + least.slice(begun.length);
  if (!shape.test(begun) || !/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(from)) {
    return undefined;
  }
  return { from, to: begun + most.slice(begun.length) };
}

/** The prices of a draft hold for so many days (decision 87). */
export const priceLifeDays = 7;
