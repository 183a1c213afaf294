import assert from "node:assert/strict";
import { test } from "node:test";
import { endOfDay, parseDay, parseMoment } from "../../src/kit/day.ts";

test("only a day of the calendar, written YYYY-MM-DD, is a day", () => {
  for (const day of ["1000-01-01", "2028-02-29", "9999-12-31"]) assert.equal(parseDay(day), day);
  for (const text of [
    ...["2026-02-30", "2027-02-29", "2026-13-01", "2026-00-10", "2026-1-1", "0026-12-05"],
    ...["", " 2026-01-01", "2026-01-01Z", "+02026-01-01", "2026-01-01\n"],
  ]) {
    assert.equal(parseDay(text), undefined, text);
  }
  assert.equal(parseDay("0000-02-29", 0), "0000-02-29");
  assert.equal(endOfDay("2026-12-31").toISOString(), "2026-12-31T23:59:59.999Z");
});

test("only a moment of the calendar with its zone is a moment", () => {
  for (const [text, moment] of [
    ["2026-11-21T22:00Z", "2026-11-21T22:00:00.000Z"],
    ["2026-11-21 22:00:00.5+02:00", "2026-11-21T20:00:00.500Z"],
  ] as const) {
    assert.equal(parseMoment(text)?.toISOString(), moment);
  }
  for (const text of [
    ...["2026-02-30T00:00:00Z", "2026-11-21T25:00Z", "2026-11-21T22:60Z", "2026-11-21T22:00:60Z"],
    ...["2026-11-21T22:00", "2026-11-21", "2026-11-21T22:00 02:00", "2026-11-21T22:00+25:00"],
    ...["0001-01-01T00:00:00Z", "21 Nov 2026", "Sat, 21 Nov 2026 22:00:00 GMT"],
  ]) {
    assert.equal(parseMoment(text), undefined, text);
  }
  assert.equal(parseMoment("0001-01-01T00:00:00Z", 0)?.toISOString(), "0001-01-01T00:00:00.000Z");
});
