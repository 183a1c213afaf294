// Part numbers that a spreadsheet may have changed.
import assert from "node:assert/strict";
import { test } from "node:test";
import { seemsRewritten } from "../../src/reading/rewritten.ts";

test("numbers that a spreadsheet may have rewritten are distinguished from genuine ones", () => {
  for (const number of [
    "12-MAR",
    "3-Jan-27",
    "Mar-12",
    "1.2E+15",
    "5E+10",
    "12345.0",
    "1/1/07",
    "1907-01-01",
  ]) {
    assert.equal(seemsRewritten(number), true, number);
  }
  for (const number of [
    "12-MARS",
    "MS21042-3",
    "5E10",
    "1-2",
    "DEC-123",
    "21117-1",
    "1/1/7",
    "13/13/07",
    "1907-13-01",
    "4/0/2",
  ]) {
    assert.equal(seemsRewritten(number), false, number);
  }
});
