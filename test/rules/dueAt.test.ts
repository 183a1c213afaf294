// Deadlines in business hours, by examples calculated by hand and by properties.
import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { renderDue } from "../../src/keyRequests/console.ts";
import { type BusinessCalendar, dueAt } from "../../src/keyRequests/dueAt.ts";
import type { OperatorKeyRequest } from "../../src/keyRequests/operatorKeyRequestQueries.ts";
import { findLateDay, type NeededPart } from "../../src/orders/lineInstructions.ts";

const berlin: BusinessCalendar = {
  zone: "Europe/Berlin",
  days: [1, 2, 3, 4, 5],
  opensMinute: 540,
  closesMinute: 1_020,
  holidays: ["12-25", "12-26", "01-01", "2026-04-03", "2026-04-06"],
};

const hourMs = 3_600_000;

function due(text: string, calendar = berlin): string {
  return dueAt(new Date(text), calendar).toISOString().slice(0, 16);
}

test("a request received during business hours is due at the same time on the next business day", () => {
  assert.equal(due("2026-11-17T10:30:00Z"), "2026-11-18T10:30");
  assert.equal(due("2026-11-17T08:00:00Z"), "2026-11-18T08:00", "opening is open");
});

test("a request received outside business hours is due at the end of the next business day", () => {
  assert.equal(due("2026-11-17T01:00:00Z"), "2026-11-17T16:00", "before opening: the same day");
  assert.equal(due("2026-11-17T16:00:00Z"), "2026-11-18T16:00", "closing is closed");
  assert.equal(due("2026-11-17T22:59:00Z"), "2026-11-18T16:00");
  assert.equal(
    due("2026-11-17T23:30:00Z"),
    "2026-11-18T16:00",
    "the day of the time zone, not of UTC",
  );
});

test("holidays of one year and of every year are not business days", () => {
  assert.equal(due("2026-04-02T10:00:00Z"), "2026-04-07T10:00", "over Easter");
  assert.equal(due("2026-04-03T10:00:00Z"), "2026-04-07T15:00", "on Good Friday");
  assert.equal(due("2027-04-02T10:00:00Z"), "2027-04-05T10:00", "only in its own year");
});

test("deadlines keep the local time across both changes of daylight saving time", () => {
  assert.equal(due("2026-03-27T10:00:00Z"), "2026-03-30T09:00", "spring: an hour earlier in UTC");
  assert.equal(due("2026-10-23T10:00:00Z"), "2026-10-26T11:00", "autumn: an hour later in UTC");
  const always = { ...berlin, days: [1, 2, 3, 4, 5, 6, 7], opensMinute: 0, closesMinute: 1_440 };
  assert.equal(due("2026-03-28T01:30:00Z", always), "2026-03-29T01:30", "02:30 is skipped: 03:30");
  assert.equal(due("2026-10-24T00:30:00Z", always), "2026-10-25T00:30", "02:30 twice: the first");
});

test("a business day that closes at midnight ends with the day", () => {
  const late = { ...berlin, closesMinute: 1_440 };
  assert.equal(due("2026-11-21T10:00:00Z", late), "2026-11-23T23:00");
});

const weeks = [[1, 2, 3, 4, 5], [7, 1, 2, 3, 4], [3]] as const;
const zones = ["Europe/Berlin", "America/New_York", "Asia/Kolkata", "Australia/Lord_Howe", "UTC"];
const firstMinute = Date.UTC(2026, 0, 1) / 60_000;

test("every deadline is one business day after receipt, within business hours", () => {
  const minutes = fc.integer({ min: firstMinute, max: firstMinute + 730 * 1_440 });
  const any = [minutes, fc.constantFrom(...zones), fc.constantFrom(...weeks)] as const;
  const property = fc.property(...any, (minute, zone, days) => {
    const calendar = { ...berlin, zone, days };
    const received = new Date(minute * 60_000);
    const end = dueAt(received, calendar);
    assert.ok(end > received);
    const later = new Date(received.getTime() + hourMs);
    assert.ok(dueAt(later, calendar) >= end, "a later request is not due earlier");
    const day = Temporal.Instant.fromEpochMilliseconds(end.getTime() - 1)
      .toZonedDateTimeISO(zone)
      .toPlainDate();
    assert.ok(days.some((worked) => worked === day.dayOfWeek));
    assert.ok(!berlin.holidays.some((holiday) => day.toString().endsWith(holiday)));
  });
  fc.assert(property, { numRuns: 400 });
});

test("a request is marked two hours before it is due, and when it is overdue", () => {
  const request = { decided: "new", dueAt: new Date("2026-11-20T16:00:00Z") };
  const shown = (now: string) =>
    String(renderDue(request as unknown as OperatorKeyRequest, new Date(now)));
  assert.doesNotMatch(shown("2026-11-20T14:00:00Z"), /Due soon|Overdue/);
  assert.match(shown("2026-11-20T14:00:01Z"), />Due soon</);
  assert.doesNotMatch(shown("2026-11-20T15:59:59Z"), /Overdue/);
  assert.match(shown("2026-11-20T16:00:00Z"), />Overdue</);
});

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
