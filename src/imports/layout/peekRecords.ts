import type { FileRecord, RecordBatches } from "../../files/fileRecord.ts";

export type PeekedRecords = {
  readonly records: readonly FileRecord[];
  /** All batches, those that were read included. */
  readonly batches: RecordBatches;
};

/**
 * Reads at least so many first records of a file, if it has them, without consuming them. If it
 * cannot be read, `batches` throws that at the same place.
 */
export async function peekRecords(batches: RecordBatches, count: number): Promise<PeekedRecords> {
  const iterator = batches[Symbol.asyncIterator]();
  const read: (readonly FileRecord[])[] = [];
  let records: readonly FileRecord[] = [];
  let failure: { readonly error: unknown } | undefined;
  try {
    while (records.length < count) {
      const next = await iterator.next();
      if (next.done === true) break;
      read.push(next.value);
      records = [...records, ...next.value.slice(0, count - records.length)];
    }
  } catch (error) {
    failure = { error };
  }
  async function* replay(): AsyncGenerator<readonly FileRecord[]> {
    yield* read.splice(0);
    if (failure !== undefined) throw failure.error;
    yield* { [Symbol.asyncIterator]: () => iterator };
  }
  return { records, batches: replay() };
}
