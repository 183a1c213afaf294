// Which sheet of a workbook has the rows.
import { hash } from "node:crypto";
import { formatCount, UnreadableFile } from "../../reading/files/fileRecord.ts";
import type { ChooseSheet, SheetHead } from "../../reading/files/readXlsx.ts";
import { findNamedColumn, headerWordsKey, nameHeaders } from "../../reading/header.ts";
import type { ColumnRule } from "../../reading/row.ts";
import {
  addValues,
  type ColumnMapping,
  describeMapping,
  fitSigns,
  leftOutHeader,
  listValues,
  noMapping,
  readMapping,
} from "./columns.ts";
import { findHeaderPlace } from "./header.ts";

/** A sheet of rows names at least so many columns, if the reader knows more. */
const minNamed = 3;

function isTable({ records }: SheetHead, rules: readonly ColumnRule[], mapping: ColumnMapping) {
  const place = findHeaderPlace(records, rules, mapping);
  if (place === undefined || records.length === place + 1) return false;
  const cells = records[place]?.cells ?? [];
  const named = new Set(cells.flatMap((cell) => findNamedColumn(cell, rules) ?? []));
  const mapped = [...mapping.headers.values()].filter(
    (header) => header !== leftOutHeader && cells.includes(header),
  );
  return named.size + mapped.length >= Math.min(minNamed, rules.length - 1);
}

/** `unclear`: several sheets may have the rows, by their places. */
export type SheetChoice =
  | { readonly outcome: "chosen"; readonly place: number }
  | { readonly outcome: "unclear"; readonly places: readonly number[] }
  | { readonly outcome: "missing" };

/**
 * The sheet that the mapping names, or the only one whose header names several columns, or the only
 * one that is not empty.
 */
export function findSheet(
  sheets: readonly SheetHead[],
  rules: readonly ColumnRule[],
  mapping: ColumnMapping,
): SheetChoice {
  if (mapping.sheet !== undefined) {
    const place = sheets.findIndex(({ name }) => name === mapping.sheet);
    return place === -1 ? { outcome: "missing" } : { outcome: "chosen", place };
  }
  const placesOf = (fits: (sheet: SheetHead) => boolean) =>
    sheets.flatMap((sheet, place) => (fits(sheet) ? [place] : []));
  const tables = placesOf((sheet) => isTable(sheet, rules, mapping));
  const places = tables.length > 0 ? tables : placesOf(({ records }) => records.length > 0);
  const [place, ...others] = places;
  if (place === undefined) return { outcome: "chosen", place: 0 };
  return others.length === 0 ? { outcome: "chosen", place } : { outcome: "unclear", places };
}

function quoteNames(sheets: readonly SheetHead[]): string {
  return sheets.map(({ name }) => `"${name}"`).join(", ");
}

/** Chooses a sheet by its content. Throws `UnreadableFile` with the names if it is not clear. */
export function createSheetChooser(
  rules: readonly ColumnRule[],
  mapping: ColumnMapping,
): ChooseSheet {
  return (sheets) => {
    const choice = findSheet(sheets, rules, mapping);
    if (choice.outcome === "chosen") return choice.place;
    if (choice.outcome === "missing") {
      const reason = `The workbook has no visible sheet "${mapping.sheet}".`;
      throw new UnreadableFile(`${reason} Its sheets are ${quoteNames(sheets)}.`);
    }
    const likely = choice.places.flatMap((place) => sheets[place] ?? []);
    throw new UnreadableFile(
      `${formatCount(likely.length)} sheets of the workbook may have the rows: ` +
        `${quoteNames(likely)}. Select one of them.`,
    );
  };
}

/** Names the sheets that are not read; hidden ones never are. */
export function describeOtherSheets(
  sheets: readonly string[],
  read: string | null,
  hidden: readonly string[],
): string[] {
  const others = sheets.filter((name) => name !== read).map((name) => `"${name}"`);
  const unseen = hidden.map((name) => `"${name}" (hidden)`);
  const names = [...others, ...unseen].join(", ");
  return names === "" ? [] : [`Sheet "${read}" is imported. Not imported: ${names}.`];
}

// The columns of an earlier file, for a file with the same headers. Invariant: they are used only
// where the header is found again; what does not fit is left out.

/** Mappings as `describeMapping` writes them, by the shape of their file. */
export type RememberedMappings = ReadonlyMap<string, string>;

type HeaderRecord = {
  readonly line: number;
  readonly cells: readonly string[];
  readonly sheet?: string;
};

/** The name of a remembered header in this file; undefined if it has none or several. */
function findName(header: string, names: readonly string[]): string | undefined {
  if (header === leftOutHeader || names.includes(header)) return header;
  const key = headerWordsKey(header);
  const [name, ...others] = names.filter((one) => headerWordsKey(one) === key);
  return others.length === 0 ? name : undefined;
}

/** A remembered mapping in the words, the line and the sheet of this file. */
function fitMapping(mapping: ColumnMapping, { line, cells, sheet }: HeaderRecord): ColumnMapping {
  const names = nameHeaders(cells);
  const headers = [...mapping.headers].flatMap(([column, header]): [string, string][] => {
    const name = findName(header, names);
    return name === undefined ? [] : [[column, name]];
  });
  const headerLine = mapping.headerLine === undefined ? undefined : line;
  const { fixed, values, repeats } = mapping;
  return { headers: new Map(headers), fixed, headerLine, sheet, values, repeats };
}

/**
 * The mapping that is remembered for the header among the first records of a file. The sheet is
 * left open if several have that header and none is that of the earlier file.
 */
export function findRememberedMapping(
  records: readonly HeaderRecord[],
  remembered: RememberedMappings,
): ColumnMapping | undefined {
  if (remembered.size === 0) return undefined;
  const found = records.flatMap((record) => {
    const key = fileShapeKey(record.cells);
    const text = key === "" ? undefined : remembered.get(key);
    return text === undefined ? [] : [{ record, mapping: readMapping(text) }];
  });
  const [first] = found;
  if (first === undefined) return undefined;
  const same = found.find(({ record, mapping }) => record.sheet === mapping.sheet) ?? first;
  const fitted = fitMapping(same.mapping, same.record);
  const sheets = new Set(found.map(({ record }) => record.sheet));
  const isKnown = sheets.size === 1 || same.record.sheet === same.mapping.sheet;
  return isKnown ? fitted : { ...fitted, sheet: undefined, headerLine: undefined };
}

/** Whether a mapping says anything. */
export function isEmptyMapping(mapping: ColumnMapping): boolean {
  return describeMapping(mapping) === describeMapping(noMapping);
}

/** The remembered mapping where `given` does not say otherwise. */
export function mergeMapping(
  remembered: ColumnMapping | undefined,
  given: ColumnMapping,
): ColumnMapping {
  const { headers, headerLine, sheet, values, repeats } = remembered ?? noMapping;
  const fixed = new Map([...(remembered?.fixed ?? []), ...given.fixed]);
  return {
    headers: new Map([...headers, ...given.headers]),
    fixed,
    values: addValues(addValues(undefined, fitSigns(values, fixed)), listValues(given.values)),
    headerLine: given.headerLine ?? headerLine,
    sheet: given.sheet ?? sheet,
    repeats: given.repeats ?? repeats,
  };
}

/**
 * The shape of a file by its headers: equal for files with the same headers in any order and
 * spelling. A mapping is stored for a vendor and a shape.
 */
export function describeFileShape(header: readonly string[]): string {
  const keys = header.map(headerWordsKey).filter((key) => key !== "");
  return keys.sort().join(" ");
}

/** The SHA-256 of the shape of a file; empty without any header. */
export function fileShapeKey(header: readonly string[]): string {
  const shape = describeFileShape(header);
  return shape === "" ? "" : hash("sha256", shape, "hex");
}
