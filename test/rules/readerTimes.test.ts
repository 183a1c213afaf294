// How times and days are written for different readers, and what their browsers may send.
import assert from "node:assert/strict";
import { test } from "node:test";
import { html } from "../../src/html/html.ts";
import { renderAge, renderDay, renderMoment, renderSecond } from "../../src/html/moment.ts";
import { readReader } from "../../src/html/reader/readReader.ts";

const at = new Date("2026-11-12T19:02:09Z");

function textFor(acceptLanguage: string, zone = "Europe/Berlin"): string {
  const reader = readReader({ acceptLanguage, zone }, "UTC", at);
  return renderSecond(at)
    .renderFor(reader)
    .replaceAll(/<[^>]*>/g, "");
}

test("Accept-Language decides the order of a date and the hours, and months have names", () => {
  for (const [header, text] of [
    ["en-US,en;q=0.9", "Nov 12, 2026, 8:02:09 PM UTC+1"],
    ["en-GB,en-US;q=0.9,en;q=0.8", "12 Nov 2026, 20:02:09 UTC+1"],
    ["de-DE,de;q=0.9,en;q=0.5", "12 Nov 2026, 20:02:09 UTC+1"],
    ["en;q=0.5, fr-CA", "12 Nov 2026, 20:02:09 UTC+1"],
    ["ja", "2026-11-12, 20:02:09 UTC+1"],
    ["hu-HU", "2026-11-12, 20:02:09 UTC+1"],
    // The calendar of the trade, not the one of the country.
    ["th-TH-u-ca-buddhist", "12 Nov 2026, 20:02:09 UTC+1"],
    ["ar-EG-u-nu-arab", "12 Nov 2026, 8:02:09 PM UTC+1"],
    ["*", "12 Nov 2026, 20:02:09 UTC+1"],
    ["", "12 Nov 2026, 20:02:09 UTC+1"],
  ] as const) {
    assert.equal(textFor(header), text, header);
  }
});

test("a header or cookie that is none is ignored", () => {
  const headers = [
    "en-US;q=0, xx-yy-zz",
    "<script>, ',;;;q=,=",
    "en_US",
    `a-${"b".repeat(9)}`,
    "en-u-ca-u-ca,".repeat(10_000),
    "root, i-klingon, x-private",
    "en-US;q=NaN",
  ];
  for (const header of headers.slice(0, 4)) {
    assert.equal(textFor(header), "12 Nov 2026, 20:02:09 UTC+1", header);
  }
  for (const header of headers) assert.match(textFor(header), /Nov|2026-11/, header);
  const zones = ["", "Mars/Olympus", "+05:30", "<b>", "../etc", "UTC\u0000", "A".repeat(100_000)];
  for (const zone of zones) {
    assert.equal(textFor("de", zone), "12 Nov 2026, 19:02:09 UTC", zone.slice(0, 20));
  }
});

test("an offset is the one of the moment, also where clocks change and for half hours", () => {
  const show = (moment: string, zone: string) =>
    renderMoment(new Date(moment))
      .renderFor(readReader({ acceptLanguage: "", zone }, "UTC", at))
      .replaceAll(/<[^>]*>/g, "");
  assert.equal(show("2026-03-29T00:59:59Z", "Europe/Berlin"), "29 Mar 2026, 01:59 UTC+1");
  assert.equal(show("2026-03-29T01:00:00Z", "Europe/Berlin"), "29 Mar 2026, 03:00 UTC+2");
  // The same hour twice.
  assert.equal(show("2026-11-01T05:30:00Z", "America/New_York"), "1 Nov 2026, 01:30 UTC\u22124");
  assert.equal(show("2026-11-01T06:30:00Z", "America/New_York"), "1 Nov 2026, 01:30 UTC\u22125");
  assert.equal(show("2026-12-31T23:00:00Z", "Asia/Kolkata"), "1 Jan 2027, 04:30 UTC+5:30");
  assert.equal(show("2026-06-01T23:30:00Z", "Europe/London"), "2 Jun 2026, 00:30 UTC+1");
});

test("noon and midnight have twelve hours where a day has two halves", () => {
  const show = (moment: string) =>
    renderMoment(new Date(moment))
      .renderFor(readReader({ acceptLanguage: "en-US", zone: "UTC" }, "UTC", at))
      .replaceAll(/<[^>]*>/g, "");
  assert.equal(show("2026-11-12T00:00:00Z"), "Nov 12, 2026, 12:00 AM UTC");
  assert.equal(show("2026-11-12T12:59:00Z"), "Nov 12, 2026, 12:59 PM UTC");
  assert.equal(show("2026-11-12T13:00:00Z"), "Nov 12, 2026, 1:00 PM UTC");
});

test("a day of the calendar is the same in every zone, the day of a moment is the reader's", () => {
  const reader = readReader({ acceptLanguage: "en-US", zone: "Pacific/Auckland" }, "UTC", at);
  assert.equal(
    html`<p>${renderDay("2026-02-28")}</p>`.renderFor(reader),
    '<p><time datetime="2026-02-28">Feb 28, 2026</time></p>',
  );
  assert.equal(
    renderDay(at).renderFor(reader),
    '<time datetime="2026-11-12T19:02:09.000Z">Nov 13, 2026</time>',
  );
});

test("a page is written for its reader, however deep a time is within it", () => {
  const reader = readReader({ acceptLanguage: "ja", zone: "Asia/Tokyo" }, "UTC", at);
  const page = html`<ul>${[1, 2].map((one) => html`<li>${one} ${renderMoment(at)}</li>`)}</ul>`;
  const time = '<time datetime="2026-11-12T19:02:09.000Z" title="Asia/Tokyo">';
  const item = (one: number) => `<li>${one} ${time}2026-11-13, 04:02 UTC+9</time></li>`;
  assert.equal(page.renderFor(reader), `<ul>${item(1)}${item(2)}</ul>`);
  assert.deepEqual([page.varies, html`<p>${"<b>"}</p>`.varies], [true, false]);
});

test("within a week a time can be shown as an age, with the time on hover", () => {
  const berlin = { acceptLanguage: "en-GB", zone: "Europe/Berlin" };
  const show = (ageMs: number) =>
    renderAge(at)
      .renderFor(readReader(berlin, "UTC", new Date(at.getTime() + ageMs)))
      .replace(/<time datetime="[^"]*" title="([^"]*)">(.*)<\/time>/, "$2 ($1)");
  const exact = "12 Nov 2026, 20:02 UTC+1";
  const minute = 60_000;
  for (const [ageMs, text] of [
    [0, `just now (${exact})`],
    [minute, `1 min ago (${exact})`],
    [59 * minute, `59 min ago (${exact})`],
    [60 * minute, `1 h ago (${exact})`],
    [1_439 * minute, `23 h ago (${exact})`],
    [1_440 * minute, `1 day ago (${exact})`],
    [7 * 1_440 * minute - 1, `6 days ago (${exact})`],
    [7 * 1_440 * minute, `12 Nov 2026 (${exact})`],
    [-2 * minute, `12 Nov 2026 (${exact})`],
  ] as const) {
    assert.equal(show(ageMs), text);
  }
});
