// Requests for a quote, and their answers. A quote that nobody asked for is the answer to a request of
// no buyer and no key.
import type { AccountId, KeyId } from "../accounts/account.ts";
import type { OfferId } from "../catalog/partId.ts";
import { limits } from "../kit/contract/limits.ts";
import type { MailId, MailState } from "../mail/queries.ts";
import type { Quote } from "../prices/quote.ts";
import type { ListId } from "../quickOrders/orderList.ts";
import type { UserId } from "../signIn/signedIn.ts";

declare const quoteRequestIdBrand: unique symbol;

export type QuoteRequestId = string & { readonly [quoteRequestIdBrand]: true };

/** `open`: the distributor has to answer. `accepted`: an order has lines of the quote. */
export const quoteRequestStates = ["open", "answered", "accepted", "withdrawn"] as const;
export type QuoteRequestState = (typeof quoteRequestStates)[number];

/** Why the part could not be ordered. */
export type QuoteReason = "no stock" | "no price" | "quantity" | "not found";

export const maxQuoteLines = limits.quoteLines;
/** In characters. */
export const maxMessageLength = 4_000;
export const maxLineRemark = limits.quoteRemarkLength;
/** Of a line. */
export const maxOptions = limits.quoteOptions;
export const maxQuoteReason = 500;
/** For how many days a quote is valid unless an operator writes another day. */
export const usualDays = 30;

/** What was asked for, as the buyer saw it. */
export type QuoteLine = {
  /** Null: a system asked, which does not say why, or nobody did. */
  readonly reason: QuoteReason | null;
  readonly offerId: OfferId | null;
  readonly partNumber: string;
  readonly vendor: string | null;
  /** The condition of the offer, or those that the buyer accepts. */
  readonly condition: string | null;
  /** Codes, as in offers. */
  readonly certificate: string | null;
  readonly quantity: number | null;
  readonly unitOfMeasure: string | null;
  /** A day, YYYY-MM-DD. */
  readonly neededBy: string | null;
  readonly remark: string | null;
  /** In the quick order that it comes from. */
  readonly rowNumber: number | null;
};

export type QuoteMessage = {
  readonly author: "buyer" | "operator";
  readonly authorName: string;
  /** The buyer who wrote it. */
  readonly userId: UserId | null;
  readonly body: string;
  readonly createdAt: Date;
  /** The e-mail that delivers it, of a reply to the last writer; null if there was nobody. */
  readonly mailId: MailId | null;
  readonly mailState: MailState | null;
};

export type QuoteRequestSummary = {
  readonly requestId: QuoteRequestId;
  /** For people: RFQ-10001. */
  readonly requestNumber: string;
  readonly accountId: AccountId;
  readonly accountName: string;
  /** Both null: nobody asked. Then, and for a key, name and address are those of the account. */
  readonly userId: UserId | null;
  readonly keyId: KeyId | null;
  readonly poNumber: string | null;
  readonly buyerName: string;
  readonly buyerEmail: string;
  readonly state: QuoteRequestState;
  readonly listId: ListId | null;
  readonly version: number;
  readonly createdAt: Date;
  readonly changedAt: Date;
  /** The place of the last change among those of its account, in microseconds since 1970. */
  readonly stampedMicros: string;
  /** Of an open request: since when the buyer has no answer. */
  readonly openSince: Date | null;
  readonly lineCount: number;
  /** Of the first line. */
  readonly firstPart: string;
};

/** The current answer: options by line and place, and why other lines have none. */
export type AnsweredQuote = {
  readonly version: number;
  readonly operatorName: string;
  readonly createdAt: Date;
  /** Why it was quoted without a request. */
  readonly reason: string | null;
  readonly options: readonly Quote[];
  readonly noQuote: ReadonlyMap<number, string>;
};

export type QuoteRequest = QuoteRequestSummary & {
  readonly quote: AnsweredQuote | null;
  readonly lines: readonly QuoteLine[];
  /** The oldest first. */
  readonly messages: readonly QuoteMessage[];
};

/** The options of a line, whose number counts from 1. */
export function listOptions({ quote }: QuoteRequest, lineNumber: number): readonly Quote[] {
  return quote?.options.filter((one) => one.lineNumber === lineNumber) ?? [];
}
