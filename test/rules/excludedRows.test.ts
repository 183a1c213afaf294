// Which rows of a file are left out, and by whom; the numbers of runs.
import assert from "node:assert/strict";
import { test } from "node:test";
import {
  addExcluded,
  describeIdle,
  readLines,
  removeExcluded,
} from "../../src/imports/excludedRows.ts";
import { readRunId } from "../../src/imports/run.ts";

test("rows are left out once, by line, and stay with who chose them first", () => {
  const first = addExcluded([], [12, 3], "Ann");
  assert.deepEqual(first, [
    { line: 3, by: "Ann" },
    { line: 12, by: "Ann" },
  ]);
  assert.deepEqual(addExcluded(first, [12, 7], "Bob"), [
    { line: 3, by: "Ann" },
    { line: 7, by: "Bob" },
    { line: 12, by: "Ann" },
  ]);
});

test("a row is included again, and others stay left out", () => {
  const rows = addExcluded([], [3, 12], "Ann");
  assert.deepEqual(removeExcluded(rows, [3, 99]), [{ line: 12, by: "Ann" }]);
});

test("lines are whole numbers from 1; anything else is none", () => {
  assert.deepEqual(readLines([" 12", "40", "12"]), [12, 40]);
  assert.deepEqual(readLines([]), []);
  for (const text of ["", "0", "-1", "1.5", "1e3", "01", "1234567890", "12,40", "x"]) {
    assert.equal(readLines(["3", text]), undefined, text);
  }
});

test("rows to leave out that would change nothing are reported", () => {
  assert.deepEqual(describeIdle(2, 2), []);
  assert.match(describeIdle(2, 1).join(""), /^1 row to leave out/);
  assert.match(describeIdle(5, 1).join(""), /^4 rows to leave out/);
});

test("the number of a run is a positive integer that the database can store", () => {
  assert.equal(readRunId("1"), 1);
  assert.equal(readRunId("2147483647"), 2_147_483_647);
  for (const text of ["", "0", "01", "-1", "1.5", "1 ", "2147483648", "99999999999", "x"]) {
    assert.equal(readRunId(text), undefined, text);
  }
});
