// How urgent a text says that an order is.
import assert from "node:assert/strict";
import { test } from "node:test";
import { affirmsUrgency, findUrgency } from "../../src/reading/urgency.ts";

test("AOG counts anywhere in a text, critical where one begins, and neither if it is denied", () => {
  const urgent = [
    ["AOG", "AOG"],
    ["aog D-EX41 in HAM!", "AOG"],
    ["unsere D-EX41 steht AOG", "AOG"],
    ["Aircraft on ground at MUC", "AOG"],
    ["avion immobilisé", "AOG"],
    ["Priority: critical", "Critical"],
    ["CRITICAL - call J. Okafor", "Critical"],
    ["Kritisch", "Critical"],
    ["critical, AOG by Friday", "AOG"],
  ] as const;
  for (const [text, urgency] of urgent) assert.equal(findUrgency(text), urgency, text);
  for (const text of ["", "not AOG", "NON-AOG", "kein AOG", "flight critical part", "AOGX-1"]) {
    assert.equal(findUrgency(text), undefined, text);
  }
  for (const cell of ["x", "Yes", "1"]) assert.ok(affirmsUrgency(cell), cell);
  for (const cell of ["", "no", "N", "nein", "0"]) assert.ok(!affirmsUrgency(cell), cell);
});
