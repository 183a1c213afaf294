// The header of an uploaded file, by the first records that its inspection has stored.
import type { SheetHead } from "../reading/files/readXlsx.ts";
import type { ColumnRule } from "../reading/row.ts";
import { columnRules, type HeadRecord, type ImportFile } from "./file.ts";
import { type ColumnMapping, type PlacedColumns, placeColumns } from "./rows/columns.ts";
import { type ColumnGuess, findHeaderPlace, guessColumns } from "./rows/header.ts";
import { findSheet } from "./rows/sheets.ts";

/** The header of a file, and the columns found with it. */
export type ReadHeader = {
  readonly rules: readonly ColumnRule[];
  /** The visible sheets with rows; empty unless a workbook has several sheets. */
  readonly sheets: readonly string[];
  readonly sheet: string | undefined;
  /** Whether several sheets may have the rows and none is chosen. */
  readonly isSheetUnclear: boolean;
  /** All records of the sheet. */
  readonly records: readonly HeadRecord[];
  readonly header: HeadRecord;
  readonly above: readonly HeadRecord[];
  /** The cells of the first rows. */
  readonly rows: readonly (readonly string[])[];
  readonly placed: PlacedColumns;
  readonly guesses: readonly ColumnGuess[];
  /** A line that looks more like a header; null if this one does. */
  readonly likelyLine: number | null;
};

/** The sheet of a workbook that the mapping names or its headers suggest. */
function readSheet(
  head: readonly HeadRecord[],
  rules: readonly ColumnRule[],
  mapping: ColumnMapping,
): Pick<ReadHeader, "sheets" | "sheet" | "isSheetUnclear" | "records"> {
  const sheets = [...new Set(head.flatMap(({ sheet }) => sheet ?? []))];
  if (sheets.length === 0) {
    return { sheets, sheet: undefined, isSheetUnclear: false, records: head };
  }
  const heads = sheets.map(
    (name): SheetHead => ({ name, records: head.filter(({ sheet }) => sheet === name) }),
  );
  const known = sheets.find((name) => name === mapping.sheet);
  const choice = findSheet(heads, rules, { ...mapping, sheet: known });
  const [first = 0] = choice.outcome === "unclear" ? choice.places : [];
  const sheet = sheets[choice.outcome === "chosen" ? choice.place : first];
  const records = head.filter((record) => record.sheet === sheet);
  return { sheets, sheet, isSheetUnclear: choice.outcome === "unclear", records };
}

/**
 * Reads the header that the mapping names or that is found. Returns undefined if the file has no
 * records.
 */
export function readHeader(file: ImportFile, mapping: ColumnMapping): ReadHeader | undefined {
  const rules = columnRules(file);
  const sheet = readSheet(file.head ?? [], rules, mapping);
  const { records } = sheet;
  const chosen = records.findIndex(({ line }) => line === mapping.headerLine);
  const found = findHeaderPlace(records, rules, mapping) ?? 0;
  const place = chosen === -1 ? found : chosen;
  const header = records[place];
  if (header === undefined) return undefined;
  const rows = records.slice(place + 1).map(({ cells }) => cells);
  const placed = placeColumns(header.cells, rules, mapping, rows);
  const isBetter = placed.faults.length > 0 && found !== place;
  return {
    ...sheet,
    rules,
    header,
    above: records.slice(0, place),
    rows,
    placed,
    guesses: guessColumns(header.cells, rows, rules, mapping),
    likelyLine: isBetter ? (records[found]?.line ?? null) : null,
  };
}
