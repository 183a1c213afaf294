// What the cells of remarks and days of a list say.
import assert from "node:assert/strict";
import { test } from "node:test";
import {
  addRemark,
  findOmittedParts,
  mergeInstructions,
  splitRemark,
} from "../../src/orders/lineInstructions.ts";
import {
  findUnknownWishes,
  movePastDay,
  readInstructions,
  readRowInstructions,
} from "../../src/quickOrders/written/rowInstructions.ts";

const days: readonly (readonly [cell: string, day: string | null, remark: string | null])[] = [
  ["2027-03-04", "2027-03-04", null],
  ["2027-03-04T00:00:00Z", "2027-03-04", null],
  ["12 Dec 2027", "2027-12-12", null],
  ["31/12/2027", "2027-12-31", null],
  ["03/04/2027", null, "needed by: 03/04/2027"],
  ["ASAP", null, "needed by: ASAP"],
  ["2027-02-30", null, "needed by: 2027-02-30"],
  ["", null, null],
  ["n/a", null, null],
];

for (const [cell, day, remark] of days) {
  test(`${JSON.stringify(cell)} is needed by ${day ?? "no day"}`, () => {
    const read = readInstructions(["A-1", cell], { remark: null, neededBy: 1 });
    assert.deepEqual(read, { remark, neededBy: day });
  });
}

test("a remark is one line of at most 200 characters, and one that is cut shows it", () => {
  const places = { remark: 0, neededBy: null };
  assert.equal(readInstructions(["a\n b\t\u0007c "], places).remark, "a b c");
  assert.equal(readInstructions(["x".repeat(200)], places).remark, "x".repeat(200));
  assert.equal(readInstructions(["x".repeat(201)], places).remark, `${"x".repeat(199)}…`);
  assert.equal([...(addRemark("😀".repeat(150), "😀".repeat(60)) ?? "")].length, 200);
});

test("certificates that are not known are one wish, which a duplicate keeps", () => {
  const codes = { known: new Set(["NE"]), synonyms: new Map(), certificates: new Map() };
  const places = {
    instructions: { remark: 1, neededBy: null },
    certificateColumn: 0,
    tags: { item: null, aircraft: null },
    columns: { conditionColumn: null },
  };
  const { remark } = readRowInstructions(["DEF STAN ;MIL-CERT", "Job 4471"], places, codes);
  assert.deepEqual(splitRemark(remark), {
    lasting: "certificate: DEF STAN, MIL-CERT",
    ofOrder: "Job 4471",
  });
});

test("a long remark hides no wish for a day", () => {
  const remark = "x".repeat(195);
  const read = readInstructions([remark, "ASAP"], { remark: 0, neededBy: 1 });
  assert.match(read.remark ?? "", /^needed by: ASAP; x+…$/);
  const past = movePastDay({ remark, neededBy: "2026-01-02" }, "2026-02-01");
  assert.match(past.remark ?? "", /^needed by: 2026-01-02; x+…$/);
});

test("remarks that do not fit are counted, also if others follow, and are found again", () => {
  const [one, two, three] = ["a", "b", "c"].map((letter) => letter.repeat(90));
  const both = addRemark(one ?? "", two ?? "");
  assert.equal(both, `${one}; ${two}`);
  const all = addRemark(both, three ?? "");
  assert.equal(all, `${one}; ${two}; and 1 more`);
  const more = addRemark(all, "AOG; job 4471");
  assert.equal(more, `${one}; ${two}; AOG; and 2 more`);
  assert.equal(addRemark(more, "A".repeat(90)), more);
  const rows = [both, `${three}; AOG`, "job 4471"];
  assert.deepEqual(findOmittedParts(more, rows), [three, "job 4471"]);
  assert.deepEqual(findOmittedParts(both, rows), []);
  const cut = addRemark("NE only", "x".repeat(195));
  assert.equal(cut, `NE only; ${"x".repeat(190)}…`);
  assert.deepEqual(findOmittedParts(cut, ["x".repeat(195)]), ["x".repeat(195)]);
});

test("merged lines have the earlier day and each remark once", () => {
  const one = { remark: "a", neededBy: "2027-02-01" };
  const other = { remark: "b", neededBy: "2027-01-01" };
  const both = mergeInstructions([one, other]);
  assert.deepEqual(both, { remark: "a; b", neededBy: "2027-01-01" });
  assert.deepEqual(mergeInstructions([both, one]), both);
  assert.deepEqual(mergeInstructions([one, both]).remark, "a; b");
  const wish = (remark: string) => ({ remark: `needed by: ASAP; ${remark}`, neededBy: null });
  assert.equal(
    mergeInstructions([wish("a"), { ...wish("b"), remark: "needed by: asap; b" }]).remark,
    "needed by: ASAP; a; b",
  );
  const more = { remark: "b; c; a", neededBy: null };
  assert.deepEqual(mergeInstructions([both, more]).remark, "a; b; c");
  assert.deepEqual(mergeInstructions([{ remark: null, neededBy: null }, other]), other);
});

test("what a buyer wrote counts no omitted remarks, however it ends", () => {
  assert.equal(addRemark("Box 1; and 3 more", "Box 1; and 3 more"), "Box 1; and 3 more");
  assert.equal(addRemark("and 3 more", null), "and 3 more");
  const digits = `${"x".repeat(160)}; and ${"9".repeat(23)} more`;
  assert.equal(addRemark(digits, "AOG"), `${digits}; AOG`);
  assert.deepEqual(findOmittedParts("Box 1; and 3 more", ["Box 2"]), []);
  assert.deepEqual(findOmittedParts("see…", ["Box 2"]), []);
});

test("a remark that was cut is the same remark as its whole", () => {
  const whole = `Deliver to hangar 4, ${"x".repeat(173)}`;
  const cut = addRemark("NE only", whole);
  assert.match(cut ?? "", /^NE only; Deliver to hangar 4, x+…$/);
  assert.equal(addRemark(cut, whole), cut);
  assert.equal(addRemark(cut, cut), cut);
  assert.equal(addRemark(whole, cut)?.includes("more; "), false);
  assert.match(addRemark(cut, `Deliver to hangar 5, ${"x".repeat(173)}`) ?? "", /; and 1 more$/);
  assert.equal(addRemark("see…", "see drawing 5"), "see…; see drawing 5");
});

test("only a certificate that is not known is found in a remark", () => {
  const find = (remark: string | null) => findUnknownWishes(remark).certificate;
  assert.equal(find("job 7; certificate: EASA dual; 5 requested, 4 ordered"), "EASA dual");
  assert.equal(find("Certificate requested: FAA 8130-3; job 7"), null);
  assert.equal(find(null), null);
});
