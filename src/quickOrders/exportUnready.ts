// The rows of a list that are not ready, as a file that can be corrected and uploaded again: its
// own columns, and a last one with the errors, which is ignored on upload.
import type { Queryable } from "../db/database.ts";
import { errorColumn } from "../imports/rows/columns.ts";
import type { OrderList } from "./orderList.ts";
import { selectUnreadyRows } from "./pageQueries.ts";

const rowsPerBatch = 1_000;

/** Yields the header, then every row that is neither ready nor added, by row number. */
export async function* exportUnready(
  db: Queryable,
  { listId, columns }: OrderList,
): AsyncGenerator<readonly string[]> {
  const errorPlace = columns.headers.findIndex(
    (header) => header.trim().toLowerCase() === errorColumn,
  );
  const own = columns.headers.filter((_, place) => place !== errorPlace);
  yield [...own, errorColumn];
  let after = 0;
  for (;;) {
    const rows = await selectUnreadyRows(db, listId, after, rowsPerBatch);
    for (const { cells, reason } of rows) {
      const rest = cells.filter((_, place) => place !== errorPlace);
      const padding = Array.from({ length: Math.max(0, own.length - rest.length) }, () => "");
      yield [...rest, ...padding, reason ?? ""];
    }
    const last = rows.at(-1);
    if (last === undefined || rows.length < rowsPerBatch) return;
    after = last.rowNumber;
  }
}
