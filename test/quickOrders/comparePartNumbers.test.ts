// Which numbers a person compares with suggested ones: those that differ only in how they are
// written.
import assert from "node:assert/strict";
import { test } from "node:test";
import { comparePartNumbers } from "../../src/quickOrders/bulk/comparePartNumbers.ts";

function mark(pieces: readonly { readonly text: string; readonly isSame: boolean }[] | undefined) {
  return pieces?.map(({ text, isSame }) => (isSame ? text : `[${text}]`)).join("");
}

test("missing and extra separators and characters that look alike are marked", () => {
  const cases = [
    ["211171", "211-171", "211171", "211[-]171"],
    ["ABC-1234", "ABC1234", "ABC[-]1234", "ABC1234"],
    ["ms2O995c32", "MS20995C32", "MS2[O]995C32", "MS2[0]995C32"],
    ["AN3 5A", "AN3-5A", "AN3[ ]5A", "AN3[-]5A"],
    ["NAS1149F0332P", "NAS1149-F0332P", "NAS1149F0332P", "NAS1149[-]F0332P"],
    ["AN3–5A", "AN3-5A", "AN3-5A", "AN3-5A"],
    ["AN3-l2A", "AN3-12A", "AN3-[L]2A", "AN3-[1]2A"],
    ["B1O1S", "8IOI5", "[B1]O[1S]", "[8I]O[I5]"],
  ];
  for (const [written = "", meant = "", left, right] of cases) {
    const compared = comparePartNumbers(written, meant);
    assert.deepEqual([mark(compared?.written), mark(compared?.meant)], [left, right], written);
  }
});

test("another place of a dash, another character, more or fewer characters are another number", () => {
  const pairs = [
    ["21117-1", "211-171"],
    ["211171-1", "211-1711"],
    ["ABC-1234", "ABC-1235"],
    ["ABC-1234", "ABC-12345"],
    ["ABC-1234", "ABC-123"],
    ["ABC-1243", "ABC-1234"],
    ["P/N ABC-1234", "ABC-1234"],
    ["ABC-1234 AND", "ABC-1234"],
    ["", "A"],
  ];
  for (const [written = "", meant = ""] of pairs) {
    assert.equal(comparePartNumbers(written, meant), undefined, `${written} ${meant}`);
  }
});
