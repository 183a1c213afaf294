// The columns of a vendor's files, as an earlier import of a file with the same header had them.
import { freeOfCharge, zeroPriceColumn } from "../../catalog/readListPrice.ts";
import type { Database } from "../../db/database.ts";
import { columnRules, type FileSubject } from "../../importFiles/importFile.ts";
import { selectRememberedMappings, upsertRememberedMapping } from "../../importFiles/queries.ts";
import type { FeedFile } from "../../imports/feed.ts";
import { type ColumnMapping, describeMapping, leftOutHeader } from "../../imports/feedColumns.ts";
import { fileShapeKey } from "../../imports/layout/fileShape.ts";
import { findHeaderPlace, headRecords } from "../../imports/layout/findHeader.ts";
import { peekRecords } from "../../imports/layout/peekRecords.ts";
import {
  findRememberedMapping,
  isEmptyMapping,
  mergeMapping,
  type RememberedMappings,
} from "../../imports/layout/rememberedMapping.ts";
import { makeVisible } from "../describeRun.ts";
import { printMessage } from "../printResult.ts";
import { type Shell, withDatabase } from "../shell.ts";

type Given = {
  readonly mapping: ColumnMapping;
  readonly subject: Pick<FileSubject, "kind" | "vendor">;
  /** Whether earlier files do not count. */
  readonly isFresh: boolean;
  readonly dryRun: boolean;
  readonly now: Date;
};

/** Nobody looks at a command each time: that 0 is free of charge is declared each time. */
function removeFreeOfCharge(mapping: ColumnMapping): ColumnMapping {
  const kept = [...mapping.fixed].filter(
    ([name, value]) => name !== zeroPriceColumn || value !== freeOfCharge,
  );
  return { ...mapping, fixed: new Map(kept) };
}

/** What is remembered for the vendor of a file; nothing if earlier files do not count. */
export async function loadRememberedColumns(
  shell: Shell,
  subject: Given["subject"],
  isFresh: boolean,
): Promise<RememberedMappings> {
  if (isFresh || subject.vendor === null) return new Map();
  const of = { ...subject, accountId: null };
  return withDatabase(shell, (db) => selectRememberedMappings(db, of));
}

function describeColumns({ headers, fixed, headerLine, repeats }: ColumnMapping): string {
  const named = [...headers].map(([column, header]) =>
    header === leftOutHeader ? `${column} left out` : `${column}="${header}"`,
  );
  const defaults = [...fixed].map(([column, value]) =>
    value === "" ? `no ${column}` : `${column} ${value} where it is empty`,
  );
  const line = headerLine === undefined ? [] : [`header on line ${headerLine}`];
  const rule = repeats === undefined ? [] : [`repeated rows: ${repeats}`];
  return [...named, ...defaults, ...line, ...rule].join(", ");
}

/**
 * The mapping of an import: what is remembered for its vendor and the shape of its file, unless it
 * is given differently; reports that. What is given is remembered for the vendor's later files.
 */
export async function useRememberedColumns(
  db: Database,
  file: FeedFile,
  { mapping: given, subject, isFresh, dryRun, now }: Given,
): Promise<{ readonly file: FeedFile; readonly mapping: ColumnMapping }> {
  const { vendor } = subject;
  if (vendor === null) return { file, mapping: given };
  const of = { ...subject, accountId: null };
  const { records, batches } = await peekRecords(file.batches, headRecords);
  const { headerLine } = given;
  const possible = records.filter(({ line }) => headerLine === undefined || line === headerLine);
  const remembered = isFresh ? new Map() : await selectRememberedMappings(db, of);
  const known = findRememberedMapping(possible, remembered);
  const used = known && removeFreeOfCharge(known);
  if (used !== undefined && !isEmptyMapping(used)) {
    const columns = makeVisible(describeColumns(used));
    printMessage(`Columns as in an earlier file of ${makeVisible(vendor)}: ${columns}.`);
    printMessage("Options override them; --fresh ignores them.");
  }
  const mapping = mergeMapping(used, given);
  if (!dryRun && (isFresh || !isEmptyMapping(given))) {
    const place = findHeaderPlace(possible, columnRules(subject), mapping) ?? 0;
    const header =
      possible.find(({ line }) => line === mapping.headerLine) ?? possible[place] ?? null;
    const shape = fileShapeKey(header?.cells ?? []);
    const text = describeMapping({ ...mapping, values: undefined });
    if (shape !== "") await upsertRememberedMapping(db, of, { shape, mapping: text }, now);
  }
  return { file: { ...file, batches }, mapping };
}
