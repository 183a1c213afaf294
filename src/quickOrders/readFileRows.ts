import { UnreadableFile } from "../files/fileRecord.ts";
import type { OpenedRecords } from "../files/openRecords.ts";
import type { ColumnMapping } from "../imports/feedColumns.ts";
import { headRecords } from "../imports/layout/findHeader.ts";
import { peekRecords } from "../imports/layout/peekRecords.ts";
import { createRowReader } from "./layout/createRowReader.ts";
import type { ReadList, ReadRow } from "./orderList.ts";
import type { ListCodes } from "./written/certificateWish.ts";

/**
 * Reads an opened file as a list, with the columns that a person chose, or null. Throws
 * `UnreadableFile`, also during iteration, if the file is empty or damaged or its columns cannot be
 * identified.
 */
export async function readFileRows(
  { batches, traits }: Pick<OpenedRecords, "batches" | "traits">,
  codes: ListCodes,
  mapping: ColumnMapping | null,
  included?: number,
): Promise<ReadList> {
  const peeked = await peekRecords(batches, headRecords);
  if (peeked.records.length === 0) {
    // Reading on finds what is wrong with the file, if anything is.
    for await (const _ of peeked.batches);
    throw new UnreadableFile(
      "The file is empty. Upload one with a part number and a quantity per row.",
    );
  }
  const isKeyed = traits().format.startsWith("json");
  const wish = { isKeyed, mapping, included };
  const { readRow, ...read } = createRowReader(peeked.records, wish, codes);
  async function* all(): AsyncGenerator<ReadRow[]> {
    for await (const records of peeked.batches) {
      yield records.flatMap((record) => readRow(record) ?? []);
    }
  }
  return { ...read, batches: all() };
}
