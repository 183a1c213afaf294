// Writes CSV that spreadsheets open safely and `readCsv` reads unchanged.
import { Readable, type Writable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { guardFormula } from "./guardFormula.ts";
import type { WrittenCell } from "./writtenCells.ts";

/** In characters. */
const pieceLength = 1 << 16;

function quoteIfNeeded(text: string): string {
  return /[",\r\n]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

function toLine(texts: readonly string[]): string {
  return `${texts.map(quoteIfNeeded).join(",")}\n`;
}

/** One line of texts, each guarded, also what looks like a number. */
export function encodeCsvLine(texts: readonly string[]): string {
  return toLine(texts.map(guardFormula));
}

async function* encode(
  rows: AsyncIterable<readonly WrittenCell[]> | Iterable<readonly WrittenCell[]>,
): AsyncGenerator<string> {
  let piece = "";
  for await (const row of rows) {
    piece += toLine(
      row.map((cell) => (typeof cell === "string" ? guardFormula(cell) : cell.number)),
    );
    if (piece.length < pieceLength) continue;
    yield piece;
    piece = "";
  }
  yield piece;
}

/**
 * Writes rows as CSV in UTF-8 and ends `target`; memory does not grow with the rows. A text that a
 * spreadsheet would run as a formula gets an apostrophe, which `readCsv` removes; numbers do not.
 */
export async function writeCsv(
  rows: AsyncIterable<readonly WrittenCell[]> | Iterable<readonly WrittenCell[]>,
  target: Writable,
): Promise<void> {
  await pipeline(Readable.from(encode(rows), { objectMode: false }), target);
}
