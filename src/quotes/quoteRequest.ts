// Requests for a quote: what buyers ask for when a part cannot be ordered as it is.
import type { AccountId } from "../accounts/account.ts";
import type { OfferId } from "../catalog/partId.ts";
import type { MailId, MailState } from "../mail/queries.ts";
import type { ListId } from "../quickOrders/orderList.ts";
import type { UserId } from "../signIn/signedIn.ts";

declare const quoteRequestIdBrand: unique symbol;

export type QuoteRequestId = string & { readonly [quoteRequestIdBrand]: true };

/** `open`: the distributor has to answer. */
export const quoteRequestStates = ["open", "answered", "withdrawn"] as const;
export type QuoteRequestState = (typeof quoteRequestStates)[number];

/** Why the part could not be ordered. */
export type QuoteReason = "no stock" | "no price" | "quantity" | "not found";

export const maxQuoteLines = 200;
/** In characters. */
export const maxMessageLength = 4_000;
export const maxLineRemark = 500;

/** What was asked for, as the buyer saw it. */
export type QuoteLine = {
  readonly reason: QuoteReason;
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
  readonly userId: UserId;
  readonly buyerName: string;
  readonly buyerEmail: string;
  readonly state: QuoteRequestState;
  readonly listId: ListId | null;
  readonly version: number;
  readonly createdAt: Date;
  readonly changedAt: Date;
  /** Of an open request: since when the buyer has no answer. */
  readonly openSince: Date | null;
  readonly lineCount: number;
  /** Of the first line. */
  readonly firstPart: string;
};

export type QuoteRequest = QuoteRequestSummary & {
  readonly lines: readonly QuoteLine[];
  /** The oldest first. */
  readonly messages: readonly QuoteMessage[];
};
