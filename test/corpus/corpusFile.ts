// One file of the corpus: bytes that a distributor might send, and the expected import result.

/** Bytes, or a stream too large for memory. */
export type CorpusBytes = Uint8Array | Promise<Uint8Array> | (() => AsyncIterable<Uint8Array>);

/**
 * A file and its outcome: "2 created", then each refusal as "line, column, value, reason"; or
 * "unreadable" and the message.
 */
export type CorpusFile = readonly [name: string, bytes: CorpusBytes, outcome: readonly string[]];

/** The columns of the files of the corpus. */
export const corpusColumns = [
  "part number",
  "name",
  "cond",
  "uom",
  "qty",
  "price",
  "ccy",
  "vendor",
  "description",
  "expires",
] as const;

/** The cells of a good row, with some of them replaced. */
export function corpusRow(
  change: Partial<Record<(typeof corpusColumns)[number], string>> = {},
): string[] {
  const good = ["P-1", "BOLT", "NE", "EA", "5", "1.50", "USD", "Acme", "", ""];
  return corpusColumns.map((column, place) => change[column] ?? good[place] ?? "");
}
