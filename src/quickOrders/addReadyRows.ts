// Adds the ready rows of an uploaded list to drafts: all of them, as the buyer saw them, or none.
// Invariant: a repeated request adds nothing a second time.
import type { CatalogAccess } from "../catalog/replica/catalogAccess.ts";
import type { Database, Transaction } from "../db/database.ts";
import { markUrgent } from "../orders/changeQueries.ts";
import { createDraft } from "../orders/drafts/createDraft.ts";
import type { BrokenLimit, RefusedLine } from "../orders/drafts/editDraft.ts";
import { editDraft } from "../orders/drafts/editDraft.ts";
import { firstNeededDay } from "../orders/lineInstructions.ts";
import type { OrderId } from "../orders/order.ts";
import { noOrderTexts } from "../orders/order.ts";
import { sendCurrentDraft } from "../orders/queries.ts";
import { runOrderTransaction } from "../orders/runOrderTransaction.ts";
import { toStoredPrice } from "../price.ts";
import type { SignedIn } from "../signIn/signedIn.ts";
import { type CheckedRow, checkParts, partsPerBatch } from "./checkParts.ts";
import { markAdded, type ReadyRow, selectOrdersOfVersion, selectReadyRows } from "./editQueries.ts";
import type { OrderList } from "./orderList.ts";
import { type PlannedDraft, planDrafts } from "./planDrafts.ts";
import { incrementVersion, lockList, summarizeList } from "./queries.ts";
import { findRowsUrgency } from "./written/listUrgency.ts";
import { movePastDay } from "./written/rowInstructions.ts";

/** A `draftId` of null means new drafts. */
export type AddedRows = {
  readonly signedIn: SignedIn;
  readonly listId: string;
  /** The version of the list that the buyer saw. */
  readonly version: number;
  readonly draftId: string | null;
  readonly requestId: string;
  readonly now: Date;
};

/**
 * Why rows were not added. "stale": the list has changed in the meantime. "checking": some rows are
 * not checked yet. "changed": the number of rows that are no longer ready or have another price,
 * which is stored; the other outcomes write nothing. "no draft", "several currencies", "outside
 * limits", "refused": the draft cannot take the rows.
 */
export type AddRefusal =
  | { readonly outcome: "changed"; readonly rows: number }
  | { readonly outcome: "stale" | "checking" | "nothing" | "busy" }
  | { readonly outcome: "no draft" | "several currencies" }
  | { readonly outcome: "outside limits"; readonly limit: BrokenLimit }
  | { readonly outcome: "refused"; readonly lines: readonly RefusedLine[] };

/**
 * "added" lists the drafts, even if an earlier request with the same version added the rows;
 * `created` of them are new with this request.
 */
export type AddOutcome =
  | { readonly outcome: "added"; readonly orderIds: readonly OrderId[]; readonly created: number }
  | { readonly outcome: "unknown" }
  | AddRefusal;

/** Rolls back all drafts if one of them cannot be stored. */
class NotAdded extends Error {
  readonly outcome: AddRefusal;

  constructor(outcome: AddRefusal) {
    super(`rows were not added: ${outcome.outcome}`);
    this.name = "NotAdded";
    this.outcome = outcome;
  }
}

/** Whether a ready row is no longer ready, or has another offer or price. */
function isChanged({ before, after }: CheckedRow): boolean {
  return (
    before.state === "ready" &&
    (after.state !== "ready" ||
      after.offerId !== before.offerId ||
      (after.unitPrice && toStoredPrice(after.unitPrice)) !== before.unitPrice ||
      after.unitPrice?.currency !== before.currency)
  );
}

/** Checks the ready rows again and counts those that changed. */
async function countChanged(
  tx: Transaction,
  replica: CatalogAccess["replica"],
  list: OrderList,
  ready: readonly ReadyRow[],
  now: Date,
): Promise<number> {
  const keys = [...new Set(ready.map(({ partNumberKey }) => partNumberKey))];
  let changed = 0;
  for (let start = 0; start < keys.length; start += partsPerBatch) {
    const part = keys.slice(start, start + partsPerBatch);
    const checked = await checkParts(tx, replica, list, part, now);
    changed += checked.filter(isChanged).length;
  }
  return changed;
}

async function storeInNewDraft(
  tx: Transaction,
  { signedIn, requestId, now }: AddedRows,
  { lines }: PlannedDraft,
): Promise<OrderId> {
  const draft = { signedIn, lines, ...noOrderTexts, requestId, now };
  const created = await createDraft(tx, draft);
  if (created.outcome !== "created") throw new NotAdded(created);
  return created.order.orderId;
}

async function storeInDraft(
  tx: Transaction,
  { signedIn, requestId, now }: AddedRows,
  { lines }: PlannedDraft,
  orderId: string,
): Promise<OrderId> {
  const edit = { added: lines };
  const edited = await editDraft(tx, { signedIn, orderId, version: null, edit, requestId, now });
  if (edited.outcome === "edited") return edited.order.orderId;
  if (edited.outcome === "refused") throw new NotAdded(edited);
  if (edited.outcome === "outside limits") throw new NotAdded(edited);
  throw new NotAdded({ outcome: "no draft" });
}

/** Part numbers that the notes of an urgent draft name. */
const maxNamedParts = 10;

/** Carries what the list says of these rows to their draft. */
async function markUrgentDraft(
  tx: Transaction,
  { urgent }: OrderList,
  ready: readonly ReadyRow[],
  rowNumbers: readonly number[],
  orderId: OrderId,
): Promise<void> {
  const found = findRowsUrgency(urgent, rowNumbers);
  if (found === undefined) return;
  const { urgency, rows } = found;
  const numbers = ready.flatMap(({ rowNumber, offeredNumber }) =>
    rows?.has(rowNumber) ? (offeredNumber ?? []) : [],
  );
  const distinct = [...new Set(numbers)];
  const more = distinct.length > maxNamedParts ? ["…"] : [];
  const named = [...distinct.slice(0, maxNamedParts), ...more].join(", ");
  const note = [urgency, ...(rows === null ? [] : [named])].join(": ");
  await markUrgent(tx, orderId, urgency, note);
}

async function addRows(
  tx: Transaction,
  replica: CatalogAccess["replica"],
  request: AddedRows,
): Promise<AddOutcome> {
  const list = await lockList(tx, request.signedIn.account.accountId, request.listId);
  if (list === undefined) return { outcome: "unknown" };
  const orderIds = await selectOrdersOfVersion(tx, list.listId, request.version);
  if (orderIds.length > 0) return { outcome: "added", orderIds, created: 0 };
  if (list.version !== request.version) return { outcome: "stale" };
  const { states } = await summarizeList(tx, list.listId);
  if (states.waiting > 0) return { outcome: "checking" };
  const ready = await selectReadyRows(tx, list.listId);
  if (ready.length === 0) return { outcome: "nothing" };
  const changed = await countChanged(tx, replica, list, ready, request.now);
  await incrementVersion(tx, list.listId);
  if (changed > 0) return { outcome: "changed", rows: changed };

  const firstDay = firstNeededDay(request.now);
  const planned = planDrafts(
    ready.map((row) => ({ ...row, ...movePastDay(row, firstDay) })),
  ).toSorted((one, other) => other.rowNumbers.length - one.rowNumbers.length);
  const { draftId } = request;
  if (draftId !== null && new Set(planned.map(({ currency }) => currency)).size > 1) {
    throw new NotAdded({ outcome: "several currencies" });
  }
  if (draftId !== null && planned.length > 1) {
    throw new NotAdded({ outcome: "outside limits", limit: "too many lines" });
  }
  const added: OrderId[] = [];
  for (const draft of planned) {
    const orderId =
      draftId === null
        ? await storeInNewDraft(tx, request, draft)
        : await storeInDraft(tx, request, draft, draftId);
    const { rowNumbers } = draft;
    await markUrgentDraft(tx, list, ready, rowNumbers, orderId);
    await markAdded(tx, list.listId, { rowNumbers, orderId, version: request.version });
    added.push(orderId);
  }
  // The last that was created is current, but a person goes on with the largest.
  const [largest] = added;
  if (largest !== undefined) sendCurrentDraft(tx, request.signedIn.user.userId, largest);
  return { outcome: "added", orderIds: added, created: draftId === null ? added.length : 0 };
}

/**
 * Adds the ready rows of a list of the signed-in buyer's account to one of its drafts, or to new
 * drafts of at most `limits.orderLines` lines and one currency each. The largest comes first, and
 * becomes the current draft.
 */
export async function addReadyRows(
  { db, replica }: CatalogAccess<Database>,
  request: AddedRows,
): Promise<AddOutcome> {
  try {
    const added = await runOrderTransaction(db, (tx) => addRows(tx, replica, request));
    return added === "busy" ? { outcome: "busy" } : added;
  } catch (error) {
    if (error instanceof NotAdded) return error.outcome;
    throw error;
  }
}
