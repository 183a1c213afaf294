// What every format of file is read into: records of cells with the line they begin on. The first
// record of a file is its header. Records come in batches, so that a file of any length takes
// little memory.

/** One row of a file as it is written there; `line` counts from 1. */
export type FileRecord = { readonly line: number; readonly cells: readonly string[] };

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
