// Records into a CSV file that spreadsheets open unharmed and our own reader reads unchanged.
import { Readable, type Writable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { guardFormula } from "./guardFormula.ts";
import type { WrittenCell } from "./writtenCells.ts";

/** In characters. */
const pieceLength = 1 << 16;

function quoteWhereDue(text: string): string {
  return /[",\r\n]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

function toLine(texts: readonly string[]): string {
  return `${texts.map(quoteWhereDue).join(",")}\n`;
}

/** One line of a CSV file of texts, each guarded: what looks like a number is a text here, too. */
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
 * spreadsheet would run as a formula stands behind an apostrophe, which `readCsv` takes away;
 * numbers stand as they are.
 */
export async function writeCsv(
  rows: AsyncIterable<readonly WrittenCell[]> | Iterable<readonly WrittenCell[]>,
  target: Writable,
): Promise<void> {
  await pipeline(Readable.from(encode(rows), { objectMode: false }), target);
}
