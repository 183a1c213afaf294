// Finds the columns of a list among its first records: by a header anywhere, else by the cells of
// each row. Invariant: what may be a row is never taken for a title, and a column that may have
// quantities or conditions is never left out without a person.
import { toStorableText } from "../../db/toStorableText.ts";
import { countFilled, type FileRecord, UnreadableFile } from "../../files/fileRecord.ts";
import {
  type ColumnMapping,
  namesColumn,
  noMapping,
  type PlacedColumns,
  placeColumns,
} from "../../imports/rows/columns.ts";
import {
  type ColumnGuess,
  findHeaderPlace,
  guessColumns,
  mayBeRow,
} from "../../imports/rows/header.ts";
import { looksLike } from "../../reading/looks.ts";
import { isRowText, labelOf } from "../../reading/rows.ts";
import { listColumnRules } from "../listColumns.ts";
import type { ListColumns } from "../orderList.ts";
import type { InstructionPlaces } from "../written/rowInstructions.ts";
import { UnclearColumns } from "./upload.ts";

/** The line of the header in the mapping of a list that has none. */
export const noHeaderLine = 0;

/** Without a header: lists whose rows have cells, and lists with one line of text per row. */
const placed: ListColumns = {
  headers: ["part_number", "quantity", "condition"],
  numberColumn: 0,
  quantityColumn: 1,
  conditionColumn: 2,
};
const written: ListColumns = {
  headers: ["part_number"],
  numberColumn: 0,
  quantityColumn: null,
  conditionColumn: null,
};

/**
 * `isNamed`: a header or a person named the columns. `width`: the maximum of cells per row. The
 * first `skipped` records are no rows; the last of them is the header, if there is one.
 */
export type FoundColumns = {
  readonly columns: ListColumns;
  readonly isNamed: boolean;
  readonly width: number;
  readonly header: FileRecord | null;
  readonly skipped: number;
  readonly instructions: InstructionPlaces;
  /** The place of the units of quantities; null for none. */
  readonly unitColumn: number | null;
  /** The place of the wanted certificates, beside those in the condition; null for none. */
  readonly certificateColumn: number | null;
};

/** The places of what a list need not have. */
function placeOptional(
  places: ReadonlyMap<string, number>,
): Pick<FoundColumns, "instructions" | "unitColumn" | "certificateColumn"> {
  const at = (name: string) => places.get(name) ?? null;
  const instructions = { remark: at("remark"), neededBy: at("needed_by") };
  return {
    instructions,
    unitColumn: at("unit_of_measure"),
    certificateColumn: at("certificate"),
  };
}

function widthOf(records: readonly FileRecord[]): number {
  return Math.max(0, ...records.map(({ cells }) => cells.length));
}

/** The columns of a list by the places of the three that are read. */
function toColumns(
  header: readonly string[],
  places: ReadonlyMap<string, number>,
  width: number,
): ListColumns {
  const quantityColumn = places.get("quantity") ?? null;
  // A condition that is added to a row later needs its own column.
  const condition = places.get("condition") ?? null;
  const isAdded = condition === null && quantityColumn !== null;
  const headers = Array.from({ length: width }, (_, place) => toStorableText(header[place] ?? ""));
  // A chosen column keeps its meaning in the file of rows to fix.
  for (const [name, place] of places) {
    if (!namesColumn(headers[place] ?? "", listColumnRules)) headers[place] = name;
  }
  return {
    headers: isAdded ? [...headers, "condition"] : headers,
    numberColumn: places.get("part_number") ?? 0,
    quantityColumn,
    conditionColumn: isAdded ? width : condition,
  };
}

/** Whether a record has neither a part number nor a quantity where the header has them. */
function isBesideColumns({ cells }: FileRecord, header: FileRecord): boolean {
  const { places } = placeColumns(header.cells, listColumnRules, noMapping);
  const [number, quantity] = [places.get("part_number"), places.get("quantity")];
  const isEmpty = (place: number | undefined) => (cells[place ?? -1] ?? "").trim() === "";
  return number !== undefined && isEmpty(number) && isEmpty(quantity);
}

/**
 * Whether a record above the header may be a row of a list; a label such as "Date:" is none. The
 * only cell of a record may be a row wherever it is.
 */
function mayBeListRow(record: FileRecord, header: FileRecord): boolean {
  const filled = record.cells.filter((cell) => cell.trim() !== "");
  const [first = "", ...others] = filled.map((cell) => cell.trim());
  if (others.length > 0 && isBesideColumns(record, header)) return false;
  if (/:$/.test(first) || (others.length === 0 && isRowText("title", first))) return false;
  const isNumbered = filled.some((cell) => looksLike(cell, "part number"));
  const isCounted = filled.length > 1 && filled.some((cell) => looksLike(cell, "quantity"));
  return isNumbered || isCounted || mayBeRow(record, header);
}

function describeOpen(guesses: readonly ColumnGuess[]): string {
  const names = guesses.map(({ name }) => name.replace("_", " "));
  const isOne = names.length === 1;
  return `Choose the ${names.join(" and ")} ${
    isOne ? "column: its header is" : "columns: their headers are"
  } unknown.`;
}

/** Throws if a column may be one that is read, and no header says so. */
function checkGuesses(guesses: readonly ColumnGuess[]): void {
  const open = guesses.filter(({ certainty }) => ["likely", "unclear"].includes(certainty));
  if (open.length > 0) throw new UnclearColumns(describeOpen(open));
}

function checkPlaced(
  { line }: FileRecord,
  { faults, places, ignored }: PlacedColumns,
  guesses: readonly ColumnGuess[],
): void {
  if (faults.length === 0) return;
  const message = `Line ${line}: ${faults.join(" ")}`;
  if (!places.has("part_number") && ignored.length === 0) throw new UnreadableFile(message);
  checkGuesses(guesses.filter(({ name }) => !places.has(name)));
  throw new UnclearColumns(message);
}

/** A header with the rest of its words in the line below it: "PART" over "NUMBER". */
function joinHeader(header: FileRecord, next: FileRecord | undefined): FileRecord | undefined {
  const words = next?.cells.filter((cell) => cell.trim() !== "") ?? [];
  const isName = (cell: string) =>
    namesColumn(cell, listColumnRules) || labelOf(cell) !== undefined;
  const isWords = words.length > 1 && words.every((cell) => !/\d/.test(cell));
  if (next === undefined || !isWords || words.filter(isName).length * 2 <= words.length) {
    return undefined;
  }
  const width = Math.max(header.cells.length, next.cells.length);
  const cells = Array.from({ length: width }, (_, at) =>
    [header.cells[at] ?? "", next.cells[at] ?? ""].join(" ").trim(),
  );
  return { ...header, cells };
}

function findNamed(
  head: readonly FileRecord[],
  place: number,
  mapping: ColumnMapping,
): FoundColumns {
  const first = head[place] as FileRecord;
  const joined = mapping === noMapping ? joinHeader(first, head[place + 1]) : undefined;
  const header = joined ?? first;
  const skipped = place + (joined === undefined ? 1 : 2);
  const below = head.slice(skipped);
  const named = placeColumns(header.cells, listColumnRules, mapping);
  const rows = below.map(({ cells }) => cells);
  const guesses = guessColumns(header.cells, rows, listColumnRules, mapping);
  checkPlaced(header, named, guesses);
  if (mapping.headers.size === 0) checkGuesses(guesses);
  const { cells } = header;
  const columns = toColumns(cells, named.places, cells.length);
  const width = cells.length;
  const optional = placeOptional(named.places);
  return { columns, isNamed: true, width, header, skipped, ...optional };
}

/** A person chose the columns, perhaps of an earlier list with the same headers. */
function findMapped(head: readonly FileRecord[], mapping: ColumnMapping): FoundColumns {
  const { headerLine } = mapping;
  if (headerLine === noHeaderLine) {
    const width = widthOf(head);
    const blank = Array.from({ length: width }, () => "");
    const { places, faults } = placeColumns(blank, listColumnRules, mapping);
    if (faults.length > 0) throw new UnclearColumns(faults.join(" "));
    const columns = toColumns(blank, places, width);
    const optional = placeOptional(places);
    return { columns, isNamed: true, width, header: null, skipped: 0, ...optional };
  }
  const place =
    headerLine === undefined
      ? (findHeaderPlace(head, listColumnRules, mapping) ?? 0)
      : head.findIndex(({ line }) => line === headerLine);
  if (place === -1) throw new UnclearColumns(`Line ${headerLine} should be the header.`);
  return findNamed(head, place, mapping);
}

/** Whether the first record has only words, and all below it have numbers. */
function isOverNumbers([first, ...below]: readonly FileRecord[]): boolean {
  const words = first?.cells.filter((cell) => cell.trim() !== "") ?? [];
  const isWords = words.length > 1 && words.every((word) => /^\D*\p{L}\D*$/u.test(word));
  const hasNumber = ({ cells }: FileRecord) => cells.some((cell) => /^\s*\d/.test(cell));
  return isWords && below.length > 0 && below.every(hasNumber);
}

function findUnnamed(head: readonly FileRecord[]): FoundColumns {
  const wide = head.filter(({ cells }) => countFilled(cells) > placed.headers.length);
  const [first] = wide;
  if (first !== undefined && wide.length * 2 >= head.length) {
    throw new UnclearColumns(
      `Line ${first.line}: ${countFilled(first.cells)} columns without headers cannot be ` +
        "identified. Choose the columns, or add a header line.",
    );
  }
  const columns = widthOf(head) > 1 ? placed : written;
  const width = placed.headers.length;
  const optional = placeOptional(new Map());
  return { columns, isNamed: false, width, header: null, skipped: 0, ...optional };
}

/**
 * Finds the columns by the first records of a list, of which there is at least one. `isKeyed`: the
 * first is the header. `mapping`: what a person chose, or null. Throws `UnclearColumns` if a person
 * has to choose, and `UnreadableFile` if there is no part number to choose.
 */
export function findListColumns(
  head: readonly FileRecord[],
  isKeyed: boolean,
  mapping: ColumnMapping | null,
): FoundColumns {
  if (mapping !== null) return findMapped(head, mapping);
  const isFirst =
    head[0]?.cells.some((cell) => namesColumn(cell, listColumnRules)) || isOverNumbers(head);
  const named = findHeaderPlace(head, listColumnRules, noMapping);
  const place = isKeyed ? 0 : (named ?? (isFirst ? 0 : undefined));
  const header = place === undefined ? undefined : head[place];
  if (place === undefined || header === undefined) return findUnnamed(head);
  const above = head.slice(0, place).find((record) => mayBeListRow(record, header));
  if (above !== undefined) {
    throw new UnclearColumns(
      `Line ${header.line} looks like the header, but line ${above.line} above it may be a part.`,
    );
  }
  return findNamed(head, place, noMapping);
}
