import { selectTradeCodes } from "../../catalog/codeQueries.ts";
import type { Database } from "../../db/database.ts";
import { UnreadableFile } from "../../files/fileRecord.ts";
import { type ColumnMapping, describeMapping } from "../../imports/rows/columns.ts";
import { fileShapeKey } from "../../imports/rows/sheets.ts";
import { storeRows } from "../createList.ts";
import type { OrderList } from "../orderList.ts";
import { incrementVersion, lockList } from "../queries.ts";
import { toListCodes } from "../toListCodes.ts";
import { noHeaderLine } from "./findListColumns.ts";
import { withUpload } from "./openUpload.ts";
import type { HeadRecord } from "./upload.ts";
import {
  clearList,
  selectUpload,
  selectUploadFacts,
  type UploadFacts,
  updateUpload,
  upsertListMapping,
} from "./uploadQueries.ts";

/** "closed": a row was changed in the meantime, which would be lost. */
export type ChooseOutcome =
  | { readonly outcome: "chosen" | "closed" | "unknown" }
  | { readonly outcome: "refused"; readonly message: string };

/** Whether the columns of a list can be chosen: until one of its rows was changed. */
export function mayChooseColumns(
  { version }: OrderList,
  { readVersion }: Pick<UploadFacts, "readVersion">,
): boolean {
  return readVersion === null || version === readVersion;
}

/** The key under which the columns are remembered; empty without a header. */
function shapeOf(head: readonly HeadRecord[], { sheet, headerLine }: ColumnMapping): string {
  if (headerLine === noHeaderLine) return "";
  const header = head.find((record) => record.sheet === sheet && record.line === headerLine);
  return header === undefined ? "" : fileShapeKey(header.cells);
}

/**
 * Reads the upload of a list again with the columns that a person chose, all or nothing, and
 * remembers them for the account's next lists with the same headers. `mapping` names the line of
 * the header.
 */
export async function chooseColumns(
  db: Database,
  list: OrderList,
  mapping: ColumnMapping,
  now: Date,
): Promise<ChooseOutcome> {
  const { accountId, listId } = list;
  const upload = await selectUpload(db, listId);
  if (upload === undefined) return { outcome: "unknown" };
  try {
    return await withUpload(upload, { chosen: mapping, remembered: new Map(), now }, (opened) =>
      db.transaction(async (tx): Promise<ChooseOutcome> => {
        const current = await lockList(tx, accountId, listId);
        if (current === undefined) return { outcome: "unknown" };
        const facts = await selectUploadFacts(tx, listId);
        if (facts === undefined) return { outcome: "unknown" };
        if (!mayChooseColumns(current, facts)) return { outcome: "closed" };
        const read = await opened.read(toListCodes(await selectTradeCodes(tx)));
        await clearList(tx, listId);
        await storeRows(tx, listId, read);
        // A person who saw the rows as they were read before cannot add those of now.
        await incrementVersion(tx, listId);
        const text = describeMapping(mapping);
        await updateUpload(tx, listId, text);
        const shape = shapeOf(opened.head, mapping);
        if (shape !== "") await upsertListMapping(tx, accountId, { shape, mapping: text }, now);
        return { outcome: "chosen" };
      }),
    );
  } catch (error) {
    if (!(error instanceof UnreadableFile)) throw error;
    return { outcome: "refused", message: error.message };
  }
}
