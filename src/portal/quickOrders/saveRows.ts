// Saves what was typed and chosen in the rows of a page. Whatever button was pressed, no row loses
// what was typed into it.
import type { FormState } from "../../html/form.ts";
import {
  applyBulkAction,
  type BulkOutcome,
  undoAction,
} from "../../quickOrders/bulk/applyBulkAction.ts";
import { bulkActions } from "../../quickOrders/bulk/bulkActions.ts";
import { splitRow } from "../../quickOrders/bulk/splitRow.ts";
import { acceptName, chooseDay, editRow, removeRow } from "../../quickOrders/editRow.ts";
import type { OrderList } from "../../quickOrders/orderList.ts";
import { selectRowsByNumber } from "../../quickOrders/pageQueries.ts";
import type { LineTexts } from "../../reading/line.ts";
import type { PortalContext, Visit } from "../portalContext.ts";
import {
  convertChecked,
  convertedField,
  markTexts,
  readConfirmed,
  readSentRows,
  roundChecked,
  roundedField,
  type SentRow,
  textsOfRow,
} from "./readSentRows.ts";
import { readWish } from "./rows/readWish.ts";
import { markSplit } from "./splitText.ts";
import { texts } from "./texts.ts";

/** The refused rows, with what was typed and the reason. The other rows are saved. */
export type RefusedRows = ReadonlyMap<number, FormState>;

export type SavedRows = {
  readonly changed: readonly number[];
  /** The second rows of changed rows that were split. */
  readonly created: readonly number[];
  readonly removed: number | null;
  /** What a bulk action or its undoing changed; null if there was none. */
  readonly bulk: BulkOutcome | null;
  readonly refused: RefusedRows;
};

function toRefused(rowNumber: number, sent: LineTexts, message: string): FormState {
  const subject = message.startsWith("The condition") ? "condition" : "number";
  const typed = new Map([
    [`number-${rowNumber}`, sent.partNumber],
    [`quantity-${rowNumber}`, sent.quantity],
    [`condition-${rowNumber}`, sent.condition],
  ]);
  const field = `${subject}-${rowNumber}`;
  return {
    value: (name) => typed.get(name) ?? "",
    faults: [{ field, text: texts.row.refused(rowNumber, message) }],
    prefix: "row",
  };
}

/** A row that someone else changed, as it is now: what was proposed belonged to other texts. */
async function toStale(
  { db }: PortalContext,
  { listId }: OrderList,
  { rowNumber, texts: sent }: SentRow,
  message: string = texts.row.stale,
): Promise<FormState> {
  const [row] = await selectRowsByNumber(db, listId, [rowNumber]);
  return toRefused(rowNumber, row === undefined ? sent : textsOfRow(row), message);
}

/** Applies the bulk action of a form, or undoes the last one. */
async function applyBulk(
  context: PortalContext,
  { form, signedIn, now }: Visit,
  { listId }: OrderList,
): Promise<BulkOutcome | null> {
  const request = { accountId: signedIn.account.accountId, listId, now };
  if (form.has("undo")) return undoAction(context, request);
  const sent = form.text("bulk");
  // Nothing is rounded or converted that was not shown with its quantities.
  if (sent === roundChecked || sent === "round") {
    return applyBulkAction(context, request, "round", readConfirmed(form, roundedField));
  }
  if (sent === convertChecked || sent === "convert") {
    return applyBulkAction(context, request, "convert", readConfirmed(form, convertedField));
  }
  const action = bulkActions.find((one) => one === sent);
  return action === undefined ? null : applyBulkAction(context, request, action);
}

/** Saves a row of a form; the reason if it was refused. A remedy is for the texts it was for. */
async function saveRow(
  context: PortalContext,
  visit: Visit,
  list: OrderList,
  row: SentRow,
): Promise<"changed" | "unchanged" | FormState> {
  const { rowNumber, isTyped, seen } = row;
  const wish = await readWish(context, visit, list, row);
  const edited = await editRow(context, {
    accountId: visit.signedIn.account.accountId,
    listId: list.listId,
    rowNumber,
    ...wish,
    isAsSeen: isTyped ? undefined : (current) => markTexts(textsOfRow(current)) === seen,
    now: visit.now,
  });
  switch (edited.outcome) {
    case "changed":
      return "changed";
    case "stale":
      return toStale(context, list, row);
    case "refused":
      return toRefused(rowNumber, row.texts, edited.message);
    default:
      return "unchanged";
  }
}

/** The rows that saving a row created, or why it was refused; null if nothing changed. */
type SavedRow = { readonly created: readonly number[] } | FormState | null;

/** Splits a row over two offers, if what was read of it is still true. */
async function splitOne(
  context: PortalContext,
  visit: Visit,
  list: OrderList,
  row: SentRow,
): Promise<SavedRow> {
  const { rowNumber, fix, seen } = row;
  const done = await splitRow(context, {
    accountId: visit.signedIn.account.accountId,
    listId: list.listId,
    rowNumber,
    isAsSeen: (current, split) =>
      markTexts(textsOfRow(current)) === seen && markSplit(split) === fix?.value,
    now: visit.now,
  });
  if (done.outcome === "split") return { created: [done.created] };
  if (done.outcome === "unknown") return null;
  return toStale(context, list, row, texts.row.splitStale);
}

/** Accepts what a row calls its part, if it still has the part that was shown. */
async function acceptOne(
  context: PortalContext,
  visit: Visit,
  list: OrderList,
  row: SentRow,
): Promise<SavedRow> {
  const { outcome } = await acceptName(context, {
    accountId: visit.signedIn.account.accountId,
    listId: list.listId,
    rowNumber: row.rowNumber,
    isAsSeen: (current) => markTexts(textsOfRow(current)) === row.seen,
    now: visit.now,
  });
  if (outcome === "stale") return toStale(context, list, row);
  return outcome === "changed" ? { created: [] } : null;
}

/** Saves the day that an unclear date of a row means. */
async function saveDay(
  context: PortalContext,
  visit: Visit,
  list: OrderList,
  row: SentRow,
): Promise<SavedRow> {
  const { accountId } = visit.signedIn.account;
  const chosen = { accountId, listId: list.listId, rowNumber: row.rowNumber, now: visit.now };
  const { outcome } = await chooseDay(context, chosen, row.fix?.value ?? "");
  if (outcome === "stale") return toStale(context, list, row);
  return outcome === "changed" ? { created: [] } : null;
}

/** Saves what was typed or chosen in a row. */
async function saveSent(
  context: PortalContext,
  visit: Visit,
  list: OrderList,
  row: SentRow,
): Promise<SavedRow> {
  const { isTyped, fix } = row;
  if (!isTyped && fix === null) return null;
  // A typed quantity has another split, which is shown next.
  if (fix?.name === "split" && !isTyped) return splitOne(context, visit, list, row);
  if (fix?.name === "name" && !isTyped) return acceptOne(context, visit, list, row);
  const day = fix?.name === "day" ? await saveDay(context, visit, list, row) : null;
  if (fix?.name === "day" && !isTyped) return day;
  const saved = await saveRow(context, visit, list, row);
  if (saved === "unchanged") return null;
  return saved === "changed" ? { created: [] } : saved;
}

/**
 * Saves the rows of a form, each in its own transaction; then removes the row that it names, or
 * applies its bulk action.
 */
export async function saveRows(
  context: PortalContext,
  visit: Visit,
  list: OrderList,
): Promise<SavedRows> {
  const { form, signedIn, now } = visit;
  const { accountId } = signedIn.account;
  const { listId } = list;
  const removed = /^\d{1,9}$/.test(form.text("remove")) ? Number(form.text("remove")) : null;
  const changed: number[] = [];
  const created: number[] = [];
  const refused = new Map<number, FormState>();
  for (const row of readSentRows(form)) {
    const { rowNumber } = row;
    const saved = rowNumber === removed ? null : await saveSent(context, visit, list, row);
    if (saved === null) continue;
    if ("faults" in saved) {
      refused.set(rowNumber, saved);
    } else {
      changed.push(rowNumber);
      created.push(...saved.created);
    }
  }
  const bulk = await applyBulk(context, visit, list);
  const saved = { changed, created, bulk, refused };
  if (removed === null) return { ...saved, removed };
  const gone = await removeRow(context, { accountId, listId, rowNumber: removed, now });
  return { ...saved, removed: gone.outcome === "changed" ? removed : null };
}
