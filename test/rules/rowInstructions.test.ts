// What the cells of remarks, days and certificates of a list say, and what is not read of them.
import assert from "node:assert/strict";
import { test } from "node:test";
import { addUnread, movePastDay, readRowInstructions } from "../../src/quickOrders/readRow.ts";
import { createDayReader } from "../../src/reading/day.ts";

const { read: readDay } = createDayReader("2026-11-30");
const codes = { known: new Set(["NE"]), synonyms: new Map(), certificates: new Map() };
const columns = { conditionColumn: null };
const found = { places: new Map(Object.entries({ remark: 0, needed_by: 1 })), columns };

const read = (remark: string, day = "") =>
  readRowInstructions([remark, day], found, codes, readDay);

const days: readonly (readonly [cell: string, day: string | null, unread: string | null])[] = [
  ["2027-03-04", "2027-03-04", null],
  ["03/04/2027", null, "03/04/2027"],
  ["ASAP", null, "ASAP"],
  ["", null, null],
  ["n/a", null, null],
];

for (const [cell, day, unread] of days) {
  test(`${JSON.stringify(cell)} is needed by ${day ?? "no day"}`, () => {
    const kept = unread === null ? {} : { day: unread };
    assert.deepEqual(read("", cell), { remark: null, neededBy: day, unread: kept });
  });
}

test("a remark is one line of at most 200 characters, and one that is cut shows it", () => {
  assert.equal(read("a\n b\t\u0007c ").remark, "a b c");
  assert.equal(read("x".repeat(200)).remark, "x".repeat(200));
  assert.equal(read("x".repeat(201)).remark, `${"x".repeat(199)}…`);
  assert.equal([...(read("😀".repeat(250)).remark ?? "")].length, 200);
  assert.equal(
    read("Box 1; and 3 more; needed by: ASAP").remark,
    "Box 1; and 3 more; needed by: ASAP",
  );
});

test("certificates that are not known are kept as they were written, beside the remark", () => {
  const certified = { places: new Map(Object.entries({ remark: 0, certificate: 1 })), columns };
  const read = readRowInstructions(["Job 4471", "DEF STAN ;MIL-CERT"], certified, codes, readDay);
  const unread = { certificate: "DEF STAN ;MIL-CERT" };
  assert.deepEqual(read, { remark: "Job 4471", neededBy: null, unread });
  const long = readRowInstructions(["", "x".repeat(250)], certified, codes, readDay);
  assert.equal(long.unread.certificate, `${"x".repeat(199)}…`);
});

test("a day that has passed is kept as it was written, another is not changed", () => {
  const unread = { condition: "no PMA" };
  const moved = movePastDay({ neededBy: "2026-01-02", unread }, "2026-02-01");
  assert.deepEqual(moved, { neededBy: null, unread: { ...unread, day: "2026-01-02" } });
  const kept = { neededBy: "2026-02-01", unread };
  assert.deepEqual(movePastDay(kept, "2026-02-01"), kept);
});

test("more that is not read of a field joins what was not read before, once", () => {
  const once = addUnread({ day: "ASAP" }, "condition", "no PMA");
  assert.deepEqual(once, { day: "ASAP", condition: "no PMA" });
  assert.equal(addUnread(once, "condition", null), once);
  assert.equal(addUnread(once, "condition", "PMA"), once);
  assert.equal(addUnread(once, "condition", "sealed").condition, "no PMA, sealed");
});
