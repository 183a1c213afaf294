// On which line of a file something stood first, for millions of them in little memory: 96 bits of
// a hash and the line in four words, so that two of a hundred million rows meet by chance once in
// 10^13 files.
import { UnreadableFile } from "../files/fileRecord.ts";
import { digestText, wordOfDigest } from "./digestText.ts";

export type FirstLines = {
  /**
   * The line on which `identity` was noted before; null where this is the first time, which is
   * kept.
   */
  note(identity: string, line: number): number | null;
};

const wordsPerSlot = 4;
const smallestCapacity = 1 << 12;
const fullest = 0.7;
/** So many take 134 MB. */
const mostLines = 5_000_000;

/**
 * Where a hash stands in a table, or the free place where it belongs. A line of 0 is a free place.
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

/** An empty memory of lines, which count from 1. */
export function createFirstLines(): FirstLines {
  let table: Uint32Array = new Uint32Array(smallestCapacity * wordsPerSlot);
  let count = 0;
  return {
    note(identity, line) {
      const digest = digestText(identity);
      const first = wordOfDigest(digest, 0);
      const second = wordOfDigest(digest, 1);
      const third = wordOfDigest(digest, 2);
      const slot = findSlot(table, first, second, third);
      const known = table[slot + 3] ?? 0;
      if (known !== 0) return known;
      table.set([first, second, third, line], slot);
      count += 1;
      if (count > mostLines) {
        throw new UnreadableFile(`The file has more than ${mostLines} rows; split it in two.`);
      }
      if (count > (table.length / wordsPerSlot) * fullest) table = enlarge(table);
      return null;
    },
  };
}
