// A buyer requests a quote. Invariant: request, message and e-mail are stored in one transaction,
// and a form makes one request.
import type { Transaction } from "../db/database.ts";
import { newId } from "../db/newId.ts";
import { queueMail } from "../mail/queueMail.ts";
import { lockForm } from "../orders/placementQueries.ts";
import type { ListId } from "../quickOrders/orderList.ts";
import { attemptLimits, countSignInAttempts } from "../signIn/attemptLimits.ts";
import type { MailingContext } from "../signIn/peopleContext.ts";
import type { SignedIn } from "../signIn/signedIn.ts";
import type { QuoteLine, QuoteRequestId } from "./quoteRequest.ts";
import {
  insertQuoteMessage,
  insertQuoteRequest,
  selectRequestOfForm,
} from "./quoteRequestQueries.ts";
import { renderQuoteRequestMail } from "./renderQuoteMails.ts";

/** `message` has at most `maxMessageLength` characters; `lines` are 1 to `maxQuoteLines`. */
export type WantedQuote = {
  readonly formId: string;
  readonly lines: readonly QuoteLine[];
  readonly message: string | null;
  readonly listId: ListId | null;
};

/** "repeated": the form made this request before. */
export type RequestQuoteOutcome =
  | {
      readonly outcome: "requested" | "repeated";
      readonly requestId: QuoteRequestId;
      readonly requestNumber: string;
    }
  | { readonly outcome: "too many"; readonly waitS: number };

/** Where operators answer a request. */
export function quoteRequestLink(publicUrl: string, requestId: QuoteRequestId): string {
  return `${publicUrl}/console/quote-requests/${requestId}`;
}

async function store(
  tx: Transaction,
  { mailEncryption, publicUrl, supportEmail }: MailingContext,
  { account, user }: SignedIn,
  { formId, lines, message, listId }: WantedQuote,
  now: Date,
): Promise<RequestQuoteOutcome> {
  const { accountId } = account;
  const requestId = newId() as QuoteRequestId;
  const { userId, name: buyerName, email: buyerEmail } = user;
  const buyer = {
    accountId,
    userId,
    keyId: null,
    requestHash: null,
    poNumber: null,
    buyerName,
    buyerEmail,
  };
  const request = { requestId, ...buyer, listId, formId, lines, now };
  const requestNumber = await insertQuoteRequest(tx, request);
  const link = quoteRequestLink(publicUrl, requestId);
  const asked = { ...buyer, accountName: account.name, requestNumber, lines, message, link };
  const mail = renderQuoteRequestMail({ ...asked, supportEmail }, true);
  const mailId = await queueMail(tx, mailEncryption, mail, now);
  if (message !== null) {
    const by = { author: "buyer", authorName: buyerName, userId } as const;
    await insertQuoteMessage(tx, requestId, {
      ...by,
      messageId: newId(),
      body: message,
      mailId,
      now,
    });
  }
  return { outcome: "requested", requestId, requestNumber };
}

/** Stores a request and e-mails it to the distributor. */
export function requestQuote(
  context: MailingContext,
  signedIn: SignedIn,
  wanted: WantedQuote,
  now: Date,
): Promise<RequestQuoteOutcome> {
  const { accountId } = signedIn.account;
  return context.db.transaction(async (tx): Promise<RequestQuoteOutcome> => {
    await lockForm(tx, accountId, wanted.formId);
    const known = await selectRequestOfForm(tx, accountId, wanted.formId);
    if (known !== undefined) {
      const { requestId, requestNumber } = known;
      return { outcome: "repeated", requestId, requestNumber };
    }
    const limit = { limit: attemptLimits.quoteRequestsOfAccount, subject: accountId };
    const waitS = await countSignInAttempts(tx, [limit], now);
    if (waitS !== null) return { outcome: "too many", waitS };
    return store(tx, context, signedIn, wanted, now);
  });
}
