// The lines of orders as a file, for both doors. No internal note is in it: what operators write
// among themselves has no column here.
import type { Writable } from "node:stream";
import type { Session } from "../db/database.ts";
import { writeCsv } from "../files/writeCsv.ts";
import { writeXlsx } from "../files/writeXlsx.ts";
import { exportOrders } from "./exportOrders.ts";
import type { ExportedOrders } from "./exportQueries.ts";

export type OrderFormat = "csv" | "xlsx";

/** The type of each format, as the web names it. */
export const orderFileTypes: Readonly<Record<OrderFormat, string>> = {
  csv: "text/csv; charset=utf-8",
  xlsx: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
};

/** Writes the lines of the chosen orders, the newest order first, formulas guarded. */
export async function writeOrderFile(
  session: Session,
  chosen: ExportedOrders,
  format: OrderFormat,
  target: Writable,
): Promise<void> {
  const rows = exportOrders(session, chosen);
  await (format === "csv" ? writeCsv(rows, target) : writeXlsx(rows, "orders", target));
}
