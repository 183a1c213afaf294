// Rows of lists that are no parts, by words that other files do not have: totals, signatures and
// headings of sections. Invariant: what may be a part number is never left out.
import type { FileRecord } from "../../files/fileRecord.ts";
import { isBlank } from "../../imports/layout/cellTexts.ts";
import type { FoundColumns } from "./findListColumns.ts";

/** Words of totals. A first cell with another word may be a part: "Total Aero D 100". */
const totalWords = new RegExp(
  "total|sum|summe|somme|suma|soma|grand|sub|overall|gesamt|lines?|items?|rows?|parts?|pieces?|" +
    "pcs|qty|quantity|amount|price|value|cost|net|usd|eur|gbp|of|in|no|[^\\p{L}]",
  "giu",
);
const namesTotal =
  /^(?:(?:grand|sub|overall)[ -]?)?(?:total|sum|summe|somme|suma|soma)s?(?!\p{L})/iu;
/** Part numbers begin so too: SUM-100. */
const isNumbered = /^\p{L}+-?\d/u;
const isCount = /^[\d.,]+ (?:lines?|items?|rows?|parts?|pieces?|pcs)$/i;
const isSum = /^(?:[A-Z]{3}|[$€£¥])? ?[\d.,' ]+ ?(?:[A-Z]{3}|[$€£¥])?$/;
const signs = /^(?:approved|authori[sz]ed|prepared|checked|signed|signature)(?: by)? ?:|_{4,}$/i;
/** What is beside a signature: a day or a name to fill in. */
const signedBeside = /^(?:date|name|title|position|stamp|initials|signature)? ?:|^_+$/i;

/** Whether a record that imports take for a total is one of a list. */
export function isTotal(record: FileRecord): boolean {
  const first = record.cells.find((cell) => !isBlank(cell)) ?? "";
  return first.replace(totalWords, "") === "" && !isNumbered.test(first);
}

/** Words with spaces between them, and no digit: "LANDING GEAR - RH". */
function isHeading(text: string): boolean {
  return !/\d/.test(text) && /\p{L}{2}.*\s.*\p{L}{2}/u.test(text);
}

/** A sentence below a form: "Form STR-014 rev 7 - uncontrolled when printed". */
function isSentence(text: string): boolean {
  return (text.match(/(?<!\S)\p{L}{4,}(?!\S)/gu) ?? []).length >= 3;
}

/** The only filled cell of a record, if it is neither a quantity nor what fills no cell. */
function findOnlyCell({ cells }: FileRecord) {
  const filled = cells.flatMap((cell, place) => (isBlank(cell) ? [] : [{ cell, place }]));
  return filled.length === 1 ? filled[0] : undefined;
}

/** Whether most rows of the first records have a quantity, so that a row without one stands out. */
export function countsRows(
  head: readonly FileRecord[],
  { columns, skipped }: Pick<FoundColumns, "columns" | "skipped">,
): boolean {
  const { quantityColumn } = columns;
  const rows = head.slice(skipped).filter((record) => findOnlyCell(record) === undefined);
  const counted = rows.filter(({ cells }) => !isBlank(cells[quantityColumn ?? -1] ?? ""));
  return counted.length * 2 > rows.length;
}

/**
 * Whether a row may be the heading of a section. In the column of part numbers it is one only if
 * the catalog has no such number.
 */
export function mayBeHeading(record: FileRecord, { columns }: FoundColumns): boolean {
  const only = findOnlyCell(record);
  return only !== undefined && only.place === columns.numberColumn && isHeading(only.cell);
}

/** What a record is, if it is no row. `isCounted` is what `countsRows` returned. */
export function findListKind(
  record: FileRecord,
  { columns }: FoundColumns,
  isCounted: boolean,
): "total" | "remark" | undefined {
  const { cells, fault } = record;
  const [first = "", ...others] = cells.map((cell) => cell.trim()).filter((cell) => cell !== "");
  if (fault !== undefined) return undefined;
  if (signs.test(first) && others.every((cell) => signedBeside.test(cell))) return "remark";
  const only = isCounted ? findOnlyCell(record) : undefined;
  const isApart = only !== undefined && only.place !== columns.numberColumn;
  if (isApart && (isHeading(first) || isSentence(first))) return "remark";
  const isTotalOf = namesTotal.test(first) && isTotal(record);
  const counts = others.every((cell) => isCount.test(cell) || isSum.test(cell));
  return isTotalOf && others.length > 0 && counts ? "total" : undefined;
}
