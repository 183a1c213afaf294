// Orders as the rows of a file: one row a line, with what it belongs to.
import type { Session } from "../db/database.ts";
import { toWrittenCells } from "../files/toWrittenCells.ts";
import type { WrittenCell } from "../files/writtenCell.ts";
import { type ExportedOrders, readExportedOrders } from "./exportQueries.ts";

const columns = [
  ...["order_id", "status", "account", "po_number", "created_at", "line_number", "part_number"],
  ...["title", "vendor", "condition", "unit_of_measure", "quantity", "list_price"],
  ...["list_currency", "unit_price", "line_total", "currency", "notes"],
];
const numbers: ReadonlySet<string> = new Set([
  ...["line_number", "quantity", "list_price", "unit_price", "line_total"],
]);

/** Yields the header, then the lines of the orders, the newest order first. */
export async function* exportOrders(
  session: Session,
  chosen: ExportedOrders,
): AsyncGenerator<readonly WrittenCell[]> {
  yield columns;
  for await (const lines of readExportedOrders(session, chosen)) {
    for (const line of lines) yield toWrittenCells(line, columns, numbers);
  }
}
