import type { AccountId, KeyId } from "../accounts/account.ts";
import type { OfferDetails } from "../catalog/offer.ts";
import type { OfferId } from "../catalog/partId.ts";
import type { Money } from "../kit/money.ts";
import type { Price } from "../kit/price.ts";
import type { QuoteRef } from "../prices/quote.ts";
import type { Urgency } from "../reading/urgency.ts";
import type { LineInstructions, Written } from "./lineInstructions.ts";

declare const orderIdBrand: unique symbol;

export type OrderId = string & { readonly [orderIdBrand]: true };

/** The statuses of an order. */
export const orderStatuses = ["draft", "confirmed", "fulfilled", "cancelled", "expired"] as const;
export type OrderStatus = (typeof orderStatuses)[number];

/** Drafts expire after this many days. */
export const draftLifeDays = 30;

/** Until when a draft can be confirmed. */
export function endOfDraft({ createdAt }: { readonly createdAt: Date }): Date {
  return new Date(createdAt.getTime() + draftLifeDays * 86_400_000);
}

/**
 * A part of an order at its price; `lineTotal` is `unitPrice` times `quantity`, rounded once.
 * Without a `listPrice`, the unit price is the account's own. A line that came from a quote names
 * it. A part outside the catalog lives on its quote alone: it has no `offerId`, and "" for vendor.
 */
export type PricedLine = {
  readonly offerId: OfferId | null;
  readonly quote: QuoteRef | null;
  readonly partNumber: string;
  readonly title: string | null;
  readonly vendor: string;
  readonly condition: string;
  readonly unitOfMeasure: string;
  readonly quantity: number;
  readonly listPrice: Price | null;
  readonly unitPrice: Price;
  readonly lineTotal: Money;
  readonly ruleId: string | null;
} & OfferDetails;

/** What a line is ordered from: an offer, a quote of it, or a quote of a part outside the catalog. */
export type LineSource = {
  readonly offerId: OfferId | null;
  readonly quote?: Pick<QuoteRef, "optionId"> | null;
};

/** A line of an order. */
export type OrderLine = PricedLine & LineInstructions;

/** The details of an offer, or those that a line has stored. */
export function pickDetails(from: OfferDetails): OfferDetails {
  const { certificate, manufacturer, cage, leadTimeDays } = from;
  return { certificate, manufacturer, cage, leadTimeDays };
}

/** An order; `subtotal` is exactly the sum of its line totals, in one currency. */
export type Order = OrderTexts & {
  readonly orderId: OrderId;
  /** For people, such as SO-100234. */
  readonly orderNumber: string;
  readonly accountId: AccountId;
  readonly status: OrderStatus;
  readonly lines: readonly OrderLine[];
  readonly subtotal: Money;
  readonly createdAt: Date;
};

export type StoredLine = OrderLine & { readonly pricedAt: Date };

/**
 * A stored order; `version` increases with every change, so that actions can name the version that
 * their actor saw.
 */
export type StoredOrder = Omit<Order, "lines"> & {
  readonly version: number;
  readonly requestId: string;
  /** How urgent the buyer's list said it is; null: it did not. */
  readonly urgency: Urgency | null;
  readonly lines: readonly StoredLine[];
};

/** What became of an order; null or left out for what did not happen. */
export type OrderHistory = {
  readonly updatedAt: Date;
  readonly confirmedAt?: Date | null;
  readonly fulfilledAt?: Date | null;
  /** The operator's reference of the delivery. */
  readonly fulfilmentReference?: string | null;
  readonly cancelledAt?: Date | null;
  /** Null too if the buyer discarded a draft. */
  readonly cancellationReason?: string | null;
};

/** The content of a request: part ids and quantities, not yet checked against the catalog. */
export type OrderContent = OrderTexts & {
  readonly items: readonly (Written & {
    readonly partId: string;
    readonly quantity: number;
  })[];
};

export type OrderPlacement = {
  readonly accountId: AccountId;
  readonly keyId: KeyId;
  readonly requestId: string;
  readonly content: OrderContent;
  readonly idempotencyKey: string | null;
  readonly now: Date;
  /** Unset, it is minted. An order of the past has an id of that time. */
  readonly newOrderId?: OrderId;
};

/** The subtotal of at least one line, in one currency (decision 29). */
export function sumLineTotals(lines: readonly { readonly lineTotal: Money }[]): Money {
  const [first] = lines;
  if (first === undefined) throw new RangeError("An order has at least one line.");
  const minor = lines.reduce((sum, { lineTotal }) => sum + lineTotal.minor, 0n);
  return { minor, currency: first.lineTotal.currency };
}

/** The quantity of each offer over all lines, in the order of offer ids. */
export function sumByOffer(
  lines: readonly { readonly offerId: OfferId | null; readonly quantity: number }[],
): Map<OfferId, number> {
  const sums = new Map<OfferId, number>();
  for (const { offerId, quantity } of lines) {
    if (offerId !== null) sums.set(offerId, (sums.get(offerId) ?? 0) + quantity);
  }
  return new Map([...sums].sort(([one], [other]) => one - other));
}

/** The offers of lines, each once. */
export function listOfferIds(
  lines: readonly { readonly offerId: OfferId | null }[],
): readonly OfferId[] {
  return [...new Set(lines.flatMap(({ offerId }) => offerId ?? []))];
}

const shape = /^[0-9a-f]{8}(-[0-9a-f]{0,4}){0,3}(-[0-9a-f]{0,12})?$/;
const minId = "00000000-0000-0000-0000-000000000000";
const maxId = "ffffffff-ffff-ffff-ffff-ffffffffffff";

/** "PO 4711" for 4711; a number that already starts with PO is unchanged. */
export function formatPoNumber(poNumber: string): string {
  return /^po\b/i.test(poNumber) ? poNumber : `PO ${poNumber}`;
}

/** What names an order for people. */
export type NamedOrder = Pick<Order, "orderNumber" | "poNumber">;

/** How people call an order: its PO number, or its own number. */
export function shortOrderName({ orderNumber, poNumber }: NamedOrder): string {
  return poNumber === null ? orderNumber : formatPoNumber(poNumber);
}

/**
 * The order number that a text is, in any case, also without "SO-" or with another separator;
 * undefined if it is none.
 */
export function toOrderNumber(text: string): string | undefined {
  const digits = /^#?(?:SO[-–— ]?)?([1-9]\d{5,18})$/i.exec(text.trim())?.[1];
  return digits && `SO-${digits}`;
}

/** The first and the last possible id. */
export type OrderIdRange = { readonly from: string; readonly to: string };

/**
 * The range of ids that start with a text, ignoring case; undefined if the text is not the
 * beginning of an id with at least 8 digits.
 */
export function toOrderIdRange(text: string): OrderIdRange | undefined {
  const prefix = text.trim().toLowerCase();
  const from = prefix + minId.slice(prefix.length);
  if (!shape.test(prefix) || !/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(from)) {
    return undefined;
  }
  return { from, to: prefix + maxId.slice(prefix.length) };
}

/** The number of days for which the prices of a draft are valid (decision 87). */
export const priceLifeDays = 7;

/** When the first line of a draft loses its price. */
export function endOfPrices({ lines }: Pick<StoredOrder, "lines">): Date {
  const first = Math.min(...lines.map(({ pricedAt }) => pricedAt.getTime()));
  return new Date(first + priceLifeDays * 86_400_000);
}

// What a buyer writes to a whole order.

/**
 * The number of the buyer's purchase order, the ship-to address, with its lines, and notes.
 * Null: nothing.
 */
export type OrderTexts = {
  readonly poNumber: string | null;
  readonly shipTo: string | null;
  readonly notes: string | null;
};

export const noOrderTexts: OrderTexts = { poNumber: null, shipTo: null, notes: null };

export function pickOrderTexts({ poNumber, shipTo, notes }: OrderTexts): OrderTexts {
  return { poNumber, shipTo, notes };
}
