// A draft that a person makes on the web site, without a key. It is judged as one that a key
// places: whole or not at all (decision 25).

import { nameUser, userActor } from "../../audit/actor.ts";
import type { Transaction } from "../../db/database.ts";
import { newId } from "../../db/newId.ts";
import type { SignedIn } from "../../signIn/signedIn.ts";
import { insertEvent, insertOrder } from "../changeQueries.ts";
import { type OrderId, type StoredLine, type StoredOrder, sumLineTotals } from "../order.ts";
import type { OrderEventDetails } from "../orderEvent.ts";
import { type BrokenBound, editLines, type OfferQuantity, type RefusedLine } from "./editLines.ts";
import { loadDraftFacts } from "./loadDraftReview.ts";

/** Who makes a draft, of what. Texts are within their bounds. */
export type NewDraft = {
  readonly signedIn: SignedIn;
  readonly lines: readonly OfferQuantity[];
  readonly poNumber: string | null;
  readonly notes: string | null;
  readonly requestId: string;
  readonly now: Date;
  /** See `runOncePerForm`. */
  readonly formId?: string | null;
};

/** What came of it; but for "created" nothing was written. */
export type CreateOutcome =
  | { readonly outcome: "created"; readonly order: StoredOrder }
  | { readonly outcome: "refused"; readonly lines: readonly RefusedLine[] }
  | { readonly outcome: "unbounded"; readonly bound: BrokenBound };

/** Stores a draft of judged lines and notes who made it, and after what. */
export function storeDraft(
  tx: Transaction,
  draft: Omit<NewDraft, "lines">,
  lines: readonly StoredLine[],
  details: OrderEventDetails,
): StoredOrder {
  const { signedIn, poNumber, notes, requestId, now, formId = null } = draft;
  const { accountId } = signedIn.account;
  const order: StoredOrder = {
    orderId: newId() as OrderId,
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
  const nothingAsked = { keyId: null, idempotencyKey: null, requestHash: null, answer: null };
  const deed = { actor: userActor(draft), now, formId };
  const maker = { userId: signedIn.user.userId, madeBy: nameUser(signedIn.user) };
  insertOrder(tx, order, { requestId, ...nothingAsked, ...maker });
  insertEvent(tx, order.orderId, 1, "made", { deed, details });
  return order;
}

/**
 * Makes a draft for the signed-in buyer's account in the caller's transaction. Lines of the same
 * offer become one. Reserves no stock (decision 27).
 */
export async function createDraft(tx: Transaction, asked: NewDraft): Promise<CreateOutcome> {
  const { lines: added, now } = asked;
  const offerIds = added.map(({ offerId }) => offerId);
  const facts = await loadDraftFacts(tx, asked.signedIn.account.accountId, offerIds, now);
  const planned = editLines({ lines: [], subtotal: null }, { added }, facts, now);
  if (planned.outcome !== "edited") return planned;
  return { outcome: "created", order: storeDraft(tx, asked, planned.lines, {}) };
}
