// The lines of orders as a file. Invariant: it contains no internal notes of operators.
import type { Writable } from "node:stream";
import type { Database, Session } from "../../db/database.ts";
import type { WireMoney } from "../../kit/money.ts";
import { writeCsv } from "../../reading/files/writeCsv.ts";
import { writeXlsx } from "../../reading/files/writeXlsx.ts";
import type { WrittenCell } from "../../reading/files/writtenCells.ts";
import { sharedFacts } from "../lineFacts.ts";
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

/** Yields the rows of the file: one per line of an order, from what the shell shows as JSON. */
export async function* exportOrders(
  batches: AsyncIterable<readonly ReportedOrder[]>,
): AsyncGenerator<readonly WrittenCell[]> {
  yield columns;
  for await (const orders of batches) {
    for (const stored of orders) {
      const { lines, ...order } = toReportJson(stored);
      const { currency } = order.subtotal;
      const inSeconds = Object.fromEntries(
        times.map((name) => [name, order[name]?.replace(/\.\d+Z$/, "Z")]),
      );
      for (const [index, line] of lines.entries()) {
        const asked = stored.lines[index];
        const own = {
          line_number: index + 1,
          list_currency: asked?.listPrice?.currency,
          currency,
          requested: asked && writeRequested(asked).join("; "),
        };
        const facts = new Map(
          [order, line, own, inSeconds].flatMap((one) => Object.entries<unknown>(one)),
        );
        yield columns.map((column) => toCell(facts.get(column)));
      }
    }
  }
}
