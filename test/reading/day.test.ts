// Dates of a column of a list: two-digit years, and an order of day and month that the column
// shows or leaves open.
import assert from "node:assert/strict";
import { test } from "node:test";
import { createDayReader, isDay, listPossibleDays } from "../../src/reading/day.ts";

const today = "2026-11-30";

const single: readonly (readonly [text: string, day: string | undefined])[] = [
  ["12/15/26", "2026-12-15"],
  ["15.12.26", "2026-12-15"],
  ["01-DEC-26", "2026-12-01"],
  ["1 Dec 26", "2026-12-01"],
  ["01DEC26", "2026-12-01"],
  ["01DEC2026", "2026-12-01"],
  ["Dec 1, 26", "2026-12-01"],
  ["12/15/2026", "2026-12-15"],
  ["12/12/26", "2026-12-12"],
  ["2026-12-15", "2026-12-15"],
  ["12/1/26", undefined],
  ["24-12-26", undefined],
  ["26/12/15", undefined],
  ["31/02/26", undefined],
  ["12/15", undefined],
  ["ASAP", undefined],
  ["1. Dez. 2026", "2026-12-01"],
  ["15 août 26", "2026-08-15"],
  ["1 de diciembre de 2026", "2026-12-01"],
  ["3 março 2027", "2027-03-03"],
  ["20261215", "2026-12-15"],
  ["2026/1/5", "2026-01-05"],
  ["2026115", undefined],
  ["15-Dec", "2026-12-15"],
  ["30-Nov", "2026-11-30"],
  ["Dec 5", "2026-12-05"],
  ["5 de diciembre", "2026-12-05"],
  ["29-Nov", undefined],
  ["Feb 3", undefined],
  ["31-Nov", undefined],
  ["Dec-26", undefined],
  ["Dec 12", "2026-12-12"],
  ["12 DECK", undefined],
];

for (const [text, day] of single) {
  test(`${text} alone is ${day ?? "no clear day"}`, () => {
    assert.equal(createDayReader(today).read(text), day);
  });
}

const columns: readonly (readonly [cells: readonly string[], days: readonly string[]])[] = [
  [
    ["12/1/2026", "12/15/2026"],
    ["2026-12-01", "2026-12-15"],
  ],
  [
    ["1/12/26", "15/12/26", "ASAP"],
    ["2026-12-01", "2026-12-15", "-"],
  ],
  [
    ["12/01/26", "12/15/2026", "01/20/27"],
    ["2026-12-01", "2026-12-15", "2027-01-20"],
  ],
  // Two hands, or a mistake: nothing is clear.
  [
    ["12/1/26", "12/15/26", "15/12/26"],
    ["-", "2026-12-15", "2026-12-15"],
  ],
  [
    ["12/1/26", "12/2/26"],
    ["-", "-"],
  ],
  // Another mark is another way to write.
  [
    ["12/1/26", "15.12.26"],
    ["-", "2026-12-15"],
  ],
  [
    ["24-12-26", "05-12-26"],
    ["2026-12-24", "2026-12-05"],
  ],
];

for (const [cells, days] of columns) {
  test(`a column of ${cells.join(", ")} has the days ${days.join(", ")}`, () => {
    const reader = createDayReader(today);
    const first = cells.map((cell) => reader.read(cell));
    const read = cells.map((cell, at) => first[at] ?? reader.readInOrder(cell) ?? "-");
    assert.deepEqual(read, days);
  });
}

test("a day without a year that has passed may be of this year or the next", () => {
  assert.deepEqual(listPossibleDays("Feb 3", today), ["2026-02-03", "2027-02-03"]);
  assert.deepEqual(listPossibleDays("29-Feb", "2027-11-30"), ["2028-02-29"]);
  assert.deepEqual(listPossibleDays("ASAP", today), []);
  assert.ok(isDay("29-Feb"));
});
