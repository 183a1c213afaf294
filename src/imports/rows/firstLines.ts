// The first line of each identity in a file, for millions of rows in little memory: 96 bits of a
// hash and the line in four words (decision 138).
import { hash } from "node:crypto";
import { groupDigits } from "../../kit/money.ts";
import { UnreadableFile } from "../../reading/files/fileRecord.ts";

type FirstLines = {
  /** Returns the line on which `identity` was added before; null if this is the first time. */
  add(identity: string, line: number): number | null;
};

const wordsPerSlot = 4;
const minCapacity = 1 << 8;
const maxFillRatio = 0.7;
/** In sixteen tables, because a table exists twice while it grows. */
const maxLines = 5_000_000;
const bitsOfTable = 4;

/**
 * The slot of a hash in a table, or the free slot where it belongs. A line of 0 marks a free slot.
 */
function findSlot(table: Uint32Array, first: number, second: number, third: number): number {
  const mask = table.length - 1;
  let slot = (first * wordsPerSlot) & mask;
  while (
    table[slot + 3] !== 0 &&
    (table[slot] !== first || table[slot + 1] !== second || table[slot + 2] !== third)
  ) {
    slot = (slot + wordsPerSlot) & mask;
  }
  return slot;
}

function enlarge(table: Uint32Array): Uint32Array {
  const larger = new Uint32Array(table.length * 2);
  for (let slot = 0; slot < table.length; slot += wordsPerSlot) {
    const [first = 0, second = 0, third = 0, line = 0] = table.subarray(slot, slot + wordsPerSlot);
    if (line !== 0) {
      larger.set([first, second, third, line], findSlot(larger, first, second, third));
    }
  }
  return larger;
}

type Table = { places: Uint32Array; count: number };

function createTable(): Table {
  return { places: new Uint32Array(minCapacity * wordsPerSlot), count: 0 };
}

export function createFirstLines(): FirstLines {
  const tables = Array.from({ length: 2 ** bitsOfTable }, createTable);
  let count = 0;
  return {
    add(identity, line) {
      const digest = digestText(identity);
      const first = readDigestWord(digest, 0);
      const second = readDigestWord(digest, 1);
      const third = readDigestWord(digest, 2);
      const table = tables[third >>> (32 - bitsOfTable)] as Table;
      const { places } = table;
      const slot = findSlot(places, first, second, third);
      const known = places[slot + 3] ?? 0;
      if (known !== 0) return known;
      places.set([first, second, third, line], slot);
      table.count += 1;
      count += 1;
      if (count > maxLines) {
        throw new UnreadableFile(
          `The file has more than ${groupDigits(maxLines)} rows. Split it in two.`,
        );
      }
      if (table.count > (places.length / wordsPerSlot) * maxFillRatio)
        table.places = enlarge(places);
      return null;
    },
  };
}

// Digests are strings with one character per byte, because buffers would cost the garbage collector
// too much (decision 138).

/** The SHA-256 of a text: 32 characters of one byte each. */
export function digestText(text: string): string {
  return hash("sha256", text, "binary");
}

/** The 32 bits at the place of a digest, counted in words of 4 bytes. */
export function readDigestWord(digest: string, place: number): number {
  const at = place * 4;
  return (
    (digest.charCodeAt(at) |
      (digest.charCodeAt(at + 1) << 8) |
      (digest.charCodeAt(at + 2) << 16) |
      (digest.charCodeAt(at + 3) << 24)) >>>
    0
  );
}
