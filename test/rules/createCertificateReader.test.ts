// Certificates as vendors write them: known ones, and how unknown ones are stored.
import assert from "node:assert/strict";
import { test } from "node:test";
import { createCertificateReader } from "../../src/catalog/tradeCodes.ts";

const read = createCertificateReader([
  { code: "8130-3", name: "release", synonyms: ["8130", "FAA Form 8130-3"] },
  { code: "EASA Form 1", name: "release", synonyms: ["EASA F1", "Form One"] },
  { code: "CoC", name: "conformance", synonyms: ["C of C", "C/C"] },
]);

const readings: readonly (readonly [text: string, stored: string | null, unknown: string[]])[] = [
  ["", null, []],
  [" ; | ", null, []],
  ["8130", "8130-3", []],
  ["faa FORM 8130\u20113", "8130-3", []],
  ["COC|Easa F1;8130-3", "CoC; EASA Form 1; 8130-3", []],
  ["8130-3/EASA F1", "8130-3; EASA Form 1", []],
  ["C/C", "CoC", []],
  ["8130; FAA Form 8130-3", "8130-3", []],
  ["N/A", "N/A", ["N/A"]],
  ["Mill cert/CoC", "Mill cert; CoC", ["Mill cert"]],
  ["Mill cert | DD 250 | Mill cert", "Mill cert; DD 250", ["Mill cert", "DD 250"]],
  ["---", "---", ["---"]],
];

for (const [text, stored, unknown] of readings) {
  test(`${JSON.stringify(text)} is stored as ${JSON.stringify(stored)}`, () => {
    assert.deepEqual(read(text), { text: stored, unknown });
  });
}

test("a stored text is read as itself", () => {
  for (const [, stored] of readings) {
    assert.equal(read(stored ?? "").text, stored);
  }
});
