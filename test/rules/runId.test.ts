// The numbers of runs.
import assert from "node:assert/strict";
import { test } from "node:test";
import { readRunId } from "../../src/imports/run.ts";

test("the number of a run is a positive integer that the database can store", () => {
  assert.equal(readRunId("1"), 1);
  assert.equal(readRunId("2147483647"), 2_147_483_647);
  for (const text of ["", "0", "01", "-1", "1.5", "1 ", "2147483648", "99999999999", "x"]) {
    assert.equal(readRunId(text), undefined, text);
  }
});
