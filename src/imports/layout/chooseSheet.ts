// Which sheet of a workbook has the rows.
import { formatCount, UnreadableFile } from "../../files/fileRecord.ts";
import type { ChooseSheet, SheetHead } from "../../files/readXlsx.ts";
import { findNamedColumn } from "../../reading/header.ts";
import { type ColumnMapping, type ColumnRule, leftOutHeader } from "../feedColumns.ts";
import { findHeaderPlace } from "./findHeader.ts";
import { findRememberedMapping, type RememberedMappings } from "./rememberedMapping.ts";

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

/** The place of the sheet that an earlier file with the same header had; undefined if unknown. */
function findRememberedSheet(
  sheets: readonly SheetHead[],
  places: readonly number[],
  remembered: RememberedMappings,
): number | undefined {
  const records = places.flatMap((place) => {
    const { name, records: own } = sheets[place] ?? { name: "", records: [] };
    return own.map(({ line, cells }) => ({ line, cells, sheet: name }));
  });
  const sheet = findRememberedMapping(records, remembered)?.sheet;
  return places.find((place) => sheet !== undefined && sheets[place]?.name === sheet);
}

/**
 * Chooses a sheet by its content, or else the one that `loadRemembered` has. Throws
 * `UnreadableFile` with the names if it is not clear.
 */
export function createSheetChooser(
  rules: readonly ColumnRule[],
  mapping: ColumnMapping,
  loadRemembered: () => Promise<RememberedMappings>,
): ChooseSheet {
  return async (sheets) => {
    const choice = findSheet(sheets, rules, mapping);
    if (choice.outcome === "chosen") return choice.place;
    if (choice.outcome === "missing") {
      const reason = `The workbook has no visible sheet "${mapping.sheet}".`;
      throw new UnreadableFile(`${reason} Its sheets are ${quoteNames(sheets)}.`);
    }
    const known = findRememberedSheet(sheets, choice.places, await loadRemembered());
    if (known !== undefined) return known;
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
