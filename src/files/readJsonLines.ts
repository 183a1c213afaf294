// JSON lines: one object per line.
import { isTooLong, maxRecordBytes, refuseLongRecord } from "./csvScanner.ts";
import { decodeText, type TextTraits } from "./decodeText.ts";
import type { FileRecord } from "./fileRecord.ts";
import { type JsonText, readJsonRows } from "./jsonRows.ts";

type JsonLinesReading = AsyncGenerator<readonly FileRecord[]> & {
  readonly traits: () => TextTraits;
};

/** Yields the lines of a text, the last one even without a line break. */
async function* splitLines(pieces: AsyncIterable<string>): AsyncGenerator<string[]> {
  let pending: string[] = [];
  let length = 0;
  let line = 1;
  for await (const piece of pieces) {
    pending.push(piece);
    length += piece.length;
    const isWhole = piece.includes("\n");
    if (!isWhole && length <= maxRecordBytes) continue;
    const lines = pending.join("").split("\n");
    const long = lines.findIndex(isTooLong);
    if (long !== -1) throw refuseLongRecord(line + long);
    const rest = lines.pop() ?? "";
    pending = [rest];
    length = rest.length;
    line += lines.length;
    yield lines;
  }
  const last = pending.join("");
  if (isTooLong(last)) throw refuseLongRecord(line);
  yield [last];
}

async function* listObjects(pieces: AsyncIterable<string>): AsyncGenerator<readonly JsonText[]> {
  let before = 0;
  for await (const lines of splitLines(pieces)) {
    const first = before + 1;
    before += lines.length;
    yield lines
      .map((text, place) => ({ line: first + place, text }))
      .filter(({ text }) => text.trim() !== "");
  }
}

/**
 * Reads JSON lines; the first record has the keys of the first objects. Throws
 * `UnreadableFile` if the first object cannot be read or a line is longer than a megabyte.
 */
export function readJsonLines(input: AsyncIterable<Uint8Array>): JsonLinesReading {
  const { pieces, traits } = decodeText(input);
  return Object.assign(readJsonRows(listObjects(pieces), "line"), { traits });
}
