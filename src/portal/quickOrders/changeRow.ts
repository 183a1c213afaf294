import type { OfferId } from "../../catalog/partId.ts";
import type { FormState } from "../../html/form.ts";
import { editRow, type RowOutcome, removeRow } from "../../quickOrders/editRow.ts";
import { type OrderList, rowStates } from "../../quickOrders/orderList.ts";
import { selectRowsOnPage, selectStartBefore } from "../../quickOrders/pageQueries.ts";
import type { LineTexts } from "../../quickOrders/splitLine.ts";
import { readWrittenQuantity } from "../../quickOrders/writtenQuantity.ts";
import { type Answer, answerPage, notFound, redirect } from "../../site/visit.ts";
import type { Handler, PortalContext, Visit } from "../portalContext.ts";
import { renderListPage } from "./listPage.ts";
import { formatListAddress, type ListView, readListView, statesOfView } from "./listView.ts";
import { loadListPage } from "./loadListPage.ts";

type Wish = { readonly texts: LineTexts; readonly choice: OfferId | undefined };

async function readReading(
  { db }: PortalContext,
  { listId }: OrderList,
  rowNumber: number,
  index: string,
): Promise<LineTexts | undefined> {
  const [row] = await selectRowsOnPage(db, listId, rowStates, rowNumber - 1, 1);
  const reading = row?.rowNumber === rowNumber ? row.readings?.[Number(index)] : undefined;
  if (reading === undefined) return undefined;
  const { partNumber, quantityText, condition } = reading;
  return { partNumber, quantity: quantityText, condition: condition ?? "" };
}

/** For a suggested number, a missing quantity may be in the text that it is suggested for. */
function readQuantity(form: Visit["form"]): string {
  if (form.has("nearest")) return form.text("nearest");
  const quantity = form.text("quantity");
  if (!form.has("instead") || /^\d+$/.test(quantity.trim())) return quantity;
  return readWrittenQuantity(`${form.text("number")}, ${quantity}`) ?? quantity;
}

async function readWish(
  context: PortalContext,
  { form, signedIn }: Visit,
  list: OrderList,
  rowNumber: number,
): Promise<Wish> {
  const typed: LineTexts = {
    partNumber: form.has("instead") ? form.text("instead") : form.text("number"),
    quantity: readQuantity(form),
    condition: form.text("condition"),
  };
  const reading = form.has("reading")
    ? await readReading(context, list, rowNumber, form.text("reading"))
    : undefined;
  // An expired part_id still names its offer; the row is checked again anyway.
  const opened = context.partIds.open(signedIn.account.accountId, form.text("offer"));
  return { texts: reading ?? typed, choice: opened?.offerId };
}

async function refuse(
  context: PortalContext,
  visit: Visit,
  list: OrderList,
  rowNumber: number,
  message: string,
): Promise<Answer> {
  const { form } = visit;
  const field = message.startsWith("The condition") ? "condition" : "number";
  const state: FormState = {
    value: (name) => form.text(name),
    faults: [{ field, text: message }],
    prefix: `row-${rowNumber}`,
  };
  const refused = { rowNumber, state };
  const shown = await loadListPage(context, visit, list, readListView(form), { refused });
  return answerPage(renderListPage(shown), 422);
}

export const changeRow: Handler<{ readonly list: OrderList; readonly rowNumber: number }> = async (
  context,
  visit,
  { list, rowNumber },
) => {
  const { accountId } = visit.signedIn.account;
  const row = { accountId, listId: list.listId, rowNumber, now: visit.now };
  const outcome: RowOutcome = visit.form.has("remove")
    ? await removeRow(context, row)
    : await editRow(context, { ...row, ...(await readWish(context, visit, list, rowNumber)) });
  if (outcome.outcome === "unknown") return notFound;
  if (outcome.outcome === "refused") {
    return refuse(context, visit, list, rowNumber, outcome.message);
  }
  const view = readListView(visit.form);
  const address = formatListAddress(list.listId, view, rowNumber);
  const place = await findPlace(context, list, view, rowNumber);
  return redirect(place === undefined ? address : `${address}#row-${place}`);
};

/** The row at which the view continues: the changed row, the next one, or the one before. */
async function findPlace(
  { db }: PortalContext,
  { listId }: OrderList,
  { show }: ListView,
  rowNumber: number,
): Promise<number | undefined> {
  const states = statesOfView(show);
  const [next] = await selectRowsOnPage(db, listId, states, rowNumber - 1, 1);
  if (next !== undefined) return next.rowNumber;
  const before = await selectStartBefore(db, listId, states, rowNumber, 1);
  const [last] = await selectRowsOnPage(db, listId, states, before, 1);
  return last?.rowNumber;
}
