// What an operator quoted for an account: a price until a day, up to a quantity. Pure. Invariant: a
// quote sets the price only of lines that came from it.
import type { Offer } from "../catalog/offer.ts";
import type { OfferId } from "../catalog/partId.ts";
import { partNumberKey } from "../catalog/partNumber.ts";
import { formatDay } from "../kit/day.ts";
import { groupDigits } from "../kit/money.ts";
import type { Price } from "../kit/price.ts";
import type { OrderTerms } from "./orderTerms.ts";

declare const quoteOptionIdBrand: unique symbol;

export type QuoteOptionId = number & { readonly [quoteOptionIdBrand]: true };

/** What names a quote option: its request, the line of that, and its number there, both from 1. */
export type QuoteRef = {
  readonly optionId: QuoteOptionId;
  readonly requestId: string;
  readonly requestNumber: string;
  readonly lineNumber: number;
  readonly option: number;
};

/** What is quoted; `offerId` is null for a part outside the catalog. */
export type QuotedPart = {
  readonly offerId: OfferId | null;
  readonly partNumber: string;
  readonly title: string | null;
  readonly manufacturer: string | null;
  readonly condition: string;
  readonly unitOfMeasure: string;
  readonly certificate: string | null;
};

/** `validUntil` is the last day of the price, in UTC. */
export type QuotedTerms = OrderTerms & {
  readonly unitPrice: Price;
  readonly quantity: number;
  readonly leadTimeDays: number | null;
  readonly validUntil: string;
};

/**
 * A quote option as one order meets it. `left` is what no other draft or order of the account has
 * of its quantity; `isCurrent` is false if it was corrected or its request withdrawn.
 */
export type Quote = QuoteRef &
  QuotedPart &
  QuotedTerms & { readonly left: number; readonly isCurrent: boolean };

export type QuoteStatus = "in_force" | "expired" | "corrected" | "used_up";

/** A quote, and whether it sets the price of its lines on a day. */
export type DatedQuote = { readonly quote: Quote; readonly status: QuoteStatus };

export function dateQuote(quote: Quote, day: string): DatedQuote {
  if (!quote.isCurrent) return { quote, status: "corrected" };
  if (quote.validUntil < day) return { quote, status: "expired" };
  return { quote, status: quote.left > 0 ? "in_force" : "used_up" };
}

export function pickQuoteRef(quote: QuoteRef): QuoteRef {
  const { optionId, requestId, requestNumber, lineNumber, option } = quote;
  return { optionId, requestId, requestNumber, lineNumber, option };
}

/** What lines are checked as: an offer, or a part outside the catalog, whose stock is not counted. */
export type SoldPart = Omit<Offer, "offerId" | "stock"> & {
  readonly offerId: OfferId | null;
  readonly stock: number | null;
};

export function toSoldPart(quote: Quote): SoldPart {
  const { partNumber, title, manufacturer, condition, unitOfMeasure, certificate } = quote;
  return {
    offerId: null,
    partNumber,
    partNumberKey: partNumberKey(partNumber),
    title,
    vendor: "",
    condition,
    unitOfMeasure,
    stock: null,
    listPrice: null,
    status: "ACTIVE",
    minQuantity: quote.minQuantity,
    multiple: quote.multiple,
    supersededBy: null,
    certificate,
    manufacturer,
    cage: null,
    leadTimeDays: quote.leadTimeDays,
  };
}

/** The quantities in which a quote in force can be ordered; what is left of it always can. */
export function findQuoteTerms({ minQuantity, multiple, left }: Quote): OrderTerms {
  return { minQuantity: Math.min(minQuantity, left), multiple };
}

/** Why a quote no longer sets the price of its lines; null if it does. */
export function describeQuoteEnd({ quote, status }: DatedQuote): string | null {
  const { requestNumber, validUntil, quantity } = quote;
  switch (status) {
    case "in_force":
      return null;
    case "expired":
      return `Quote ${requestNumber} ended on ${formatDay(new Date(validUntil))}.`;
    case "corrected":
      return `Quote ${requestNumber} was corrected or withdrawn.`;
    case "used_up":
      return `Quote ${requestNumber} is used up: all ${groupDigits(quantity)} are ordered.`;
  }
}
