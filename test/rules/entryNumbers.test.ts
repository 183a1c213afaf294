import assert from "node:assert/strict";
import { test } from "node:test";
import {
  findLikelyNumber,
  listNumberRuns,
  readStockNumbers,
} from "../../src/catalog/entries/findMeantNumbers.ts";
import { costOfMistake, listSimilarNumbers } from "../../src/catalog/entries/similarNumbers.ts";

const keysOf = (entry: string) => listNumberRuns(entry).map(({ key }) => key);

test("labels, quantities, units, revisions, CAGE codes and words are no part of a number", () => {
  const entries = [
    "P/N MS21042-3",
    "PN: MS21042-3",
    "part no. ms21042-3",
    "MS21042-3 REV A",
    "MS21042-3, Qty: 12",
    "2 pcs MS21042-3",
    "1. MS21042-3",
    "CAGE 81205 MS21042-3",
    "NUT SELF-LOCKING, MS21042-3",
    "MS21042-3 S/N 4711",
    "RFQ MS21042-3",
    "Boeing MS21042-3 $12.50",
  ];
  for (const entry of entries) assert.deepEqual(keysOf(entry), ["MS21042-3"], entry);
});

test("a number may have spaces, and noise may be written to it", () => {
  assert.ok(keysOf("P/N MS 21042-3 QTY 2").includes("MS 21042-3"));
  for (const entry of [
    "PNMS21042-3 X",
    "MS21042-3REVA X",
    "BOEING/MS21042-3 X",
    "81205-MS21042-3 X",
  ]) {
    assert.ok(keysOf(entry).includes("MS21042-3"), entry);
  }
  assert.deepEqual(keysOf("MS21042-3"), []);
  assert.deepEqual(keysOf("fuel pump"), []);
  assert.ok(keysOf(`NUT, "MS21042-3"`).includes("MS21042-3"));
});

test("a long entry has at most 150 runs", () => {
  const runs = listNumberRuns("1A/2B_3C-".repeat(22) + " 12A/B".repeat(40));
  assert.ok(runs.length <= 150);
});

test("the likely number of an entry is the labeled one, or the longest", () => {
  assert.equal(findLikelyNumber("ms21o42-3"), "MS21O42-3");
  assert.equal(findLikelyNumber("P/N MS21O42-3 for 123-456-789-10"), "MS21O42-3");
  assert.equal(findLikelyNumber("QTY 12 MS21O42-3"), "MS21O42-3");
  assert.equal(findLikelyNumber("fuel pump"), undefined);
});

test("a stock number is read with any gaps, with a label, and without its leading zeros", () => {
  const complete = { niin: "001234567", supplyClass: "5310" };
  for (const entry of [
    "5310-00-123-4567",
    "5310001234567",
    "NSN: 5310 00 123 4567",
    "nsn5310\u201100\u2011123\u20114567 EA",
    "5310-0-123-4567",
    "NSN 53101234567",
  ]) {
    assert.deepEqual(readStockNumbers(entry)[0], complete, entry);
  }
  for (const entry of ["00-123-4567", "001234567", "1234567", "NIIN 1234567", "0-123-4567"]) {
    assert.deepEqual(readStockNumbers(entry), [{ niin: "001234567", supplyClass: null }], entry);
  }
  for (const entry of ["MS21042-3", "A5310-00-123-4567", "5310-00-123-4567-8", "12345"]) {
    assert.deepEqual(readStockNumbers(entry), [], entry);
  }
});

test("similar numbers are all those one edit or confused characters away, and bounded", () => {
  const similar = new Set(listSimilarNumbers("14IA5O"));
  for (const meant of ["141A50", "14IA50", "41IA5O", "14IA5", "14IAA5O", "14IB5O", "I4IASO"]) {
    assert.ok(similar.has(meant), meant);
  }
  assert.deepEqual(listSimilarNumbers("1A34"), ["IA34"]);
  assert.deepEqual(listSimilarNumbers("12"), []);
  assert.deepEqual(listSimilarNumbers("BRACKET"), []);
  assert.deepEqual(listSimilarNumbers("1".repeat(25)), []);
  assert.ok(listSimilarNumbers("0O1I5S8B0O1I5S8B0O1I5S8B").length < 2_200);
});

test("confused characters are likelier than a swap, a swap than another edit", () => {
  const costs = ["141A50", "141A5OO", "41IA5O", "14IA4O", "14IA9O"].map((meant) =>
    costOfMistake(meant === "141A5OO" ? "141A5O" : "14IA5O", meant),
  );
  const [confused = 0, doubled = 0, swapped = 0, neighbor = 0, other = 0] = costs;
  assert.ok(confused < doubled && doubled <= swapped && swapped < neighbor && neighbor < other);
});
