// Rounding to packs: each row with its quantity and cost before and after, to be checked before
// anything is rounded.
import { formatCount } from "../../../html/amount.ts";
import { type Html, html } from "../../../html/html.ts";
import type { Column, Row } from "../../../html/table.ts";
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
import { renderCheckedBox, renderCheckedTable } from "./checkedTable.ts";
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
    pick: renderCheckedBox(
      roundedField,
      `${row.rowNumber}:${before}:${quantity}`,
      texts.rounding.round(row.rowNumber, amount),
    ),
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

export function renderRounding({ rows, others }: Rounding): Html {
  const { summary, summaryOf, hint, others: more, caption, pick, button } = texts.rounding;
  const total = describeTotal(rows);
  return renderCheckedTable({
    id: "list-rounding",
    summary: total === "" ? summary(rows.length) : summaryOf(rows.length, total),
    hint: html`${hint}${others > 0 && html` ${more(others)}`}`,
    caption,
    pick,
    columns,
    rows: rows.map(renderRounded),
    button,
    action: roundChecked,
  });
}
