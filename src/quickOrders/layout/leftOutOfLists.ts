// Rows of lists that are no parts, by words that other files do not have: totals, signatures and
// headings of sections. Invariant: what may be a part number is never left out.
import type { FileRecord } from "../../files/fileRecord.ts";
import { namesColumn } from "../../imports/feedColumns.ts";
import { isBlank } from "../../imports/layout/cellTexts.ts";
import { listColumnRules } from "../listColumns.ts";
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
/** No part number begins so: "Sub-total hydraulics + engine", "Carried forward". */
const startsTotal = new RegExp(
  "^(?:(?:grand|sub|overall)[ -]?totals?|(?:carried|brought) (?:forward|over)|[cb]/f)" +
    "(?![\\p{L}\\d])",
  "iu",
);
/** Without a digit: with one, it may be a part, "Total Aero D 100". */
const mayStartTotal = /^(?:totals?|sum)(?![\p{L}\d-])\D*$/iu;
const signs = /^(?:approved|authori[sz]ed|prepared|checked|signed|signature)(?: by)? ?:|[_.]{4,}$/i;
const signer = new RegExp(
  "^(?:approved|authori[sz]ed|prepared|checked|signed|requested|submitted|ordered|issued|raised|" +
    "reviewed|compiled|released|received) by\\b" +
    "|^(?:signature|signed|stamp)\\b(?=.*(?:[_:]|\\.{4}))",
  "i",
);
/** What is beside a signature: a day or a name to fill in. */
const signedBeside = /^(?:date|name|title|position|stamp|initials|signature)? ?:|^_+$/i;

/** A field of a form to sign, filled in or not: "Requested by: J. Okafor", "Approved: 27.11.26". */
const signedField = new RegExp(
  "^(?:(?:approved|authori[sz]ed|prepared|checked|signed|requested|submitted|ordered|issued|" +
    "raised|reviewed)(?: by)?|signature|stamp|date|name|title|position|initials) ?:|^_+$",
  "i",
);

/** Whether a record is a line of such fields, with neither a part number nor a quantity. */
function isToSign(
  filled: readonly string[],
  { cells }: FileRecord,
  { numberColumn, quantityColumn }: FoundColumns["columns"],
): boolean {
  const isApart = [numberColumn, quantityColumn].every((at) => isBlank(cells[at ?? -1] ?? ""));
  return isApart && filled.length > 0 && filled.every((cell) => signedField.test(cell));
}

/** Whether a record that imports take for a total is one of a list. */
export function isTotal(record: FileRecord): boolean {
  const first = record.cells.find((cell) => !isBlank(cell)) ?? "";
  return first.replace(totalWords, "") === "" && !isNumbered.test(first);
}

/** Words without a digit: "LANDING GEAR - RH", "HYDRAULICS". Codes are shorter or have marks. */
function isHeading(text: string): boolean {
  const words = text.trim().split(/\s+/);
  const isOne = words.length === 1 && /^\p{L}{4,}:?$/u.test(text.trim());
  return !/\d/.test(text) && (isOne || /\p{L}{2}.*\s.*\p{L}{2}/u.test(text));
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

const maxTitleWords = 8;
const maxWordsOfName = 4;
/** Between the names of columns in one line of text, and the name of a column that counts. */
const betweenNames = /^(?:[/|,;:x*&#-]+|items?|itm|pos|line|no\.?)$/i;

/** How many names of columns fill words, from a place to the end; null if others are among them. */
function countNames(words: readonly string[], start: number): number | null {
  if (start === words.length) return 0;
  for (let end = Math.min(words.length, start + maxWordsOfName); end > start; end -= 1) {
    const text = words.slice(start, end).join(" ");
    const isBetween = betweenNames.test(text);
    const rest = isBetween || namesColumn(text, listColumnRules) ? countNames(words, end) : null;
    if (rest !== null) return rest + (isBetween ? 0 : 1);
  }
  return null;
}

/** Whether a record is one line of text that names columns only: "Part number / Qty". */
export function namesColumns(record: FileRecord): boolean {
  const text = findOnlyCell(record)?.cell.trim() ?? "";
  const words = text.split(/[\s|,;:]+/).filter((word) => word !== "");
  if (words.length > maxTitleWords || /\d/.test(text)) return false;
  return (countNames(words, 0) ?? 0) > 1;
}

/**
 * What a row may be, if the catalog has no such part number: the heading of a section, which has
 * only one cell, or a total or a signature, which name themselves and have no quantity.
 */
export function findPossibleKind(
  record: FileRecord,
  { columns: { numberColumn, quantityColumn } }: Pick<FoundColumns, "columns">,
): "heading" | "total" | "signature" | undefined {
  const { cells, fault } = record;
  const text = (cells[numberColumn] ?? "").trim();
  if (fault !== undefined || isBlank(text)) return undefined;
  const others = cells.filter((cell, place) => place !== numberColumn && !isBlank(cell));
  if (startsTotal.test(text) && others.every((cell) => isSum.test(cell.trim()))) return "total";
  const only = findOnlyCell(record);
  if (only !== undefined && mayStartTotal.test(text)) return "total";
  const isCounted = !isBlank(cells[quantityColumn ?? -1] ?? "");
  if (signer.test(text) && !isCounted) return "signature";
  return only !== undefined && isHeading(text) ? "heading" : undefined;
}

/** What the only cell of a record is, if it is not in the column of part numbers. */
function findApartKind(
  record: FileRecord,
  { numberColumn, quantityColumn }: FoundColumns["columns"],
): "total" | "remark" | undefined {
  const only = findOnlyCell(record);
  if (only === undefined || only.place === numberColumn) return undefined;
  const text = only.cell.trim();
  if (startsTotal.test(text) || mayStartTotal.test(text)) return "total";
  if (signer.test(text) || isSentence(text)) return "remark";
  // One word there may be a quantity: "several".
  const isQuantity = only.place === quantityColumn && !text.includes(" ");
  return isHeading(text) && !isQuantity ? "remark" : undefined;
}

/** What a record is, if it is no row. `isCounted` is what `countsRows` returned. */
export function findListKind(
  record: FileRecord,
  { columns }: FoundColumns,
  isCounted: boolean,
): "total" | "remark" | undefined {
  const { cells, fault } = record;
  const filled = cells.map((cell) => cell.trim()).filter((cell) => cell !== "");
  const [first = "", ...others] = filled;
  if (fault !== undefined) return undefined;
  if (isToSign(filled, record, columns)) return "remark";
  if (signs.test(first) && others.every((cell) => signedBeside.test(cell))) return "remark";
  const apart = isCounted ? findApartKind(record, columns) : undefined;
  if (apart !== undefined) return apart;
  const isNamed = startsTotal.test(first) && isBlank(cells[columns.numberColumn]);
  const isTotalOf = isNamed || (namesTotal.test(first) && isTotal(record));
  const counts = others.every((cell) => isCount.test(cell) || isSum.test(cell));
  return isTotalOf && others.length > 0 && counts ? "total" : undefined;
}
