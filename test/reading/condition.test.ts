// What a text asks for: conditions, certificates, or both; or what of it is a question.
import assert from "node:assert/strict";
import { test } from "node:test";
import { hasCertificate, preferCertified } from "../../src/quickOrders/checkRows.ts";
import { toListCodes } from "../../src/quickOrders/queries.ts";
import { findUnreadWish, joinCondition, readCondition } from "../../src/reading/condition.ts";

const codes = toListCodes({
  conditions: [
    { code: "NE", name: "new", synonyms: ["NEW"] },
    { code: "OH", name: "overhauled", synonyms: [] },
    { code: "AR", name: "as removed", synonyms: ["ASREMOVED", "REMOVED OR USED"] },
    { code: "US", name: "used", synonyms: [] },
  ],
  certificates: [
    { code: "8130-3", name: "FAA", synonyms: ["8130", "FAA 8130", "FAA 8130-3"] },
    { code: "EASA Form 1", name: "EASA", synonyms: ["Form 1"] },
    { code: "CoC", name: "conformance", synonyms: ["C of C", "Certificate of Conformance"] },
  ],
});

/** What is accepted and wanted, or "asked". */
function read(text: string): string {
  const { accepted, certificates, unread } = readCondition(text, codes);
  const wanted = certificates.length === 0 ? "" : ` with ${certificates.join(" or ")}`;
  return unread.length > 0 ? "asked" : `${accepted.join(" or ") || "any"}${wanted}`;
}

const meanings: Readonly<Record<string, readonly string[]>> = {
  any: ["", "any", "ANY", "n/a", "-", "none", "TBA", "as available"],
  NE: [
    "NE",
    "ne",
    "New",
    "NE only",
    "NE or better",
    "NE, dual release",
    "fabrikneu",
    "neuf",
    "nuevo",
  ],
  OH: ["OVH", "o/h", "überholt", "Überholt.", "révisé", "revisado"],
  AR: ["ASREMOVED", "as removed", "removed or used"],
  US: ["UNSRVCBL", "unserviceable"],
  "NE or OH": [
    "NE / OH",
    "OH/NE",
    "new and/or OH",
    "NE, or OH",
    "NE or OH",
    "OH and NE",
    "NE; OH",
    "NE und OH",
    "NE ou OH",
  ],
  "NE or OH or AR": ["AR or better", "AR/better", "AR oder besser"],
  "any with 8130-3": ["8130-3", "FAA 8130-3", "any w/ 8130-3", "8130-3 tag", "8130 required"],
  "any with CoC": ["coc", "C of C", "Certificate of Conformance"],
  "any with 8130-3 or EASA Form 1": ["8130-3 or EASA Form 1"],
  "NE with 8130-3": [
    ...["NE / 8130-3", "NE w/ 8130", "NE w/8130", "NE 8130-3", "8130-3 NE", "NE - 8130-3"],
    ...["NE w/ 8130-3 tag req'd", "NE only, must have 8130-3", "NE, 8130-3 dual release"],
    "new, 8130 tag",
  ],
  "NE with EASA Form 1": [
    ...["NE (EASA Form 1)", "NE, EASA Form 1 only", "NE; EASA Form 1 required", "NE c/w Form 1"],
    ...["NE with EASA Form 1 cert", "NE avec Form 1", "NE mit Form 1"],
  ],
  "NE with CoC": ["NE with CoC", "NE plus CoC, required", "NE [CoC please]"],
  "NE or OH with CoC": ["NE / OH / CoC"],
  "NE or OH with EASA Form 1 or 8130-3": ["NE or OH, Form 1 or 8130-3 only"],
  asked: [
    ...["NE w/o 8130", "without CoC", "no 8130-3", "NE, no dual release", "8130-3 not required"],
    ...["NE, certs", "NE, EASA Form 1 xyz", "SC", "SC / CoC", "NE OH", "NE (OH)", "OH or", "or OH"],
    ...["N", "not OH", "NE ohne 8130", "required", "NE / OH or better", "better", "/", "SV or XX"],
  ],
};

for (const [meaning, texts] of Object.entries(meanings)) {
  test(`${texts.join(" | ")}: ${meaning}`, () => {
    for (const text of texts) assert.equal(read(text), meaning, text);
  });
}

test("a synonym that looks like several conditions is one, a stored set is none", () => {
  const known = new Set(["NE", "NS", "OH"]);
  const synonyms = new Map([
    ["NE OR UNUSED", "NS"],
    ["UNUSED", "NS"],
    ["NE OH", "OH"],
  ]);
  const others = { known, synonyms, certificates: new Map() };
  const accept = (text: string) => readCondition(text, others).accepted.join(" ");
  assert.deepEqual(["NE or unused", "unused or NE", "NE/OH", "NE / OH"].map(accept), [
    "NS",
    "NE NS",
    "OH",
    "NE OH",
  ]);
});

for (const [text, certificate, rest] of [
  ["NE, EASA Form 1 xyz", null, "EASA Form 1 xyz"],
  ["NE, CoC and no PMA", null, "NE, CoC and no PMA"],
  ["NE w/o CoC or 8130-3", null, "NE w/o CoC or 8130-3"],
  ["NE, CoC and trace to 145", "CoC", "trace to 145"],
  ["factory sealed", null, "factory sealed"],
  ["SC", null, null],
  ["NE / OH", null, null],
] as const) {
  test(`of ${text}, what is not read is kept`, () => {
    assert.deepEqual(findUnreadWish(text, codes), { certificate, rest });
  });
}

test("what is joined is read again as the same", () => {
  for (const condition of ["NE", null]) {
    for (const certificate of ["8130-3", "CoC", "8130-3; EASA Form 1", null]) {
      const again = readCondition(joinCondition(condition, certificate), codes);
      const { accepted, certificates } = again;
      assert.deepEqual(
        [accepted, certificates],
        [condition ?? [], certificate?.split("; ") ?? []].map((one) => [one].flat()),
      );
    }
  }
});

test("offers with the certificate come first, and none is lost if none of these can supply the row", () => {
  const [plain, faa, both] = [null, "8130-3", "CoC; 8130-3"].map((certificate) => ({
    certificate,
  }));
  assert.ok(plain && faa && both);
  const prefer = (offers: (typeof plain)[], wanted: string | null, able: unknown = both) =>
    preferCertified(offers, wanted, (one) => one === able);
  assert.deepEqual(prefer([plain, faa, both], "8130-3"), [faa, both]);
  assert.deepEqual(prefer([plain, faa, both], "8130-3", plain), [plain, faa, both]);
  assert.deepEqual(prefer([plain, faa], "CoC"), [plain, faa]);
  assert.deepEqual(prefer([plain, both], null), [plain, both]);
  assert.equal(hasCertificate(plain, null), true);
  assert.equal(hasCertificate(plain, "CoC"), false);
});
