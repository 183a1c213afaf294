import type { AccountId } from "../../accounts/account.ts";
import { findOperator, nameUser, userActor } from "../../audit/actor.ts";
import type { Queryable, Transaction } from "../../db/database.ts";
import { newId } from "../../db/newId.ts";
import { utcDay } from "../../kit/day.ts";
import { dateQuote, type Quote } from "../../prices/quote.ts";
import { insertEvent, insertOrder, lockOrder, takeOrderNumber } from "../changeQueries.ts";
import {
  noOrderTexts,
  type OrderId,
  type OrderTexts,
  pickOrderTexts,
  type StoredLine,
  type StoredOrder,
  sumLineTotals,
} from "../order.ts";
import type {
  BuyerOrderRequest,
  BuyerRequest,
  KeyRequest,
  LeftOutLine,
  LineChange,
  NotCopied,
  OperatorRequest,
  OrderEventDetails,
} from "../orderEvent.ts";
import { writePlacedAnswer } from "../orderJson.ts";
import { selectUnchangedCopy, sendCurrentDraft } from "../queries.ts";
import { pickLasting } from "../requested.ts";
import {
  type AddedLine,
  type BrokenLimit,
  type EditedLines,
  editLines,
  type RefusedLine,
} from "./editDraft.ts";
import { type DraftFacts, loadDraftFacts } from "./reviewDraft.ts";

// Drafts that people create on the web site, or operators for them. They are checked like those
// placed with a key: all or nothing.

/** What a draft says besides its lines. The texts are within their limits. */
type DraftTexts = OrderTexts & {
  /** Unset, it is minted. An order of the past has an id of that time. */
  readonly newOrderId?: OrderId;
};

/** A draft to be created by a buyer, or with a key. */
export type NewDraft = (BuyerRequest | KeyRequest) &
  DraftTexts & { readonly lines: readonly AddedLine[] };

/** Except for "created", nothing was written. */
export type CreateOutcome =
  | { readonly outcome: "created"; readonly order: StoredOrder }
  | { readonly outcome: "refused"; readonly lines: readonly RefusedLine[] }
  | { readonly outcome: "outside limits"; readonly limit: BrokenLimit };

/** The person who creates a draft. */
function describeAuthor(draft: BuyerRequest | OperatorRequest) {
  if ("actor" in draft) {
    const { operatorId, name } = findOperator(draft.actor);
    return { actor: draft.actor, creator: { userId: operatorId, madeBy: name } };
  }
  const { user } = draft.signedIn;
  return { actor: userActor(draft), creator: { userId: user.userId, madeBy: nameUser(user) } };
}

function accountOf(draft: BuyerRequest | OperatorRequest | KeyRequest): AccountId {
  return "signedIn" in draft ? draft.signedIn.account.accountId : draft.accountId;
}

/** Stores lines that `planDraft` or an edit planned. Buyers then add parts to the new draft. */
export async function storeDraft(
  tx: Transaction,
  draft: (BuyerRequest | OperatorRequest | KeyRequest) & DraftTexts,
  lines: readonly StoredLine[],
  details: OrderEventDetails,
): Promise<StoredOrder> {
  const { now } = draft;
  const requestId = "actor" in draft ? draft.actor.requestId : draft.requestId;
  const order: StoredOrder = {
    orderId: draft.newOrderId ?? (newId() as OrderId),
    orderNumber: await takeOrderNumber(tx),
    accountId: accountOf(draft),
    status: "draft",
    ...pickOrderTexts(draft),
    urgency: null,
    lines,
    requestId,
    subtotal: sumLineTotals(lines),
    createdAt: now,
    version: 1,
  };
  if ("keyId" in draft) {
    const answer = writePlacedAnswer(order);
    void insertOrder(tx, order, { ...draft, answer, userId: null, madeBy: null });
    return order;
  }
  const { formId = null } = draft;
  const { actor, creator } = describeAuthor(draft);
  const noKey = { keyId: null, idempotencyKey: null };
  const noRequest = { ...noKey, requestHash: null, request: null, answer: null };
  const action = { actor, now, formId };
  void insertOrder(tx, order, { requestId, ...noRequest, ...creator });
  insertEvent(tx, order.orderId, 1, "made", { action, details });
  if ("signedIn" in draft) sendCurrentDraft(tx, draft.signedIn.user.userId, order.orderId);
  return order;
}

/**
 * The lines of a new draft of the account at today's prices, or why there are none. Lines of the
 * same offer are merged. `quotes` are about to be stored.
 */
export async function planDraft(
  db: Queryable,
  accountId: AccountId,
  added: readonly AddedLine[],
  now: Date,
  quotes: readonly Quote[] = [],
): Promise<EditedLines> {
  const facts = await loadDraftFacts(db, { accountId, orderId: null }, added, now, true);
  const own = quotes.map((quote) => [quote.optionId, dateQuote(quote, utcDay(now))] as const);
  const all = { ...facts, quotes: new Map([...facts.quotes, ...own]) };
  return editLines({ lines: [], subtotal: null }, { added }, all, now);
}

/**
 * Creates a draft of a buyer's or a key's account in the caller's transaction. Lines of the same
 * offer are merged. Reserves no stock.
 */
export async function createDraft(tx: Transaction, draft: NewDraft): Promise<CreateOutcome> {
  const planned = await planDraft(tx, accountOf(draft), draft.lines, draft.now);
  if (planned.outcome !== "edited") return planned;
  return { outcome: "created", order: await storeDraft(tx, draft, planned.lines, {}) };
}

// A new draft of the lines of an order that can be ordered today, at today's prices.

/** `again`: whether a further copy is wanted beside one that nobody has changed. */
export type Duplication = BuyerOrderRequest & { readonly again: boolean };

/**
 * "nothing": no line can be ordered today. "copied": the order has a copy that nobody has changed.
 * Except for "created" nothing was written. `leftOut` lists the lines that were not copied; the
 * timeline of the new draft has them too.
 */
export type DuplicateOutcome =
  | {
      readonly outcome: "created";
      readonly order: StoredOrder;
      readonly leftOut: readonly LeftOutLine[];
    }
  | { readonly outcome: "nothing"; readonly leftOut: readonly LeftOutLine[] }
  | { readonly outcome: "copied"; readonly orderId: OrderId }
  | { readonly outcome: "unknown" };

type Orderable = {
  readonly lines: readonly StoredLine[];
  readonly leftOut: readonly LeftOutLine[];
  /** The prices that changed. */
  readonly prices: readonly LineChange[];
};

function toLeftOut(refused: RefusedLine, line: StoredLine | undefined): LeftOutLine[] {
  const { partNumber, quantity, faults } = refused;
  const [fault] = faults;
  if (partNumber === null || fault === undefined || line === undefined) return [];
  const { offerId, vendor, condition, certificate, unitOfMeasure, remark, requested } = line;
  return [
    {
      ...{ partNumber, quantity, code: fault.code, message: fault.message },
      ...(offerId && { offerId, vendor }),
      ...{ condition, unitOfMeasure },
      ...(certificate && { certificate }),
      ...(remark && { wish: remark }),
      requested,
    },
  ];
}

/**
 * Without what belongs to the first order only: its days, the quantities it was asked for, and its
 * quote.
 */
function toCopied(line: StoredLine): StoredLine {
  return { ...line, quote: null, neededBy: null, requested: pickLasting(line.requested) };
}

function listPrices(changes: readonly LineChange[]): LineChange[] {
  return changes.flatMap(({ partNumber, condition, vendor, unitPrice }) =>
    unitPrice === undefined ? [] : [{ partNumber, condition, vendor, unitPrice }],
  );
}

/** The lines that can be ordered; each iteration leaves out at least one that cannot. */
function findOrderable(order: StoredOrder, facts: DraftFacts, now: Date): Orderable {
  const lines = order.lines.map(toCopied);
  const removed = new Map<number, 0>();
  const leftOut: LeftOutLine[] = [];
  for (;;) {
    const edit = { quantities: removed, reprice: true };
    const edited = editLines({ lines, subtotal: null }, edit, facts, now);
    if (edited.outcome === "edited") {
      return { lines: edited.lines, leftOut, prices: listPrices(edited.changes) };
    }
    if (edited.outcome === "outside limits") return { lines: [], leftOut, prices: [] };
    leftOut.push(
      ...edited.lines.flatMap((one) => toLeftOut(one, lines[(one.lineNumber ?? 0) - 1])),
    );
    for (const { lineNumber } of edited.lines) if (lineNumber !== null) removed.set(lineNumber, 0);
  }
}

function findNotCopied({ poNumber, shipTo, notes, lines }: StoredOrder): NotCopied | undefined {
  const ofLines = lines.flatMap(({ partNumber, neededBy }) =>
    neededBy === null ? [] : [{ partNumber, neededBy }],
  );
  const left = {
    ...(poNumber && { poNumber }),
    ...(shipTo && { shipTo }),
    ...(notes && { notes }),
    ...(ofLines.length > 0 && { lines: ofLines }),
  };
  return Object.keys(left).length === 0 ? undefined : left;
}

function describeCopy(
  order: StoredOrder,
  { leftOut, prices }: Omit<Orderable, "lines">,
): OrderEventDetails {
  const notCopied = findNotCopied(order);
  return {
    from: order.orderId,
    fromVersion: order.version,
    ...(leftOut.length > 0 && { leftOut }),
    ...(prices.length > 0 && { lines: prices }),
    ...(notCopied && { notCopied }),
  };
}

/**
 * Creates a draft from the lines of an order of the account, whatever its status, in the caller's
 * transaction. Copies remarks and what was asked for, but no days and no requested quantities; the
 * timeline of the draft has the days, and the prices that changed. Locks the order, so that of concurrent requests
 * one creates a copy.
 */
export async function duplicateOrder(
  tx: Transaction,
  request: Duplication,
): Promise<DuplicateOutcome> {
  const { accountId } = request.signedIn.account;
  const order = await lockOrder(tx, accountId, request.orderId);
  if (order === undefined) return { outcome: "unknown" };
  const copy = request.again ? undefined : await selectUnchangedCopy(tx, accountId, order.orderId);
  if (copy !== undefined) return { outcome: "copied", orderId: copy };
  const copied = { accountId, orderId: null };
  const facts = await loadDraftFacts(tx, copied, order.lines.map(toCopied), request.now);
  const { lines, leftOut: refused, ...found } = findOrderable(order, facts, request.now);
  const leftOut = refused.map((line) => {
    const copied = lines.filter(({ partNumber }) => partNumber === line.partNumber).length;
    return { ...line, copied };
  });
  if (lines.length === 0) return { outcome: "nothing", leftOut };
  const details = describeCopy(order, { leftOut, ...found });
  const draft = { ...request, ...noOrderTexts };
  return { outcome: "created", order: await storeDraft(tx, draft, lines, details), leftOut };
}
