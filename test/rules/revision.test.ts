// A revision beside a part number stays with its line if another number replaces the text.
import assert from "node:assert/strict";
import { test } from "node:test";
import { writeRevisionRemark } from "../../src/quickOrders/written/revision.ts";

const kept = [
  ["DA10004-20 Rev B", "DA10004-20", "Rev B requested"],
  ["DA10004-20, REV. C2", "DA10004-20", "REV. C2 requested"],
  ["P/N 123-4 revision: 12", "123-4", "revision: 12 requested"],
  ["123-4 (rev-)", "123-4", null],
  ["123-4 REV A", "123-4 REV A", null],
  ["REVERSER-1", "1", null],
  ["123-4 REVERSE", "123-4", null],
  ["123-4/A", "123-4", null],
  [null, "123-4", null],
] as const;

for (const [written, number, remark] of kept) {
  test(`${written} replaced by ${number}: ${remark}`, () => {
    assert.equal(writeRevisionRemark(written, number), remark);
  });
}
