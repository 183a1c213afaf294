// Editing a draft: its lines and what is written to it. Invariant: an edit applies to the version
// that the buyer saw, all or nothing.
import { userActor } from "../../audit/actor.ts";
import type { Transaction } from "../../db/database.ts";
import { insertEvent, lockOrder, replaceLines, updateOrder } from "../changeQueries.ts";
import { type StoredOrder, sumLineTotals } from "../order.ts";
import type { BuyerOrderRequest, OrderEventDetails } from "../orderEvent.ts";
import { type OrderTexts, pickOrderTexts } from "../orderTexts.ts";
import { sendCurrentDraft } from "./currentDraftQueries.ts";
import { type BrokenLimit, type DraftEdit, editLines, type RefusedLine } from "./editLines.ts";
import { loadDraftFacts } from "./loadDraftReview.ts";
import { writeRemovedLine } from "./removedLines.ts";

/** `version` is the one that the buyer saw; null: any. */
export type EditedDraft = BuyerOrderRequest & {
  readonly version: number | null;
  readonly edit: DraftEdit;
};

/**
 * "stale": the draft changed in the meantime. "refused": lines cannot be ordered as requested.
 * "outside limits": the draft would have no or too many lines, or a quantity outside its limits.
 * "closed": it is no longer a draft. "unknown": this account has no such order. Except for "edited"
 * nothing was written. `order` is the current order.
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
  | { readonly outcome: "outside limits"; readonly order: StoredOrder; readonly limit: BrokenLimit }
  | { readonly outcome: "unknown" };

/** The texts of a draft that an edit changes. */
export function findTextChanges(draft: OrderTexts, edit: Partial<OrderTexts>): OrderEventDetails {
  const changed = (["poNumber", "shipTo", "notes"] as const).flatMap((field) => {
    const [before, after] = [draft[field], edit[field]];
    return after === undefined || after === before ? [] : [[field, { before, after }]];
  });
  return Object.fromEntries(changed);
}

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
  const action = { actor: userActor(edited), now, formId };
  insertEvent(tx, order.orderId, order.version, kind, { action, details });
  sendCurrentDraft(tx, edited.signedIn.user.userId, order.orderId);
}

/**
 * Edits a draft of the signed-in buyer's account in the caller's transaction; use
 * `runOrderTransaction`.
 */
export async function editDraft(tx: Transaction, request: EditedDraft): Promise<EditOutcome> {
  const { signedIn, edit, now } = request;
  const { accountId } = signedIn.account;
  const draft = await lockOrder(tx, accountId, request.orderId);
  if (draft === undefined) return { outcome: "unknown" };
  if (draft.status !== "draft") return { outcome: "closed", order: draft };
  if (request.version !== null && request.version !== draft.version) {
    return { outcome: "stale", order: draft };
  }
  const offerIds = [...draft.lines, ...(edit.added ?? [])].map(({ offerId }) => offerId);
  const facts = await loadDraftFacts(tx, accountId, offerIds, now);
  const edited = editLines(draft, edit, facts, now);
  if (edited.outcome !== "edited") return { order: draft, ...edited };

  const details: OrderEventDetails = {
    ...findTextChanges(draft, edit),
    ...(edited.changes.length === 0 ? {} : { lines: edited.changes }),
    ...(edited.removed.length === 0 ? {} : { removed: edited.removed.map(writeRemovedLine) }),
  };
  if (Object.keys(details).length === 0 && edit.reprice !== true) {
    return { outcome: "unchanged", order: draft };
  }
  const order: StoredOrder = {
    ...draft,
    ...pickOrderTexts({ ...draft, ...edit }),
    lines: edited.lines,
    subtotal: sumLineTotals(edited.lines),
    version: draft.version + 1,
  };
  storeEdited(tx, order, details, request);
  return { outcome: "edited", order };
}
