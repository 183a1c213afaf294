// Lines below the header that are no rows: totals, remarks, and the header again. Invariant: a line
// that may be a part is never left out, and what is left out is reported with its line.

import { detachText } from "../../reading/cleanText.ts";
import {
  countFilled,
  type FileRecord,
  formatCount,
  isBlank,
} from "../../reading/files/fileRecord.ts";
import type { FeedColumns } from "../../reading/row.ts";
import { isAmount, isRowText } from "../../reading/rows.ts";

export type LeftOutKind = "title" | "total" | "remark" | "withdrawn" | "header";

/** Lines that were left out, by what they are. */
export type LeftOutTally = {
  add(kind: LeftOutKind, record: FileRecord): void;
  describe(): string[];
};

/** A total names itself in its first text, and all other cells are amounts. */
function isTotal(cells: readonly string[], { places }: FeedColumns): boolean {
  const first = cells.findIndex((cell) => !isBlank(cell));
  const text = (cells[first] ?? "").trim();
  if (!isRowText("namedTotal", text)) return false;
  const partNumber = places.get("part_number");
  const isOfPart = partNumber !== undefined && partNumber !== first && !isBlank(cells[partNumber]);
  return (
    !isOfPart &&
    cells.every((cell, place) => place === first || isBlank(cell) || isAmount(cell.trim()))
  );
}

/** Codes of up to three letters and numbers: "MS 20470 AD4-6" is a part number, not a remark. */
function isNumber(text: string): boolean {
  return /\d/.test(text) && !/\p{L}{4}/u.test(text);
}

/** One text of at least three words, in a file of several columns. */
function isRemark(cells: readonly string[], { places }: FeedColumns): boolean {
  const isFilled = (cell: string) => !isBlank(cell);
  const first = cells.findIndex(isFilled);
  if (places.size < 4 || first === -1 || first !== cells.findLastIndex(isFilled)) return false;
  const text = cells[first] ?? "";
  // As a refused row, it keeps its offer from being discontinued.
  if (places.get("part_number") === first && isNumber(text)) return false;
  return text.trim().split(/\s+/).length >= 3 && /\p{L}{2}/u.test(text);
}

/** What a record is, if it is no row; undefined for a row. */
export function findLeftOutKind(
  { cells, fault }: FileRecord,
  header: FileRecord,
  columns: FeedColumns,
): LeftOutKind | undefined {
  if (fault !== undefined) return undefined;
  if (isTotal(cells, columns)) return "total";
  if (isRemark(cells, columns)) return "remark";
  const isHeader = header.cells.every((cell, place) => cell === (cells[place] ?? ""));
  return isHeader && countFilled(header.cells) > 1 ? "header" : undefined;
}

const maxLength = 60;

const kindWords: Readonly<Record<LeftOutKind, string>> = {
  title: "titles above the header",
  total: "totals",
  remark: "remarks",
  withdrawn: "cancelled or on hold",
  header: "the header again",
};

const startOfLeftOut = "Not imported, because they look like";

/** How a line is named before its text. */
const namedLine = /\bline (\d{1,9}) \(/g;

/** The text of a line. One that names a line as a sentence does has brackets, and so names none. */
function shorten(cells: readonly string[]): string {
  const joined = cells.filter((cell) => !isBlank(cell)).join(", ");
  const text =
    joined.search(namedLine) === -1 ? joined : joined.replaceAll("(", "[").replaceAll(")", "]");
  return detachText(text.length > maxLength ? `${text.slice(0, maxLength)}…` : text);
}

/** Creates an empty tally, which describes up to `maxNamed` lines of a kind. */
export function createLeftOutTally(maxNamed = 5): LeftOutTally {
  const found = new Map<LeftOutKind, { count: number; readonly named: string[] }>();
  return {
    add(kind, { line, cells }) {
      const group = found.get(kind) ?? { count: 0, named: [] };
      found.set(kind, group);
      group.count += 1;
      if (group.count <= maxNamed) group.named.push(`line ${line} (${shorten(cells)})`);
    },
    describe: () =>
      [...found].map(([kind, { count, named }]) => {
        const more = count > maxNamed ? ` and ${formatCount(count - maxNamed)} more` : "";
        const lines = `${named.join(", ")}${more}`;
        return `${startOfLeftOut} ${kindWords[kind]}: ${lines}.`;
      }),
  };
}

/** The lines that a sentence of a tally names. */
export function readLeftOutLines(sentence: string): readonly number[] {
  if (!sentence.startsWith(startOfLeftOut)) return [];
  return [...sentence.matchAll(namedLine)].map(([, line]) => Number(line));
}

/** What a sentence of a tally says: of which kind lines are, their texts, and how many more are. */
export type LeftOutSentence = {
  readonly kind: string;
  readonly lines: readonly { readonly line: number; readonly text: string }[];
  readonly more: string | null;
};

const leftOutSentence = new RegExp(
  `^${startOfLeftOut} ([^:]+): (.*?)(?: and ([\\d,]+) more)?\\.$`,
  "s",
);
const lineWithText = /\bline (\d{1,9}) \((.*?)\)(?=$|, line \d{1,9} \()/gs;

/** Null for any other sentence. */
export function readLeftOutSentence(sentence: string): LeftOutSentence | null {
  const [, kind, named = "", more = null] = leftOutSentence.exec(sentence) ?? [];
  if (kind === undefined) return null;
  const lines = [...named.matchAll(lineWithText)].map(([, line, text = ""]) => ({
    line: Number(line),
    text,
  }));
  return { kind, lines, more };
}
