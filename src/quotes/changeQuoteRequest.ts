// Messages on a request for a quote, and its withdrawal. Invariant: a person changes the version
// that they saw, and message, e-mail and state are stored in one transaction.
import type { AccountId } from "../accounts/account.ts";
import { findOperator, type StaffActor } from "../audit/actor.ts";
import { recordAuditEvent } from "../audit/recordAuditEvent.ts";
import { selectTradeCodes } from "../catalog/codeQueries.ts";
import { partNumberKey } from "../catalog/partNumber.ts";
import { selectListPricesOf, selectOffers } from "../catalog/queries.ts";
import type { Queryable, Transaction } from "../db/database.ts";
import { isUuid } from "../db/isUuid.ts";
import { utcDay } from "../kit/day.ts";
import { formatMoney } from "../kit/price.ts";
import type { MailId } from "../mail/queries.ts";
import { queueMail } from "../mail/queueMail.ts";
import { attemptLimits, countSignInAttempts } from "../signIn/attemptLimits.ts";
import type { MailingContext } from "../signIn/peopleContext.ts";
import type { SignedIn, UserId } from "../signIn/signedIn.ts";
import { selectUser, type User } from "../signIn/userQueries.ts";
import {
  type AnswerFault,
  isOfferId,
  type ReadAnswer,
  readAnswer,
  type WrittenAnswer,
} from "./answerRules.ts";
import type { QuoteRequest } from "./quoteRequest.ts";
import {
  insertQuote,
  insertQuoteMessage,
  isOrdered,
  lockQuoteRequest,
  selectQuoteRequest,
  updateQuoteState,
} from "./quoteRequestQueries.ts";
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

/** Who gets an answer; without `userId`, the account's own address. */
export type Recipient = {
  readonly userId: UserId | null;
  readonly name: string;
  readonly email: string;
};

/**
 * Who gets an answer: the buyer who wrote last, and the sender, if they are still in the account;
 * the account itself if no person asked.
 */
export async function listReplyRecipients(
  db: Queryable,
  { userId, messages, buyerName: name, buyerEmail: email }: QuoteRequest,
): Promise<readonly Recipient[]> {
  const writer = messages.findLast((message) => message.userId !== null)?.userId ?? userId;
  if (writer === null) return [{ name, email, userId: null }];
  const users: User[] = [];
  for (const one of new Set([writer, userId ?? writer])) {
    const user = await selectUser(db, one);
    if (user !== undefined) users.push(user);
  }
  return users;
}

/** Mails an answer; returns the first e-mail, null if there is nobody to send it to. */
async function mailAnswer(
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

/** Lines that are not answered have neither options nor a reason; `message` is null for none. */
export type Answer = {
  readonly lines: readonly WrittenAnswer[];
  readonly message: string | null;
  /** Prices that are far from the list price are meant. */
  readonly isAccepted: boolean;
  /** How far that is, in percent. */
  readonly limitPercent: number;
};

/**
 * "refused": `faults` are what is wrong, or asked. "ordered": lines of the quote are in a draft or
 * order, so that it can no longer be corrected. "empty": there is neither a line nor a message.
 */
export type AnswerOutcome =
  | QuoteChangeOutcome
  | { readonly outcome: "refused"; readonly faults: readonly AnswerFault[] }
  | { readonly outcome: "ordered" | "empty" };

/** Reads an answer as the catalog is now; `faults` are those that were not accepted. */
export async function checkAnswer(
  tx: Transaction,
  lines: readonly WrittenAnswer[],
  against: Pick<Answer, "isAccepted" | "limitPercent"> & {
    readonly lineCount: number;
    readonly now: Date;
  },
): Promise<ReadAnswer> {
  const { lineCount, limitPercent, isAccepted, now } = against;
  const options = lines.flatMap((line) => line.options);
  const ids = options.flatMap(({ offerId }) => (isOfferId(offerId) ? offerId : []));
  const keys = options.flatMap(({ part }) => (part === null ? [] : partNumberKey(part.partNumber)));
  const day = utcDay(now);
  const offers = await selectOffers(tx, [...new Set(ids)], day);
  const listPrices = await selectListPricesOf(tx, [...new Set(keys)]);
  const codes = await selectTradeCodes(tx);
  const offerOf = new Map(offers.map((offer) => [offer.offerId, offer]));
  const facts = { lineCount, offers: offerOf, listPrices, codes, day, limitPercent };
  const { faults, ...read } = readAnswer(lines, facts);
  return { ...read, faults: faults.filter(({ isQuestion }) => !(isQuestion && isAccepted)) };
}

function nameAnswer(isQuote: boolean, version: number): string {
  if (!isQuote) return "replied to a quote request";
  return version > 1 ? "corrected a quote" : "answered a quote request";
}

/** The text of an answer without a message. */
function describeAnswer(version: number): string {
  return version === 1
    ? "Here is our quote."
    : "Here is our corrected quote. It replaces the last.";
}

/**
 * Answers a request: stores the lines as a quote, which replaces the one before, and mails it with
 * the message to the buyers concerned. Without lines, only the message is sent.
 */
export function answerQuoteRequest(
  context: MailingContext,
  seen: SeenQuoteRequest & { readonly actor: StaffActor },
  answer: Answer,
  now: Date,
): Promise<AnswerOutcome> {
  return change<AnswerOutcome>(context, seen, null, (tx, request) =>
    answerIn(tx, context, request, { ...answer, actor: seen.actor, now }),
  );
}

/** Answers a request that is locked. */
async function answerIn(
  tx: Transaction,
  context: MailingContext,
  request: QuoteRequest,
  answer: Answer & { readonly actor: StaffActor; readonly now: Date },
): Promise<AnswerOutcome> {
  const { lines, message, actor, now } = answer;
  if (lines.length === 0 && message === null) return { outcome: "empty" };
  const { requestId, requestNumber, accountId, lineCount } = request;
  const operatorName = findOperator(actor).name;
  const version = (request.quote?.version ?? 0) + 1;
  let answered = request;
  if (lines.length > 0) {
    if (await isOrdered(tx, requestId)) return { outcome: "ordered" };
    const { options, noQuote, faults } = await checkAnswer(tx, lines, { ...answer, lineCount });
    if (faults.length > 0) return { outcome: "refused", faults };
    const read = { options, noQuote, reason: request.quote?.reason ?? null };
    await insertQuote(tx, requestId, { ...read, version, operatorName, now });
    answered = (await selectQuoteRequest(tx, requestId, null)) ?? request;
  }
  const text = message ?? describeAnswer(version);
  const mailId = await mailAnswer(tx, context, answered, { text, now });
  const by = { author: "operator", authorName: operatorName, userId: null } as const;
  await insertQuoteMessage(tx, requestId, { ...by, body: text, mailId, now });
  await updateQuoteState(tx, requestId, "answered", now);
  recordAuditEvent(tx, {
    actor,
    action: nameAnswer(lines.length > 0, version),
    subjectKind: "quote request",
    subjectId: requestId,
    accountId,
    before: { state: request.state },
    after: {
      request_number: requestNumber,
      state: "answered",
      message: text,
      ...(lines.length > 0 && { version, options: describeOptions(answered) }),
    },
    now,
  });
  return { outcome: "changed" };
}

/** The options of a quote as the audit log has them: "1.1 DA65152-14, 4 EA, USD 21,400.00". */
function describeOptions({ quote }: QuoteRequest): readonly string[] {
  return (quote?.options ?? []).map((one) => {
    const { lineNumber, option, partNumber, quantity, unitOfMeasure, unitPrice, validUntil } = one;
    const amount = `${quantity} ${unitOfMeasure}, ${formatMoney(unitPrice)}, until ${validUntil}`;
    return `${lineNumber}.${option} ${partNumber}, ${amount}`;
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
    await insertQuoteMessage(tx, requestId, { ...by, body: text, mailId, now });
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
