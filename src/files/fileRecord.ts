// Every format is read into records of cells. The first record of a file is its header. Records
// come in batches, so that a file of any length takes little memory.

/**
 * The type of a spreadsheet cell. The text of a formula is its value when saved, that of a percent
 * has its sign.
 */
export type CellKind = "text" | "number" | "percent" | "date" | "boolean" | "error" | "formula";

/** One row of a file as written; `line` is where it starts, from 1. */
export type FileRecord = {
  readonly line: number;
  readonly cells: readonly string[];
  /** For each cell; only a spreadsheet has kinds. */
  readonly kinds?: readonly CellKind[];
  /** How many cells had spaces at an end, which are already removed. */
  readonly trimmed?: number;
  /** Why the row cannot be read, to follow "the row"; then its cells mean nothing. */
  readonly fault?: string;
};

export type RecordBatches = AsyncIterable<readonly FileRecord[]>;

/** Nothing is imported from a file that cannot be read; the message names the line or columns. */
export class UnreadableFile extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = "UnreadableFile";
  }
}

/** 12,345, for messages. */
export function formatCount(count: number): string {
  return count.toLocaleString("en-US");
}
