// The business clock, with days worked out by hand and by properties.
import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { type BusinessCalendar, businessMsLeft, dueAt } from "../../src/keyRequests/dueAt.ts";

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

test("what comes while people work is due at the same time of the next business day", () => {
  assert.equal(due("2026-11-17T10:30:00Z"), "2026-11-18T10:30");
  assert.equal(due("2026-11-17T08:00:00Z"), "2026-11-18T08:00", "from the minute of opening on");
});

test("what comes at night, early or after closing has the whole of the next business day", () => {
  assert.equal(due("2026-11-17T01:00:00Z"), "2026-11-17T16:00", "before opening: that very day");
  assert.equal(due("2026-11-17T16:00:00Z"), "2026-11-18T16:00", "closing is closed");
  assert.equal(due("2026-11-17T22:59:00Z"), "2026-11-18T16:00");
  assert.equal(due("2026-11-17T23:30:00Z"), "2026-11-18T16:00", "the day is the zone's, not UTC's");
});

test("weekends are passed over", () => {
  assert.equal(due("2026-11-20T10:00:00Z"), "2026-11-23T10:00", "Friday to Monday");
  assert.equal(due("2026-11-21T10:00:00Z"), "2026-11-23T16:00", "Saturday");
  assert.equal(due("2026-11-22T10:00:00Z"), "2026-11-23T16:00", "Sunday");
});

test("holidays are passed over, those of one year and those of each", () => {
  assert.equal(due("2026-04-02T10:00:00Z"), "2026-04-07T10:00", "over Easter");
  assert.equal(due("2026-04-03T10:00:00Z"), "2026-04-07T15:00", "on Good Friday");
  assert.equal(due("2027-04-02T10:00:00Z"), "2027-04-05T10:00", "another year has its own");
});

test("the end of a year is a day like others, but for its holidays", () => {
  assert.equal(due("2026-12-24T10:00:00Z"), "2026-12-28T10:00");
  assert.equal(due("2026-12-31T10:00:00Z"), "2027-01-04T10:00");
  assert.equal(due("2027-12-31T22:00:00Z"), "2028-01-03T16:00");
});

test("the wall clock counts over both changes of daylight saving", () => {
  assert.equal(due("2026-03-27T10:00:00Z"), "2026-03-30T09:00", "spring: an hour of UTC sooner");
  assert.equal(due("2026-10-23T10:00:00Z"), "2026-10-26T11:00", "autumn: an hour of UTC later");
  const always = { ...berlin, days: [1, 2, 3, 4, 5, 6, 7], opensMinute: 0, closesMinute: 1_440 };
  assert.equal(due("2026-03-28T01:30:00Z", always), "2026-03-29T01:30", "02:30 is skipped: 03:30");
  assert.equal(due("2026-10-24T00:30:00Z", always), "2026-10-25T00:30", "02:30 twice: the first");
  const left = businessMsLeft(
    new Date("2026-03-28T23:00:00Z"),
    new Date("2026-03-29T22:00:00Z"),
    always,
  );
  assert.equal(left, 23 * hourMs, "the day of the change has 23 hours");
});

test("a day that closes at midnight ends with the day", () => {
  const late = { ...berlin, closesMinute: 1_440 };
  assert.equal(due("2026-11-21T10:00:00Z", late), "2026-11-23T23:00");
});

test("the time left counts business hours alone, and goes below nothing when it is late", () => {
  const left = (now: string, end: string): number =>
    businessMsLeft(new Date(now), new Date(end), berlin) / hourMs;
  assert.equal(left("2026-11-17T10:00:00Z", "2026-11-18T10:00:00Z"), 8);
  assert.equal(left("2026-11-20T15:00:00Z", "2026-11-23T09:00:00Z"), 2, "over a weekend");
  assert.equal(left("2026-11-21T10:00:00Z", "2026-11-23T16:00:00Z"), 8, "from a weekend");
  assert.equal(left("2026-11-18T11:00:00Z", "2026-11-18T10:00:00Z"), -1);
  assert.equal(left("2026-11-18T10:00:00Z", "2026-11-18T10:00:00Z"), 0);
  assert.ok(left("2028-11-18T11:00:00Z", "2026-11-18T10:00:00Z") < -100, "counting has an end");
});

const weeks = [[1, 2, 3, 4, 5], [7, 1, 2, 3, 4], [3]] as const;
const zones = ["Europe/Berlin", "America/New_York", "Asia/Kolkata", "Australia/Lord_Howe", "UTC"];
const firstMinute = Date.UTC(2026, 0, 1) / 60_000;

test("whenever it comes it is due one business day's time on, at a time when people work", () => {
  const minutes = fc.integer({ min: firstMinute, max: firstMinute + 730 * 1_440 });
  const any = [minutes, fc.constantFrom(...zones), fc.constantFrom(...weeks)] as const;
  const property = fc.property(...any, (minute, zone, days) => {
    const calendar = { ...berlin, zone, days };
    const received = new Date(minute * 60_000);
    const end = dueAt(received, calendar);
    assert.ok(end > received);
    assert.equal(businessMsLeft(received, end, calendar), 8 * hourMs);
    const later = new Date(received.getTime() + hourMs);
    assert.ok(dueAt(later, calendar) >= end, "who comes first is due first");
    const day = Temporal.Instant.fromEpochMilliseconds(end.getTime() - 1)
      .toZonedDateTimeISO(zone)
      .toPlainDate();
    assert.ok(days.some((worked) => worked === day.dayOfWeek));
    assert.ok(!berlin.holidays.some((holiday) => day.toString().endsWith(holiday)));
  });
  fc.assert(property, { numRuns: 400 });
});
