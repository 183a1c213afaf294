// When a needed-by day is too early for what an offer has.
import assert from "node:assert/strict";
import { test } from "node:test";
import { findLateDay, type NeededPart } from "../../src/orders/lineInstructions.ts";

const now = new Date("2026-11-24T18:00:00Z");
const late = (neededBy: string | null, part: Partial<NeededPart> = {}, at = now) =>
  findLateDay({ neededBy, isInStock: false, leadTimeDays: 21, ...part }, at);

test("a day before the end of the lead time is too early, the day of its end is not", () => {
  const early = { kind: "lead time", days: 21, ends: "2026-12-15" };
  assert.deepEqual(late("2026-12-04"), early);
  assert.deepEqual(late("2026-12-14"), early);
  assert.equal(late("2026-12-15"), null);
  assert.equal(late("2026-11-24", { leadTimeDays: 0 }), null);
  assert.deepEqual(late("2026-12-31", { leadTimeDays: 40 }), {
    ...early,
    days: 40,
    ends: "2027-01-03",
  });
});

test("what is in stock is early enough today, and an unknown lead time is no reason", () => {
  assert.equal(late("2026-11-24", { isInStock: true }), null);
  assert.equal(late("2026-12-04", { leadTimeDays: null }), null);
  assert.equal(late(null), null);
});

test("a day has passed once it is over everywhere, whatever is in stock", () => {
  assert.deepEqual(late("2026-11-23", { isInStock: true }), { kind: "passed" });
  const morning = new Date("2026-11-24T11:59:00Z");
  assert.equal(late("2026-11-23", { isInStock: true }, morning), null);
  assert.deepEqual(late("2026-11-22", {}, morning), { kind: "passed" });
});
