// Every format is read into records of cells. The first record of a file is its header. Records
// come in batches, so that a file of any length takes little memory.

export function isBlank(cell: string | undefined): boolean {
  return cell === undefined || cell.trim() === "";
}

export function countFilled(cells: readonly string[]): number {
  return cells.filter((cell) => !isBlank(cell)).length;
}

/**
 * The type of a spreadsheet cell; that of a formula with a number, a date or so is the type of its
 * value when saved. The text of a percent has its sign.
 */
export type CellKind = "text" | "number" | "percent" | "date" | "boolean" | "error" | "formula";

/**
 * A currency that the number format of a cell shows: its sign, such as € or USD, and the country
 * whose currency it is ("409"). `locale` is null if the sign is a text of the format, which may be
 * no currency.
 */
export type FormatCurrency = { readonly sign: string; readonly locale: string | null };

/** One row of a file as written; `line` is where it starts, from 1. */
export type FileRecord = {
  readonly line: number;
  readonly cells: readonly string[];
  /** What separates its cells; only a pasted text has it. */
  readonly delimiter?: string;
  /** For each cell; only a spreadsheet has kinds. */
  readonly kinds?: readonly CellKind[];
  /** By place, the currencies that the formats of numbers show. */
  readonly currencies?: ReadonlyMap<number, FormatCurrency>;
  /** How many cells had spaces at an end, which are already removed. */
  readonly trimmed?: number;
  /** By place, the cells of a workbook that are struck through. */
  readonly struck?: ReadonlySet<number>;
  /** Whether a workbook hides the row, by a filter for example. */
  readonly isHidden?: true;
  /** Why the row cannot be read, to follow "the row"; then its cells mean nothing. */
  readonly fault?: string;
};

/** A row may have more cells only if they are empty. */
export const maxColumns = 1_000;

export type RecordBatches = AsyncIterable<readonly FileRecord[]>;

/** Nothing is imported from a file that cannot be read; the message names the line or columns. */
export class UnreadableFile extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = "UnreadableFile";
  }
}

export function refuseColumns(line: number): UnreadableFile {
  return new UnreadableFile(`Row ${line} has more than ${formatCount(maxColumns)} columns.`);
}

/** A record without empty cells beyond the last column. Throws `UnreadableFile` for others. */
export function boundColumns(record: FileRecord): FileRecord {
  const { line, cells } = record;
  if (cells.length <= maxColumns) return record;
  if (cells.slice(maxColumns).some((cell) => cell !== "")) throw refuseColumns(line);
  return { ...record, cells: cells.slice(0, maxColumns) };
}

/** 12,345, for messages. */
export function formatCount(count: number): string {
  return count.toLocaleString("en-US");
}
