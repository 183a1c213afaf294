// The lines of orders as a file. Invariant: it contains no internal notes of operators.
import type { Writable } from "node:stream";
import type { Database, Session } from "../../db/database.ts";
import type { WireMoney } from "../../kit/money.ts";
import { writeCsv } from "../../reading/files/writeCsv.ts";
import { writeXlsx } from "../../reading/files/writeXlsx.ts";
import type { WrittenCell } from "../../reading/files/writtenCells.ts";
import { reportedFacts, sharedFacts } from "../lineFacts.ts";
import type { OrderLine } from "../order.ts";
import { toReportJson } from "../orderJson.ts";
import { type RecordFilter, type ReportedOrder, readReportedOrders } from "../recordQueries.ts";
import { writeRequested } from "../requested.ts";

export type OrderFormat = "csv" | "xlsx";

export const orderFileTypes: Readonly<Record<OrderFormat, string>> = {
  csv: "text/csv; charset=utf-8",
  xlsx: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
};

export async function writeOrderFile(
  db: Pick<Database, "awaitReplication">,
  session: Session,
  chosen: RecordFilter,
  format: OrderFormat,
  target: Writable,
): Promise<void> {
  const rows = exportOrders(readReportedOrders(db, session, chosen));
  await (format === "csv" ? writeCsv(rows, target) : writeXlsx(rows, "orders", target));
}

/** A column stays where it is; new facts of lines come last. */
const oldColumns = [
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
  "updated_at",
  "cancelled_at",
  "cancellation_reason",
  "requested",
];
const columns = [
  ...oldColumns,
  ...sharedFacts.flatMap(({ name }) => (oldColumns.includes(name) ? [] : name)),
];
const times = ["created_at", "updated_at", "confirmed_at", "fulfilled_at", "cancelled_at"] as const;

function toCell(fact: unknown): WrittenCell {
  if (typeof fact === "number") return { number: String(fact) };
  if (typeof fact !== "object" || fact === null) return String(fact ?? "");
  const { exact_amount, amount } = fact as WireMoney;
  return { number: exact_amount ?? amount };
}

/** How the columns of a line are read; the others have the facts of its order. */
const lineReaders = new Map<string, (line: OrderLine, index: number) => unknown>([
  ...reportedFacts,
  ["line_number", (_, index) => index + 1],
  ["list_currency", ({ listPrice }) => listPrice?.currency],
  ["requested", (line) => writeRequested(line).join("; ")],
]);
const readers = columns.map((column) => lineReaders.get(column));

function toOrderCells(order: ReportedOrder): readonly WrittenCell[] {
  const facts = toReportJson({ ...order, lines: [] });
  const written = new Map<string, unknown>(Object.entries(facts));
  written.set("currency", facts.subtotal.currency);
  for (const name of times) written.set(name, facts[name]?.replace(/\.\d+Z$/, "Z"));
  return columns.map((column) => toCell(written.get(column)));
}

/** Yields the rows of the file: one per line of an order, from what the shell shows as JSON. */
export async function* exportOrders(
  batches: AsyncIterable<readonly ReportedOrder[]>,
): AsyncGenerator<readonly WrittenCell[]> {
  yield columns;
  for await (const orders of batches) {
    for (const order of orders) {
      const cells = toOrderCells(order);
      for (const [index, line] of order.lines.entries()) {
        yield cells.map((cell, place) => {
          const read = readers[place];
          return read === undefined ? cell : toCell(read(line, index));
        });
      }
    }
  }
}
