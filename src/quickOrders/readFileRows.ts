import type { ConditionCodes } from "../catalog/tradeCodes.ts";
import { type FileRecord, UnreadableFile } from "../files/fileRecord.ts";
import type { OpenedRecords } from "../files/openRecords.ts";
import { findListColumns } from "./listColumns.ts";
import type { ReadList, ReadRow } from "./orderList.ts";
import { readListRow } from "./readListRow.ts";

/**
 * Reads an opened file as a list. Throws `UnreadableFile`, also during iteration, if the file is
 * empty or damaged or its columns cannot be identified.
 */
export async function readFileRows(
  { batches, traits }: Pick<OpenedRecords, "batches" | "traits">,
  conditions: ConditionCodes,
): Promise<ReadList> {
  const iterator = batches[Symbol.asyncIterator]();
  let first: readonly FileRecord[] = [];
  while (first.length === 0) {
    const next = await iterator.next();
    if (next.done === true) break;
    first = next.value;
  }
  const [head, ...rest] = first;
  if (head === undefined) {
    throw new UnreadableFile(
      "The file is empty. Upload one with a part number and a quantity per row.",
    );
  }
  const found = findListColumns(head, traits().format === "json lines");
  const read = (records: readonly FileRecord[]): ReadRow[] =>
    records.map((record) => readListRow(record, found, conditions));
  async function* all(): AsyncGenerator<ReadRow[]> {
    yield read(found.isNamed ? rest : first);
    for await (const records of { [Symbol.asyncIterator]: () => iterator }) yield read(records);
  }
  return { columns: found.columns, batches: all() };
}
