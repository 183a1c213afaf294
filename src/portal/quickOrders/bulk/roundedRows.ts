// Rounding to packs: each row with its quantity and cost before and after, to be checked before
// anything is rounded. The boxes belong to the form of the rows.
import { formatCount } from "../../../html/amount.ts";
import { renderButton } from "../../../html/form.ts";
import { type Html, html } from "../../../html/html.ts";
import { type Column, type Row, renderTable } from "../../../html/table.ts";
import type { Money } from "../../../money.ts";
import { formatMoney } from "../../../price.ts";
import { describeOrderTerms } from "../../../pricing/orderTerms.ts";
import {
  type RoundedRow,
  type Rounding,
  selectRoundedRows,
} from "../../../quickOrders/bulk/roundedRows.ts";
import type { ListSummary, OrderList } from "../../../quickOrders/orderList.ts";
import type { PortalContext, Visit } from "../../portalContext.ts";
import { roundChecked, roundedField } from "../readSentRows.ts";
import { rowsForm } from "../rowSetting.ts";
import { texts } from "./texts.ts";

/** The rows to round in a list that is checked. */
export async function loadRounding(
  context: PortalContext,
  { now }: Visit,
  list: OrderList,
  { states }: ListSummary,
): Promise<Rounding> {
  if (states.bad_quantity === 0 || states.waiting > 0) return { rows: [], others: 0 };
  return selectRoundedRows(context, list, now);
}

function describeDifference(minor: bigint, { currency }: Money): string {
  const { more, less, same } = texts.rounding;
  if (minor === 0n) return same;
  const amount = formatMoney({ minor: minor < 0n ? -minor : minor, currency });
  return minor < 0n ? less(amount) : more(amount);
}

function findDifference({ cost, costBefore }: RoundedRow): bigint | null {
  return costBefore === null ? null : cost.minor - costBefore.minor;
}

/** What all roundings cost together, per currency; empty if a row had no price before. */
function describeTotal(rows: readonly RoundedRow[]): string {
  if (rows.some((row) => findDifference(row) === null)) return "";
  const byCurrency = Map.groupBy(rows, ({ cost }) => cost.currency);
  const sums = [...byCurrency.values()].map((some) => {
    const sum = some.reduce((all, row) => all + (findDifference(row) ?? 0n), 0n);
    return describeDifference(sum, (some[0] as RoundedRow).cost);
  });
  return sums.join(", ");
}

const columns: readonly Column[] = [
  { title: texts.rounding.row, kind: "number" },
  { title: texts.rounding.partNumber, kind: "code" },
  { title: texts.rounding.quantity, kind: "number" },
  { title: texts.rounding.packs, kind: "text" },
  { title: texts.rounding.cost, kind: "number" },
  { title: texts.rounding.difference, kind: "number" },
];

function renderRounded(rounded: RoundedRow): Row {
  const { row, quantity, terms, together, cost } = rounded;
  const before = row.quantity ?? 0;
  const difference = findDifference(rounded);
  const amount = formatCount(quantity);
  const sum = together === null ? [] : texts.rounding.together(formatCount(together));
  return {
    pick: html`<input type="checkbox" form="${rowsForm}" name="${roundedField}" checked
 value="${row.rowNumber}:${before}:${quantity}" autocomplete="off"
 aria-label="${texts.rounding.round(row.rowNumber, amount)}">`,
    cells: [
      formatCount(row.rowNumber),
      row.partNumber,
      texts.fromTo(formatCount(before), amount),
      [describeOrderTerms(terms), sum].flat().join("; "),
      formatMoney(cost),
      difference === null ? null : describeDifference(difference, cost),
    ],
  };
}

/** The script replaces it, and keeps it open and what was cleared. */
export function renderRounding({ rows, others }: Rounding): Html {
  if (rows.length === 0) return html`<div id="list-rounding" hidden></div>\n`;
  const table = renderTable({
    caption: texts.rounding.caption,
    pickHead: html`<span class="unseen">${texts.rounding.pick}</span>`,
    columns,
    rows: rows.map(renderRounded),
  });
  const button = renderButton({
    text: texts.rounding.button,
    name: "bulk",
    value: roundChecked,
    form: rowsForm,
    kind: "primary",
  });
  const { summary, summaryOf, hint, others: more } = texts.rounding;
  const total = describeTotal(rows);
  return html`<details id="list-rounding">
<summary>${total === "" ? summary(rows.length) : summaryOf(rows.length, total)}</summary>
<section class="card">
<p>${hint}${others > 0 && html` ${more(others)}`}</p>
${table}<footer>${button}</footer>
</section>
</details>
`;
}
