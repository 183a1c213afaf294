// Numbers of a list that differ from those of the catalog only in how they are written, side by
// side: a person compares them and uses all at once. The boxes belong to the form of the rows.

import type { ListedOffer } from "../../catalog/search/listedOffer.ts";
import { renderStock } from "../../components/offerCells.ts";
import { formatCount } from "../../html/amount.ts";
import { renderButton } from "../../html/form.ts";
import { type Content, type Html, html } from "../../html/html.ts";
import { type Column, type Row, renderTable } from "../../html/table.ts";
import { formatMoney, type Price } from "../../price.ts";
import { type ComparedRow, selectComparedRows } from "../../quickOrders/bulk/comparedRows.ts";
import type { Piece } from "../../quickOrders/bulk/comparePartNumbers.ts";
import { loadRowOffers } from "../../quickOrders/loadRowOffers.ts";
import type { ListSummary, OrderList } from "../../quickOrders/orderList.ts";
import { partAddress } from "../addresses.ts";
import type { PortalContext, Visit } from "../portalContext.ts";
import { confirmedField, useCompared } from "./readSentRows.ts";
import { rowsForm } from "./rowSetting.ts";
import { texts } from "./texts.ts";

/** The cheapest offer that has the quantity of the row, and how many others fit the row. */
export type ComparedNumber = ComparedRow & {
  readonly offer: ListedOffer;
  readonly unitPrice: Price | null;
  readonly others: number;
};

/** The numbers to compare in a list that is checked, with their parts. */
export async function loadComparedNumbers(
  { db, replica }: PortalContext,
  { now }: Visit,
  { accountId, listId }: OrderList,
  { states }: ListSummary,
): Promise<ComparedNumber[]> {
  if (states.not_found === 0 || states.waiting > 0) return [];
  const compared = await selectComparedRows(db, listId);
  const rows = compared.map(({ row }) => row);
  const { toConfirm, suggested } = await loadRowOffers({ db, replica }, accountId, rows, now);
  return compared.flatMap((one) => {
    const { choice = null, others = 0 } = toConfirm.get(one.row.rowNumber) ?? {};
    const offer = choice?.offer ?? suggested.get(one.partNumber);
    const unitPrice = choice?.unitPrice ?? null;
    return offer === undefined ? [] : { ...one, offer, unitPrice, others };
  });
}

function markPieces(pieces: readonly Piece[]): Content[] {
  return pieces.map(({ text, isSame }) => (isSame ? text : html`<mark>${text}</mark>`));
}

const columns: readonly Column[] = [
  { title: texts.compared.row, kind: "number" },
  { title: texts.compared.written, kind: "code" },
  { title: texts.compared.meant, kind: "code", titled: true },
  { title: texts.compared.description, kind: "text" },
  { title: texts.compared.price, kind: "number" },
  { title: texts.compared.stock, kind: "words", titled: true },
];

function renderCompared(compared: ComparedNumber): Row {
  const { row, partNumber, written, meant, offer, unitPrice, others } = compared;
  const { rowNumber } = row;
  const more = others > 0 && html` <span class="sub">${texts.row.otherOffers(others)}</span>`;
  return {
    pick: html`<input type="checkbox" form="${rowsForm}" name="${confirmedField}" checked
 value="${rowNumber}:${partNumber}" autocomplete="off"
 aria-label="${texts.compared.use(partNumber, rowNumber)}">`,
    cells: [
      formatCount(rowNumber),
      html`${markPieces(written)}`,
      html`<a href="${partAddress(partNumber)}">${markPieces(meant)}</a>`,
      offer.title ?? offer.partName,
      unitPrice && `${formatMoney(unitPrice)} / ${offer.unitOfMeasure}`,
      html`${renderStock(offer)} ${offer.condition}${more}`,
    ],
  };
}

/** Numbers that are shown at once: more of them would hide the rows. */
const maxOpen = 5;

/** The script replaces it, and keeps it open and what was cleared. */
export function renderComparedNumbers(compared: readonly ComparedNumber[]): Html {
  if (compared.length === 0) return html`<div id="list-compared" hidden></div>\n`;
  const table = renderTable({
    caption: texts.compared.caption,
    pickHead: html`<span class="unseen">${texts.compared.pick}</span>`,
    columns,
    rows: compared.map(renderCompared),
  });
  const button = renderButton({
    text: texts.compared.button,
    name: "bulk",
    value: useCompared,
    form: rowsForm,
    kind: "primary",
  });
  const isOpen = compared.length <= maxOpen;
  return html`<details id="list-compared"${isOpen && html` open`}>
<summary>${texts.compared.summary(compared.length)}</summary>
<section class="card">
<p>${texts.compared.hint}</p>
${table}<footer>${button}</footer>
</section>
</details>
`;
}
