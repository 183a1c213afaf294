// Drafts that people create on the web site, or operators for them. They are checked like those
// placed with a key: all or nothing.
import type { AccountId } from "../../accounts/account.ts";
import { nameUser, userActor } from "../../audit/actor.ts";
import type { Queryable, Transaction } from "../../db/database.ts";
import { newId } from "../../db/newId.ts";
import { insertEvent, insertOrder, takeOrderNumber } from "../changeQueries.ts";
import { type OrderId, type StoredLine, type StoredOrder, sumLineTotals } from "../order.ts";
import type { BuyerRequest, OperatorRequest, OrderEventDetails } from "../orderEvent.ts";
import { type OrderTexts, pickOrderTexts } from "../orderTexts.ts";
import { sendCurrentDraft } from "./currentDraftQueries.ts";
import {
  type AddedLine,
  type BrokenLimit,
  type EditedLines,
  editLines,
  type RefusedLine,
} from "./editLines.ts";
import { loadDraftFacts } from "./loadDraftReview.ts";

/** What a draft says besides its lines. The texts are within their limits. */
type DraftTexts = OrderTexts & {
  /** Unset, it is minted. An order of the past has an id of that time. */
  readonly newOrderId?: OrderId;
};

/** A draft to be created by a buyer. */
export type NewDraft = BuyerRequest & DraftTexts & { readonly lines: readonly AddedLine[] };

/** Except for "created", nothing was written. */
export type CreateOutcome =
  | { readonly outcome: "created"; readonly order: StoredOrder }
  | { readonly outcome: "refused"; readonly lines: readonly RefusedLine[] }
  | { readonly outcome: "outside limits"; readonly limit: BrokenLimit };

/** Who creates a draft, and for which account. */
function describeAuthor(draft: BuyerRequest | OperatorRequest) {
  if ("actor" in draft) {
    const { actor, accountId } = draft;
    const { operatorId, name } = actor.operator;
    return { actor, accountId, creator: { userId: operatorId, madeBy: name } };
  }
  const { user, account } = draft.signedIn;
  const creator = { userId: user.userId, madeBy: nameUser(user) };
  return { actor: userActor(draft), accountId: account.accountId, creator };
}

/** Stores lines that `planDraft` or an edit planned. Buyers then add parts to the new draft. */
export async function storeDraft(
  tx: Transaction,
  draft: (BuyerRequest | OperatorRequest) & DraftTexts,
  lines: readonly StoredLine[],
  details: OrderEventDetails,
): Promise<StoredOrder> {
  const { now, formId = null } = draft;
  const { accountId, actor, creator } = describeAuthor(draft);
  const { requestId } = actor;
  const order: StoredOrder = {
    orderId: draft.newOrderId ?? (newId() as OrderId),
    orderNumber: await takeOrderNumber(tx),
    accountId,
    status: "draft",
    ...pickOrderTexts(draft),
    urgency: null,
    lines,
    requestId,
    subtotal: sumLineTotals(lines),
    createdAt: now,
    version: 1,
  };
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
 * same offer are merged.
 */
export async function planDraft(
  db: Queryable,
  accountId: AccountId,
  added: readonly AddedLine[],
  now: Date,
): Promise<EditedLines> {
  const offerIds = added.map(({ offerId }) => offerId);
  const facts = await loadDraftFacts(db, accountId, offerIds, now);
  return editLines({ lines: [], subtotal: null }, { added }, facts, now);
}

/**
 * Creates a draft for the signed-in buyer's account in the caller's transaction. Lines of the same
 * offer are merged. Reserves no stock.
 */
export async function createDraft(tx: Transaction, draft: NewDraft): Promise<CreateOutcome> {
  const { accountId } = draft.signedIn.account;
  const planned = await planDraft(tx, accountId, draft.lines, draft.now);
  if (planned.outcome !== "edited") return planned;
  return { outcome: "created", order: await storeDraft(tx, draft, planned.lines, {}) };
}
