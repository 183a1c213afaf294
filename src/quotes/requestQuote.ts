// A buyer requests a quote. Invariant: request, message and e-mail are stored in one transaction,
// and a form makes one request.
import type { AccountId, KeyId } from "../accounts/account.ts";
import { selectAccount } from "../accounts/queries.ts";
import type { Transaction } from "../db/database.ts";
import { newId } from "../db/newId.ts";
import { queueMail } from "../mail/queueMail.ts";
import { lockForm } from "../orders/placementQueries.ts";
import type { Quote } from "../prices/quote.ts";
import type { ListId } from "../quickOrders/orderList.ts";
import { attemptLimits, countSignInAttempts } from "../signIn/attemptLimits.ts";
import type { MailingContext } from "../signIn/peopleContext.ts";
import type { SignedIn, UserId } from "../signIn/signedIn.ts";
import type { QuoteLine, QuoteRequestId } from "./quoteRequest.ts";
import {
  insertQuote,
  insertQuoteMessage,
  insertQuoteRequest,
  type KnownRequest,
  type NewOption,
  selectQuoteRequest,
  selectRequestOfForm,
  updateQuoteState,
} from "./quoteRequestQueries.ts";
import { renderQuoteRequestMail } from "./renderQuoteMails.ts";

/** Who asks: a person of an account, or a key of it with the request that it sent. */
type Asker = {
  readonly accountId: AccountId;
  readonly accountName: string;
  readonly userId: UserId | null;
  readonly keyId: KeyId | null;
  readonly requestHash: Buffer | null;
  readonly buyerName: string;
  readonly buyerEmail: string;
};

function toAsker({ account, user }: SignedIn): Asker {
  const { accountId, name: accountName } = account;
  const { userId, name: buyerName, email: buyerEmail } = user;
  const noKey = { keyId: null, requestHash: null };
  return { accountId, accountName, userId, ...noKey, buyerName, buyerEmail };
}

/** `message` has at most `maxMessageLength` characters; `lines` are 1 to `maxQuoteLines`. */
export type WantedQuote = {
  readonly formId: string;
  readonly lines: readonly QuoteLine[];
  readonly message: string | null;
  readonly poNumber: string | null;
  readonly listId: ListId | null;
};

/** "repeated": the form made this request before. */
export type RequestQuoteOutcome =
  | ({ readonly outcome: "requested" | "repeated" } & KnownRequest)
  | { readonly outcome: "too many"; readonly waitS: number };

/** Where operators answer a request. */
export function quoteRequestLink(publicUrl: string, requestId: QuoteRequestId): string {
  return `${publicUrl}/console/quote-requests/${requestId}`;
}

async function store(
  tx: Transaction,
  { mailEncryption, publicUrl, supportEmail }: MailingContext,
  asker: Asker,
  { formId, lines, message, poNumber, listId }: WantedQuote,
  now: Date,
): Promise<RequestQuoteOutcome> {
  const { userId, buyerName: authorName, requestHash } = asker;
  const requestId = newId() as QuoteRequestId;
  const request = { ...asker, requestId, poNumber, listId, formId, lines, now };
  const requestNumber = await insertQuoteRequest(tx, request);
  const link = quoteRequestLink(publicUrl, requestId);
  const asked = { ...asker, requestNumber, lines, message, link, supportEmail };
  const mailId = await queueMail(tx, mailEncryption, renderQuoteRequestMail(asked, true), now);
  if (message !== null) {
    const by = { author: "buyer", authorName, userId } as const;
    await insertQuoteMessage(tx, requestId, { ...by, body: message, mailId, now });
  }
  return { outcome: "requested", requestId, requestNumber, requestHash };
}

/** Stores a request and e-mails it to the distributor. `enter` is called before the commit. */
export function requestQuote(
  context: MailingContext,
  by: SignedIn | Asker,
  wanted: WantedQuote,
  now: Date,
  enter?: () => void,
): Promise<RequestQuoteOutcome> {
  const asker = "user" in by ? toAsker(by) : by;
  const { accountId } = asker;
  return context.db.transaction(async (tx): Promise<RequestQuoteOutcome> => {
    await lockForm(tx, accountId, wanted.formId);
    const known = await selectRequestOfForm(tx, accountId, wanted.formId);
    if (known !== undefined) return { outcome: "repeated", ...known };
    const limit = { limit: attemptLimits.quoteRequestsOfAccount, subject: accountId };
    const waitS = await countSignInAttempts(tx, [limit], now);
    if (waitS !== null) return { outcome: "too many", waitS };
    const stored = await store(tx, context, asker, wanted, now);
    enter?.();
    return stored;
  });
}

type DirectQuote = {
  readonly accountId: AccountId;
  readonly operatorName: string;
  readonly poNumber: string | null;
  readonly reason: string;
  readonly now: Date;
};

/** Stores a quote that nobody asked for: the answer to a request of no buyer, which is accepted. */
export async function insertDirectQuote(
  tx: Transaction,
  { accountId, operatorName, poNumber, reason, now }: DirectQuote,
  options: readonly NewOption[],
): Promise<readonly Quote[]> {
  const account = await selectAccount(tx, accountId);
  if (account === undefined) throw new Error("There is no such account.");
  const { name: buyerName, email: buyerEmail } = account;
  const requestId = newId() as QuoteRequestId;
  const lines = options.map(
    ({ offerId, partNumber, condition, certificate, ...one }): QuoteLine => {
      const { quantity, unitOfMeasure } = one;
      const part = { offerId, partNumber, condition, certificate, quantity, unitOfMeasure };
      return { ...part, reason: null, vendor: null, neededBy: null, remark: null, rowNumber: null };
    },
  );
  const nobody = { userId: null, keyId: null, requestHash: null, listId: null };
  const asked = { requestId, accountId, ...nobody, poNumber, buyerName, buyerEmail, lines, now };
  await insertQuoteRequest(tx, { ...asked, formId: newId() });
  const quote = { version: 1, operatorName, reason, options, noQuote: new Map(), now };
  await insertQuote(tx, requestId, quote);
  await updateQuoteState(tx, requestId, "accepted", now);
  return (await selectQuoteRequest(tx, requestId, accountId))?.quote?.options ?? [];
}
