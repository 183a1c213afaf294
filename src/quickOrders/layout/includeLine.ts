// Includes a line of an upload that was left out of its list, because it does not look like a row.
// Invariant: a list has a line once.
import { selectTradeCodes } from "../../catalog/codeQueries.ts";
import type { CatalogAccess } from "../../catalog/replica/catalogAccess.ts";
import type { Database } from "../../db/database.ts";
import { noMapping, readMapping } from "../../imports/rows/columns.ts";
import { checkList } from "../checkList.ts";
import { settleRows } from "../createList.ts";
import { insertRows } from "../insertQueries.ts";
import type { OrderList, ReadRow } from "../orderList.ts";
import { selectRowsByNumber } from "../pageQueries.ts";
import { incrementVersion, lockList, summarizeList } from "../queries.ts";
import { toListCodes } from "../toListCodes.ts";
import { withUpload } from "./openUpload.ts";
import { countIncludedRow, selectUpload, selectUploadFacts } from "./uploadQueries.ts";

/** `row` is the line; undefined if the upload is deleted or has no such line. */
export type ReadLine = { readonly outcome: "read"; readonly row: ReadRow | undefined };

/** Reads one line of a list's upload as a row. */
export async function readLine(
  db: Database,
  { listId, createdAt: now }: OrderList,
  line: number,
): Promise<ReadLine> {
  const facts = await selectUploadFacts(db, listId);
  const upload = facts && (await selectUpload(db, listId));
  if (upload === undefined) return { outcome: "read", row: undefined };
  const codes = toListCodes(await selectTradeCodes(db));
  const mapping = readMapping(facts?.mapping ?? "");
  const chosen = mapping === noMapping ? null : mapping;
  return withUpload(upload, { chosen, remembered: new Map(), now }, async ({ read }) => {
    const list = await read(codes, line);
    for await (const rows of list.batches) {
      const row = rows.find(({ rowNumber }) => rowNumber === line);
      if (row !== undefined)
        return { outcome: "read", row: (await settleRows(db, [row], list))[0] };
    }
    return { outcome: "read", row: undefined };
  });
}

/** Adds a line that was left out to the rows of its list, and checks it. */
export async function includeLine(
  access: CatalogAccess<Database>,
  list: OrderList,
  row: ReadRow,
  now: Date,
): Promise<"included" | "unknown"> {
  const { db } = access;
  const { accountId, listId } = list;
  const outcome = await db.transaction(async (tx) => {
    const current = await lockList(tx, accountId, listId);
    if (current === undefined || current.isUnclear) return "unknown";
    if ((await selectRowsByNumber(tx, listId, [row.rowNumber])).length > 0) return "included";
    const { states } = await summarizeList(tx, listId);
    await insertRows(tx, listId, [row]);
    await countIncludedRow(tx, listId);
    await incrementVersion(tx, listId);
    return states.waiting === 0 ? "to check" : "included";
  });
  // Other rows are being checked, and this one after them.
  if (outcome === "to check") await checkList(access, listId, () => now);
  return outcome === "unknown" ? "unknown" : "included";
}
