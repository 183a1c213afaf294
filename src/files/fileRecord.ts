// What every format of file is read into: records of cells and the line they begin on. The first
// record of a file is its header. Records come in batches, so that a file of any length takes
// little memory.

/** What a cell of a spreadsheet holds; of a formula, the text is the value it had when saved. */
export type CellKind = "text" | "number" | "date" | "boolean" | "error" | "formula";

/** One row of a file as it is written there; `line` counts from 1. */
export type FileRecord = {
  readonly line: number;
  readonly cells: readonly string[];
  /** For each cell; only a spreadsheet has kinds. */
  readonly kinds?: readonly CellKind[];
  /** How many of the cells had spaces at an end that are left out of them already. */
  readonly trimmed?: number;
  /** Why the row cannot be read, worded to follow "the row"; its cells then count for nothing. */
  readonly fault?: string;
};

export type RecordBatches = AsyncIterable<readonly FileRecord[]>;

/**
 * A file that cannot be read on, so that nothing of it is taken; the message names the line or the
 * columns.
 */
export class UnreadableFile extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = "UnreadableFile";
  }
}
