// The rows of a list that are not ready, as a file that can be mended and sent again: its own
// columns, and a last one that says what is wrong, which is passed over then.
import type { Queryable } from "../db/database.ts";
import { errorColumn } from "../imports/feedColumns.ts";
import type { OrderList } from "./orderList.ts";
import { selectUnreadyRows } from "./pageQueries.ts";

const rowsAtOnce = 1_000;

/** Yields the header, then every row that is neither ready nor added, in the order of the list. */
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
    const rows = await selectUnreadyRows(db, listId, after, rowsAtOnce);
    for (const { cells, reason } of rows) {
      const kept = cells.filter((_, place) => place !== errorPlace);
      const padding = Array.from({ length: Math.max(0, own.length - kept.length) }, () => "");
      yield [...kept, ...padding, reason ?? ""];
    }
    const last = rows.at(-1);
    if (last === undefined || rows.length < rowsAtOnce) return;
    after = last.rowNumber;
  }
}
