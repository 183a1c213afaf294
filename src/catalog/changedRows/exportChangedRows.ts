import type { WrittenCell } from "../../files/writtenCells.ts";
import type { Currency } from "../../money.ts";
import { formatPrice, readPriceOfRow } from "../../price.ts";
import { rowColumns } from "./changedRowQueries.ts";
import type { ChangedRow } from "./listedRowQueries.ts";

const fields = ["on_hand", ...rowColumns];
const numbers = new Set([
  "on_hand",
  "list_price",
  "min_quantity",
  "multiple",
  "lead_time_days",
  "lots",
]);

const header = [
  "change",
  "part_number",
  "vendor",
  "condition",
  "unit_of_measure",
  "price_change_percent",
  ...fields.flatMap((field) => [`${field}_before`, `${field}_after`]),
];

function toCell(field: string, value: unknown, currency: Currency | null): WrittenCell {
  if (value === null || value === undefined) return "";
  if (field === "list_price" && currency !== null) {
    return { number: formatPrice(readPriceOfRow(value, currency)) };
  }
  if (Array.isArray(value)) return value.join("; ");
  return numbers.has(field) ? { number: String(value) } : String(value);
}

function toCells({ fields: changes, currencies, ...row }: ChangedRow): WrittenCell[] {
  const { priceChange } = row;
  const hasPercentage = priceChange !== null && Number.isFinite(priceChange);
  const changed = new Map(changes.map((change) => [change.field, change]));
  return [
    row.kind === "deactivated" ? "discontinued" : row.kind,
    row.partNumber,
    row.vendor,
    row.condition,
    row.unitOfMeasure,
    hasPercentage ? { number: priceChange.toFixed(2) } : "",
    ...fields.flatMap((field) => [
      toCell(field, changed.get(field)?.before, currencies.before),
      toCell(field, changed.get(field)?.after, currencies.after),
    ]),
  ];
}

/** Yields the header, then a row of cells per changed row; what did not change is empty. */
export async function* exportChangedRows(
  batches: AsyncIterable<readonly ChangedRow[]>,
): AsyncGenerator<readonly WrittenCell[]> {
  yield header;
  for await (const rows of batches) for (const row of rows) yield toCells(row);
}
