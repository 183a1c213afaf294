// Changing a draft: lines, purchase order number and notes (decision 89). Invariant: a change is
// made to what its maker saw, whole or not at all.

import { userActor } from "../../audit/actor.ts";
import type { Transaction } from "../../db/database.ts";
import type { SignedIn } from "../../signIn/signedIn.ts";
import { insertEvent, lockOrder, replaceLines, updateOrder } from "../changeQueries.ts";
import { type StoredOrder, sumLineTotals } from "../order.ts";
import type { OrderEventDetails } from "../orderEvent.ts";
import { type BrokenBound, type DraftEdit, editLines, type RefusedLine } from "./editLines.ts";
import { loadDraftFacts } from "./loadDraftReview.ts";

/** Who changes which draft; `version` is the one they saw, null where any will do. */
export type EditedDraft = {
  readonly signedIn: SignedIn;
  readonly orderId: string;
  readonly version: number | null;
  readonly edit: DraftEdit;
  readonly requestId: string;
  readonly now: Date;
  /** See `runOncePerForm`. */
  readonly formId?: string | null;
};

/**
 * What came of it. "stale": somebody changed the draft meanwhile. "refused": lines cannot be had
 * as asked for. "unbounded": an order would have no or too many lines, or a quantity out of
 * bounds. "closed": it is no draft any more. "unknown": this account has no such order. But for
 * "edited" nothing was written; `order` is how the order stands.
 */
export type EditOutcome =
  | {
      readonly outcome: "edited" | "unchanged" | "stale" | "closed";
      readonly order: StoredOrder;
    }
  | {
      readonly outcome: "refused";
      readonly order: StoredOrder;
      readonly lines: readonly RefusedLine[];
    }
  | { readonly outcome: "unbounded"; readonly order: StoredOrder; readonly bound: BrokenBound }
  | { readonly outcome: "unknown" };

function textChanges(draft: StoredOrder, edit: DraftEdit): OrderEventDetails {
  const changed = (["poNumber", "notes"] as const).flatMap((field) => {
    const [before, after] = [draft[field], edit[field]];
    return after === undefined || after === before ? [] : [[field, { before, after }]];
  });
  return Object.fromEntries(changed);
}

/** Stores a draft as it was changed, with what is to be said of it in the timeline. */
function storeEdited(
  tx: Transaction,
  order: StoredOrder,
  details: OrderEventDetails,
  edited: EditedDraft,
): void {
  const { edit, now, formId = null } = edited;
  updateOrder(tx, order);
  if (details.lines !== undefined || edit.reprice === true) replaceLines(tx, order);
  const kind = edit.reprice === true ? "repriced" : "edited";
  const deed = { actor: userActor(edited), now, formId };
  insertEvent(tx, order.orderId, order.version, kind, { deed, details });
}

/**
 * Changes a draft of the signed-in buyer's account in the caller's transaction; run that by
 * `runOrderTransaction`.
 */
export async function editDraft(tx: Transaction, asked: EditedDraft): Promise<EditOutcome> {
  const { signedIn, edit, now } = asked;
  const { accountId } = signedIn.account;
  const draft = await lockOrder(tx, accountId, asked.orderId);
  if (draft === undefined) return { outcome: "unknown" };
  if (draft.status !== "draft") return { outcome: "closed", order: draft };
  if (asked.version !== null && asked.version !== draft.version) {
    return { outcome: "stale", order: draft };
  }
  const offerIds = [...draft.lines, ...(edit.added ?? [])].map(({ offerId }) => offerId);
  const facts = await loadDraftFacts(tx, accountId, offerIds, now);
  const edited = editLines(draft, edit, facts, now);
  if (edited.outcome !== "edited") return { order: draft, ...edited };

  const details: OrderEventDetails = {
    ...textChanges(draft, edit),
    ...(edited.changes.length === 0 ? {} : { lines: edited.changes }),
  };
  if (Object.keys(details).length === 0 && edit.reprice !== true) {
    return { outcome: "unchanged", order: draft };
  }
  const { poNumber = draft.poNumber, notes = draft.notes } = edit;
  const order: StoredOrder = {
    ...draft,
    poNumber,
    notes,
    lines: edited.lines,
    subtotal: sumLineTotals(edited.lines),
    version: draft.version + 1,
  };
  storeEdited(tx, order, details, asked);
  return { outcome: "edited", order };
}
