// Messages on a request for a quote, and its withdrawal. Invariant: a person changes the version
// that they saw, and message, e-mail and state are stored in one transaction.
import type { AccountId } from "../accounts/account.ts";
import { findOperator, type StaffActor } from "../audit/actor.ts";
import { recordAuditEvent } from "../audit/recordAuditEvent.ts";
import type { Queryable, Transaction } from "../db/database.ts";
import { isUuid } from "../db/isUuid.ts";
import { newId } from "../db/newId.ts";
import type { MailId } from "../mail/queries.ts";
import { queueMail } from "../mail/queueMail.ts";
import { attemptLimits, countSignInAttempts } from "../signIn/attemptLimits.ts";
import type { MailingContext } from "../signIn/peopleContext.ts";
import type { SignedIn } from "../signIn/signedIn.ts";
import { selectUser, type User } from "../signIn/userQueries.ts";
import type { QuoteRequest } from "./quoteRequest.ts";
import { insertQuoteMessage, lockQuoteRequest, updateQuoteState } from "./quoteRequestQueries.ts";
import { renderQuoteReplyMail, renderQuoteRequestMail } from "./renderQuoteMails.ts";
import { quoteRequestLink } from "./requestQuote.ts";

/** The request, and the version of it that was seen. */
export type SeenQuoteRequest = { readonly requestId: string; readonly version: number };

/**
 * "conflict": somebody changed the request in the meantime, or it is withdrawn; `request` is its
 * current state, and nothing changed.
 */
export type QuoteChangeOutcome =
  | { readonly outcome: "changed" }
  | { readonly outcome: "unknown" }
  | { readonly outcome: "conflict"; readonly request: QuoteRequest };

async function change<Other = never>(
  { db }: MailingContext,
  { requestId, version }: SeenQuoteRequest,
  accountId: AccountId | null,
  write: (tx: Transaction, request: QuoteRequest) => Promise<QuoteChangeOutcome | Other>,
): Promise<QuoteChangeOutcome | Other> {
  if (!isUuid(requestId)) return { outcome: "unknown" };
  return db.transaction<QuoteChangeOutcome | Other>(async (tx) => {
    const request = await lockQuoteRequest(tx, requestId, accountId);
    if (request === undefined) return { outcome: "unknown" };
    const isCurrent = request.version === version && request.state !== "withdrawn";
    return isCurrent ? write(tx, request) : { outcome: "conflict", request };
  });
}

/** Who gets a reply: the buyer who wrote last, and the sender, if they are still in the account. */
export async function listReplyRecipients(
  db: Queryable,
  { userId, messages }: QuoteRequest,
): Promise<readonly User[]> {
  const writer = messages.findLast((message) => message.userId !== null)?.userId ?? userId;
  const users: User[] = [];
  for (const one of new Set([writer, userId])) {
    const user = await selectUser(db, one);
    if (user !== undefined) users.push(user);
  }
  return users;
}

/** Mails a reply; returns the first e-mail, null if there is nobody to send it to. */
async function mailReply(
  tx: Transaction,
  { mailEncryption, publicUrl, supportEmail }: MailingContext,
  request: QuoteRequest,
  { text, now }: { readonly text: string; readonly now: Date },
): Promise<MailId | null> {
  const link = `${publicUrl}/quote-requests/${request.requestId}`;
  let first: MailId | null = null;
  for (const { name: buyerName, email: buyerEmail } of await listReplyRecipients(tx, request)) {
    const asked = { ...request, buyerName, buyerEmail, reply: text, link, supportEmail };
    const mailId = await queueMail(tx, mailEncryption, renderQuoteReplyMail(asked), now);
    first ??= mailId;
  }
  return first;
}

/**
 * Mails the operator's reply to the buyers concerned who are still in the account; the request is
 * answered. `text` has 1 to `maxMessageLength` characters.
 */
export function replyToQuoteRequest(
  context: MailingContext,
  seen: SeenQuoteRequest & { readonly actor: StaffActor },
  text: string,
  now: Date,
): Promise<QuoteChangeOutcome> {
  const { actor } = seen;
  return change(context, seen, null, async (tx, request) => {
    const { requestId, requestNumber, accountId } = request;
    const mailId = await mailReply(tx, context, request, { text, now });
    const by = { author: "operator", authorName: findOperator(actor).name, userId: null } as const;
    await insertQuoteMessage(tx, requestId, { ...by, messageId: newId(), body: text, mailId, now });
    await updateQuoteState(tx, requestId, "answered", now);
    recordAuditEvent(tx, {
      actor,
      action: "replied to a quote request",
      subjectKind: "quote request",
      subjectId: requestId,
      accountId,
      before: { state: request.state },
      after: { request_number: requestNumber, state: "answered", reply: text },
      now,
    });
    return { outcome: "changed" };
  });
}

/** A further message of the buyer, which the distributor has to answer again. */
export function writeOnQuoteRequest(
  context: MailingContext,
  { account, user }: SignedIn,
  seen: SeenQuoteRequest,
  { text, now }: { readonly text: string; readonly now: Date },
): Promise<QuoteChangeOutcome | { readonly outcome: "too many"; readonly waitS: number }> {
  const { mailEncryption, publicUrl, supportEmail } = context;
  const { accountId } = account;
  return change(context, seen, accountId, async (tx, request) => {
    const limit = { limit: attemptLimits.quoteRequestsOfAccount, subject: accountId };
    const waitS = await countSignInAttempts(tx, [limit], now);
    if (waitS !== null) return { outcome: "too many", waitS } as const;
    const { requestId } = request;
    const link = quoteRequestLink(publicUrl, requestId);
    const buyer = { buyerName: user.name, buyerEmail: user.email };
    const asked = { ...request, ...buyer, message: text, link, supportEmail };
    const mail = renderQuoteRequestMail(asked, false);
    const mailId = await queueMail(tx, mailEncryption, mail, now);
    const by = { author: "buyer", authorName: user.name, userId: user.userId } as const;
    await insertQuoteMessage(tx, requestId, { ...by, messageId: newId(), body: text, mailId, now });
    await updateQuoteState(tx, requestId, "open", now);
    return { outcome: "changed" };
  });
}

/** Withdraws a request of the buyer's account. */
export function withdrawQuoteRequest(
  context: MailingContext,
  { account }: SignedIn,
  seen: SeenQuoteRequest,
  now: Date,
): Promise<QuoteChangeOutcome> {
  return change(context, seen, account.accountId, async (tx, { requestId }) => {
    await updateQuoteState(tx, requestId, "withdrawn", now);
    return { outcome: "changed" };
  });
}
