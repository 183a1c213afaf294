// The lines of orders as a file. Invariant: it contains no internal notes of operators.
import type { Writable } from "node:stream";
import type { Database, Session } from "../../db/database.ts";
import { writeCsv } from "../../files/writeCsv.ts";
import { writeXlsx } from "../../files/writeXlsx.ts";
import { toWrittenCells, type WrittenCell } from "../../files/writtenCells.ts";
import { type ExportedOrders, readExportedOrders } from "./exportQueries.ts";

export type OrderFormat = "csv" | "xlsx";

export const orderFileTypes: Readonly<Record<OrderFormat, string>> = {
  csv: "text/csv; charset=utf-8",
  xlsx: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
};

type Replicated = Pick<Database, "awaitReplication">;

export async function writeOrderFile(
  db: Replicated,
  session: Session,
  chosen: ExportedOrders,
  format: OrderFormat,
  target: Writable,
): Promise<void> {
  const rows = exportOrders(db, session, chosen);
  await (format === "csv" ? writeCsv(rows, target) : writeXlsx(rows, "orders", target));
}

const columns = [
  "order_id",
  "status",
  "account",
  "po_number",
  "created_at",
  "line_number",
  "part_number",
  "title",
  "vendor",
  "condition",
  "unit_of_measure",
  "quantity",
  "list_price",
  "list_currency",
  "unit_price",
  "line_total",
  "currency",
  "notes",
  "order_number",
  "certificate",
  "manufacturer",
  "cage",
  "lead_time_days",
  "confirmed_at",
  "confirmed_by",
  "fulfilled_at",
  "fulfilment_reference",
  "remark",
  "needed_by",
  "ship_to",
];
const numbers: ReadonlySet<string> = new Set([
  "line_number",
  "quantity",
  "list_price",
  "unit_price",
  "line_total",
  "lead_time_days",
]);

/**
 * Yields the rows of the file. Waits before each part for the standbys, since the rows say what
 * orders became (decision 150).
 */
export async function* exportOrders(
  db: Replicated,
  session: Session,
  chosen: ExportedOrders,
): AsyncGenerator<readonly WrittenCell[]> {
  yield columns;
  for await (const lines of readExportedOrders(session, chosen)) {
    await db.awaitReplication();
    for (const line of lines) yield toWrittenCells(line, columns, numbers);
  }
}
