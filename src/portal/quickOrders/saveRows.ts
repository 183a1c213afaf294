// Saves what was typed and chosen in the rows of a page. Whatever button was pressed, no row loses
// what was typed into it.
import type { OfferId } from "../../catalog/partId.ts";
import type { FormState } from "../../html/form.ts";
import {
  applyBulkAction,
  type BulkOutcome,
  undoAction,
} from "../../quickOrders/bulk/applyBulkAction.ts";
import { bulkActions } from "../../quickOrders/bulk/bulkActions.ts";
import { editRow, removeRow } from "../../quickOrders/editRow.ts";
import type { OrderList } from "../../quickOrders/orderList.ts";
import { selectRowsByNumber } from "../../quickOrders/pageQueries.ts";
import type { LineTexts } from "../../quickOrders/splitLine.ts";
import { takeSuggestion } from "../../quickOrders/writtenQuantity.ts";
import type { PortalContext, Visit } from "../portalContext.ts";
import { markReading, readSentRows, type SentRow } from "./readSentRows.ts";
import { texts } from "./texts.ts";

/** The refused rows, with what was typed and the reason. The other rows are saved. */
export type RefusedRows = ReadonlyMap<number, FormState>;

export type SavedRows = {
  readonly changed: readonly number[];
  readonly removed: number | null;
  /** What a bulk action or its undoing changed; null if there was none. */
  readonly bulk: BulkOutcome | null;
  readonly refused: RefusedRows;
};

type Wish = { readonly texts: LineTexts; readonly choice: OfferId | undefined };

async function readReading(
  { db }: PortalContext,
  { listId }: OrderList,
  { rowNumber, texts }: SentRow,
  mark: string,
): Promise<LineTexts> {
  const [row] = await selectRowsByNumber(db, listId, [rowNumber]);
  const reading = row?.readings?.find((one) => markReading(one) === mark);
  if (reading === undefined) return texts;
  const { partNumber, quantityText, condition } = reading;
  return { partNumber, quantity: quantityText, condition: condition ?? "" };
}

async function readWish(
  context: PortalContext,
  { signedIn }: Visit,
  list: OrderList,
  row: SentRow,
): Promise<Wish> {
  const { texts, fix } = row;
  const plain = { texts, choice: undefined };
  switch (fix?.name) {
    case "offer": {
      // An expired part_id still names its offer; the row is checked again anyway.
      const opened = context.partIds.open(signedIn.account.accountId, fix.value);
      return { texts, choice: opened?.offerId };
    }
    case "reading":
      return { ...plain, texts: await readReading(context, list, row, fix.value) };
    case "instead":
      return { ...plain, texts: takeSuggestion(texts, fix.value) };
    case "condition":
      return { ...plain, texts: { ...texts, condition: fix.value } };
    case "nearest":
      return { ...plain, texts: { ...texts, quantity: fix.value } };
    default:
      return plain;
  }
}

function toRefused({ rowNumber, texts: sent }: SentRow, message: string): FormState {
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

/** Applies the bulk action of a form, or undoes the last one. */
async function applyBulk(
  context: PortalContext,
  { form, signedIn, now }: Visit,
  { listId }: OrderList,
): Promise<BulkOutcome | null> {
  const request = { accountId: signedIn.account.accountId, listId, now };
  if (form.has("undo")) return undoAction(context, request);
  const action = bulkActions.find((one) => one === form.text("bulk"));
  return action === undefined ? null : applyBulkAction(context, request, action);
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
  const refused = new Map<number, FormState>();
  for (const row of readSentRows(form)) {
    const { rowNumber, isTyped, fix } = row;
    if (rowNumber === removed || (!isTyped && fix === null)) continue;
    const wish = await readWish(context, visit, list, row);
    const edited = await editRow(context, { accountId, listId, rowNumber, ...wish, now });
    if (edited.outcome === "changed") changed.push(rowNumber);
    if (edited.outcome === "refused") refused.set(rowNumber, toRefused(row, edited.message));
  }
  const bulk = await applyBulk(context, visit, list);
  if (removed === null) return { changed, removed, bulk, refused };
  const gone = await removeRow(context, { accountId, listId, rowNumber: removed, now });
  return { changed, removed: gone.outcome === "changed" ? removed : null, bulk, refused };
}
