// Numbers of a list that differ from those of the catalog only in how they are written, side by
// side: a person compares them and uses all at once.

import type { ListedOffer } from "../../catalog/search/listedOffer.ts";
import { renderStock } from "../../components/offerCells.ts";
import { formatCount } from "../../html/amount.ts";
import { type Content, type Html, html } from "../../html/html.ts";
import type { Column, Row } from "../../html/table.ts";
import { formatMoney, type Price } from "../../price.ts";
import { type ComparedRow, selectComparedRows } from "../../quickOrders/bulk/comparedRows.ts";
import type { Piece } from "../../quickOrders/bulk/comparePartNumbers.ts";
import { loadRowOffers } from "../../quickOrders/loadRowOffers.ts";
import type { ListSummary, OrderList } from "../../quickOrders/orderList.ts";
import { partAddress } from "../addresses.ts";
import type { PortalContext, Visit } from "../portalContext.ts";
import { renderCheckedBox, renderCheckedTable } from "./bulk/checkedTable.ts";
import { confirmedField, useCompared } from "./readSentRows.ts";
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
    pick: renderCheckedBox(
      confirmedField,
      `${rowNumber}:${partNumber}`,
      texts.compared.use(partNumber, rowNumber),
    ),
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

export function renderComparedNumbers(compared: readonly ComparedNumber[]): Html {
  const { summary, hint, caption, pick, button } = texts.compared;
  return renderCheckedTable({
    id: "list-compared",
    summary: summary(compared.length),
    hint,
    caption,
    pick,
    columns,
    rows: compared.map(renderCompared),
    button,
    action: useCompared,
  });
}
