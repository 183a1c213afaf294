// Drafts that people create on the web site. They are checked like those placed with a key: all or
// nothing (decision 25).
import { nameUser, userActor } from "../../audit/actor.ts";
import type { Transaction } from "../../db/database.ts";
import { newId } from "../../db/newId.ts";
import { insertEvent, insertOrder, takeOrderNumber } from "../changeQueries.ts";
import { type OrderId, type StoredLine, type StoredOrder, sumLineTotals } from "../order.ts";
import type { BuyerRequest, OrderEventDetails } from "../orderEvent.ts";
import { sendCurrentDraft } from "./currentDraftQueries.ts";
import { type AddedLine, type BrokenLimit, editLines, type RefusedLine } from "./editLines.ts";
import { loadDraftFacts } from "./loadDraftReview.ts";

/** A draft to be created. Its texts are within their limits. */
export type NewDraft = BuyerRequest & {
  readonly lines: readonly AddedLine[];
  readonly poNumber: string | null;
  readonly notes: string | null;
  /** Unset, it is minted. An order of the past has an id of that time. */
  readonly newOrderId?: OrderId;
};

/** Except for "created", nothing was written. */
export type CreateOutcome =
  | { readonly outcome: "created"; readonly order: StoredOrder }
  | { readonly outcome: "refused"; readonly lines: readonly RefusedLine[] }
  | { readonly outcome: "outside limits"; readonly limit: BrokenLimit };

export async function storeDraft(
  tx: Transaction,
  draft: Omit<NewDraft, "lines">,
  lines: readonly StoredLine[],
  details: OrderEventDetails,
): Promise<StoredOrder> {
  const { signedIn, poNumber, notes, requestId, now, formId = null } = draft;
  const { accountId } = signedIn.account;
  const order: StoredOrder = {
    orderId: draft.newOrderId ?? (newId() as OrderId),
    orderNumber: await takeOrderNumber(tx),
    accountId,
    status: "draft",
    poNumber,
    notes,
    lines,
    requestId,
    subtotal: sumLineTotals(lines),
    createdAt: now,
    version: 1,
  };
  const noRequest = { keyId: null, idempotencyKey: null, requestHash: null, answer: null };
  const action = { actor: userActor(draft), now, formId };
  const creator = { userId: signedIn.user.userId, madeBy: nameUser(signedIn.user) };
  void insertOrder(tx, order, { requestId, ...noRequest, ...creator });
  insertEvent(tx, order.orderId, 1, "made", { action, details });
  sendCurrentDraft(tx, signedIn.user.userId, order.orderId);
  return order;
}

/**
 * Creates a draft for the signed-in buyer's account in the caller's transaction. Lines of the same
 * offer are merged. Reserves no stock (decision 27).
 */
export async function createDraft(tx: Transaction, draft: NewDraft): Promise<CreateOutcome> {
  const { lines: added, now } = draft;
  const offerIds = added.map(({ offerId }) => offerId);
  const facts = await loadDraftFacts(tx, draft.signedIn.account.accountId, offerIds, now);
  const planned = editLines({ lines: [], subtotal: null }, { added }, facts, now);
  if (planned.outcome !== "edited") return planned;
  return { outcome: "created", order: await storeDraft(tx, draft, planned.lines, {}) };
}
