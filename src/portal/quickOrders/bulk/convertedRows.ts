// Quantities in another unit than that of their part: each row with what its list says and what is
// ordered, to be checked before anything is converted.
import { formatCount } from "../../../html/amount.ts";
import { type Html, html } from "../../../html/html.ts";
import type { Column, Row } from "../../../html/table.ts";
import { formatMoney } from "../../../price.ts";
import { describeOrderTerms } from "../../../pricing/orderTerms.ts";
import {
  type ConvertedRow,
  type Converting,
  selectConvertedRows,
} from "../../../quickOrders/bulk/convertedRows.ts";
import { type Conversion, markConversion } from "../../../quickOrders/bulk/planConversion.ts";
import type { ListSummary, OrderList } from "../../../quickOrders/orderList.ts";
import type { PortalContext, Visit } from "../../portalContext.ts";
import { convertChecked, convertedField } from "../readSentRows.ts";
import { renderCheckedBox, renderCheckedTable } from "./checkedTable.ts";
import { texts } from "./texts.ts";

/** The rows to convert in a list that is checked. */
export async function loadConverting(
  context: PortalContext,
  { now }: Visit,
  list: OrderList,
  { states, convertible }: ListSummary,
): Promise<Converting> {
  if (convertible === 0 || states.waiting > 0) return { rows: [], others: 0 };
  return selectConvertedRows(context, list, convertible, now);
}

const columns: readonly Column[] = [
  { title: texts.converting.row, kind: "number" },
  { title: texts.converting.partNumber, kind: "code" },
  { title: texts.converting.written, kind: "text" },
  { title: texts.converting.ordered, kind: "number" },
  { title: texts.converting.why, kind: "text" },
  { title: texts.converting.cost, kind: "number" },
];

/** What makes the ordered quantity more than the written one. */
function describeRounding({ quantity, unit, asked, exact, terms }: Conversion): string | null {
  const rounded = exact === null ? [] : texts.converting.exact(exact, unit);
  const isMore = quantity > asked && terms !== null;
  const packs = isMore ? describeOrderTerms(terms) : [];
  return [rounded, packs].flat().join("; ") || null;
}

function renderConverted({ row, conversion }: ConvertedRow): Row {
  const { rowNumber, partNumber, quantityText } = row;
  const ordered = `${formatCount(conversion.quantity)} ${conversion.unit}`;
  return {
    pick: renderCheckedBox(
      convertedField,
      `${rowNumber}:${markConversion(row, conversion)}`,
      texts.converting.convert(rowNumber, ordered),
    ),
    cells: [
      formatCount(rowNumber),
      partNumber,
      quantityText,
      ordered,
      describeRounding(conversion),
      conversion.cost && formatMoney(conversion.cost),
    ],
  };
}

export function renderConverting({ rows, others }: Converting): Html {
  const { summary, hint, others: more, caption, pick, button } = texts.converting;
  return renderCheckedTable({
    id: "list-converting",
    summary: summary(rows.length),
    hint: html`${hint}${others > 0 && html` ${more(others)}`}`,
    caption,
    pick,
    columns,
    rows: rows.map(renderConverted),
    button,
    action: convertChecked,
  });
}
