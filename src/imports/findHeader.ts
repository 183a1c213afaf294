// The header of a file, told or only looking like one. Invariant: no line is passed over unasked,
// since one that is no title would be lost.
import { type FileRecord, UnreadableFile } from "../files/fileRecord.ts";
import {
  type ColumnMapping,
  type ColumnRule,
  type FeedColumns,
  matchFeedColumns,
} from "./feedColumns.ts";

/** So many records below the first are looked at. */
const mostTitles = 50;

/** Whether a record names all the columns that a file must have. */
function looksLikeHeader(
  record: FileRecord,
  rules: readonly ColumnRule[],
  mapping: ColumnMapping,
): boolean {
  try {
    matchFeedColumns(record, rules, mapping);
    return true;
  } catch (error) {
    if (error instanceof UnreadableFile) return false;
    throw error;
  }
}

/**
 * The columns by the header, which is on the line the mapping tells or is the first record. Throws
 * `UnreadableFile`; where one of the records below looks like the header, its line is named.
 */
export function findHeader(
  header: FileRecord | undefined,
  below: readonly FileRecord[],
  rules: readonly ColumnRule[],
  mapping: ColumnMapping,
): FeedColumns {
  const { headerLine } = mapping;
  if (headerLine !== undefined && header?.line !== headerLine) {
    throw new UnreadableFile(`Line ${headerLine} is told to be the header, and nothing is there.`);
  }
  try {
    return matchFeedColumns(header, rules, mapping);
  } catch (error) {
    if (!(error instanceof UnreadableFile)) throw error;
    const likely = below
      .slice(0, mostTitles)
      .find((record) => looksLikeHeader(record, rules, mapping));
    if (likely === undefined) throw error;
    const hint = `Line ${likely.line} looks like the header: say so, or delete what is above it.`;
    throw new UnreadableFile(`${error.message} ${hint}`, { cause: error });
  }
}
