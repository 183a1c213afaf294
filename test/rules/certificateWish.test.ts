// What a condition cell of a list asks for: a condition, certificates, or both.
import assert from "node:assert/strict";
import { test } from "node:test";
import {
  findUnreadWish,
  hasCertificate,
  joinCondition,
  preferCertified,
  splitCondition,
  toListCodes,
} from "../../src/quickOrders/written/certificateWish.ts";

const codes = toListCodes({
  conditions: [
    { code: "NE", name: "new", synonyms: ["NEW"] },
    { code: "AR", name: "as removed", synonyms: ["ASREMOVED"] },
    { code: "OH", name: "overhauled", synonyms: [] },
  ],
  certificates: [
    { code: "8130-3", name: "FAA", synonyms: ["8130", "FAA 8130", "FAA 8130-3"] },
    { code: "EASA Form 1", name: "EASA", synonyms: ["Form 1"] },
    { code: "CoC", name: "conformance", synonyms: ["C of C"] },
  ],
});

const read: readonly (readonly [text: string, condition: string, certificate: string | null])[] = [
  ["NE", "NE", null],
  ["", "", null],
  ["8130-3", "", "8130-3"],
  ["FAA 8130-3", "", "8130-3"],
  ["EASA Form 1", "", "EASA Form 1"],
  ["coc", "", "CoC"],
  ["C of C", "", "CoC"],
  ["NE / 8130-3", "NE", "8130-3"],
  ["NE w/ 8130", "NE", "8130-3"],
  ["NE w/8130", "NE", "8130-3"],
  ["NE with CoC", "NE", "CoC"],
  ["NE 8130-3", "NE", "8130-3"],
  ["8130-3 NE", "NE", "8130-3"],
  ["NE (EASA Form 1)", "NE", "EASA Form 1"],
  ["new, 8130 tag", "new", "8130-3"],
  ["8130-3 or EASA Form 1", "", "8130-3; EASA Form 1"],
  ["NE / OH / CoC", "NE / OH", "CoC"],
  ["NE, EASA Form 1 only", "NE", "EASA Form 1"],
  ["NE; EASA Form 1 required", "NE", "EASA Form 1"],
  ["NE with EASA Form 1 cert", "NE", "EASA Form 1"],
  ["NE w/ 8130-3 tag req'd", "NE", "8130-3"],
  ["NE c/w Form 1", "NE", "EASA Form 1"],
  ["NE plus CoC, required", "NE", "CoC"],
  ["NE - 8130-3", "NE", "8130-3"],
  ["NE [CoC please]", "NE", "CoC"],
  ["NE only, must have 8130-3", "NE", "8130-3"],
  ["NE only", "NE", null],
  ["NE or OH, Form 1 or 8130-3 only", "NE / OH", "EASA Form 1; 8130-3"],
  ["NE, 8130-3 dual release", "NE", "8130-3"],
  ["NE, dual release", "NE", null],
  // Unread texts stay whole, so the row asks.
  ["NE w/o 8130", "NE w/o 8130", null],
  ["without CoC", "without CoC", null],
  ["no 8130-3", "no 8130-3", null],
  ["NE, certs", "NE, certs", null],
  ["NE, no dual release", "NE, no dual release", null],
  ["8130-3 not required", "8130-3 not required", null],
  ["NE, EASA Form 1 xyz", "NE, EASA Form 1 xyz", null],
  ["SC", "SC", null],
  ["SC / CoC", "SC", "CoC"],
];

for (const [text, condition, certificate] of read) {
  test(`${JSON.stringify(text)} asks for ${condition || "any"} and ${certificate ?? "none"}`, () => {
    assert.deepEqual(splitCondition(text, codes), { condition, certificate });
  });
}

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
      const again = splitCondition(joinCondition(condition, certificate), codes);
      assert.deepEqual(again, { condition: condition ?? "", certificate });
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
