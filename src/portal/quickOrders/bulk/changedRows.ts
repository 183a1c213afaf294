// What a bulk action changed, row by row: before and after.

import { formatCount } from "../../../html/amount.ts";
import { type Html, html } from "../../../html/html.ts";
import { formatMoney } from "../../../price.ts";
import { type ChangedRow, selectChangedRows } from "../../../quickOrders/bulk/changedQueries.ts";
import type { OrderList } from "../../../quickOrders/orderList.ts";
import type { PortalContext } from "../../portalContext.ts";
import { texts } from "./texts.ts";

/** Rows that are named; the others are counted. */
const maxNamed = 100;

/** The rows that a bulk action changed; none if it was undone, or if there was no action. */
export async function loadChangedRows(
  { db }: PortalContext,
  { listId }: OrderList,
  step: number | null | undefined,
): Promise<ChangedRow[]> {
  return step == null ? [] : selectChangedRows(db, listId, step, maxNamed);
}

function nameQuantity(quantity: number | null): string {
  return quantity === null ? texts.changed.noQuantity : formatCount(quantity);
}

function describeOfferNow({ offer }: ChangedRow): string[] {
  if (offer === null) return [];
  const { vendor, condition, unitOfMeasure, unitPrice } = offer;
  const price = unitPrice === null ? [] : `${formatMoney(unitPrice)} / ${unitOfMeasure}`;
  return [[vendor, condition, price].flat().join(", ")];
}

function describeChange(row: ChangedRow): string {
  const { before, now, isRemoved } = row;
  if (isRemoved) return [before.partNumber ?? [], texts.changed.removed].flat().join(": ");
  const number =
    before.partNumber === now.partNumber
      ? (now.partNumber ?? "")
      : texts.fromTo(before.partNumber ?? "", now.partNumber ?? "");
  const condition = (code: string | null) => code ?? texts.changed.anyCondition;
  const { fromTo, changed } = texts;
  const changes = [
    before.quantity === now.quantity
      ? []
      : changed.quantity(fromTo(nameQuantity(before.quantity), nameQuantity(now.quantity))),
    before.condition === now.condition
      ? []
      : changed.condition(fromTo(condition(before.condition), condition(now.condition))),
    describeOfferNow(row),
  ].flat();
  return changes.length === 0 ? number : `${number}: ${changes.join("; ")}`;
}

/** `count` is how many rows the action changed. */
export function renderChangedRows(rows: readonly ChangedRow[], count: number): Html | null {
  if (rows.length === 0) return null;
  const items = rows.map(
    (row) => html`<li>${texts.changed.row(row.rowNumber)}, ${describeChange(row)}</li>\n`,
  );
  const more = count > rows.length && html`<p>${texts.changed.more(count - rows.length)}</p>\n`;
  return html`<details class="hint">
<summary>${texts.changed.summary(Math.max(count, rows.length))}</summary>
<ul>
${items}</ul>
${more}</details>
`;
}
