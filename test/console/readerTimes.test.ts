// Times on the pages of both sites are in the zone of who reads them.
import assert from "node:assert/strict";
import { before, test } from "node:test";
import type { Page } from "playwright-core";
import { app } from "../support/console.ts";
import { browser, openConsoleInBrowser, testInBrowser } from "../support/consoleBrowser.ts";
import type { TestAccount } from "../support/testApp.ts";
import { openOperator, type TestOperator } from "../support/testOperator.ts";

let account: TestAccount;
/** Signed in when the clock says so. */
let rita: TestOperator;

openConsoleInBrowser();

before(async () => {
  app.clock.now = new Date("2026-11-12T23:30:00Z");
  rita = await openOperator(app, { role: "read-only" });
  account = await app.openAccount();
});

function open(url: string, person: { readonly cookie: string }, zone: string) {
  const cookie = zone === "" ? person.cookie : `${person.cookie}; zone=${zone}`;
  return app.server.inject({ url, headers: { cookie, accept: "text/html" } });
}

test("a filter by days means the days that the reader sees", async () => {
  assert.equal((await rita.post(`/console/accounts/${account.accountId}/suspend`)).statusCode, 403);
  const count = async (days: string, zone: string) => {
    const page = await open(`/console/audit?${days}`, rita, zone);
    return page.body.split("2026-11-12T23:30:00.000Z").length - 1;
  };
  const [seen, before] = ["from=2026-11-13&until=2026-11-13", "from=2026-11-12&until=2026-11-12"];
  assert.deepEqual([await count(seen, "Asia/Tokyo"), await count(before, "Asia/Tokyo")], [1, 0]);
  assert.deepEqual([await count(seen, "UTC"), await count(before, "UTC")], [0, 1]);
});

test("a cookie that names no zone counts as none", async () => {
  for (const zone of ["", "Mars/Base", "%00", "<b>", "+05:30", "A".repeat(3_000)]) {
    const page = await open("/console/audit?from=2026-11-13", rita, zone);
    assert.equal(page.statusCode, 200, zone.slice(0, 20));
    assert.doesNotMatch(page.body, /2026-11-12T23:30/, zone.slice(0, 20));
  }
});

async function addTimes(page: Page, times: readonly (readonly [string, string | null])[]) {
  await page.evaluate(`document.querySelector("h1").replaceChildren(
    ...${JSON.stringify(times)}.map(([moment, shown]) => {
      const time = document.createElement("time");
      time.dateTime = moment;
      if (shown !== null) time.dataset.shown = shown;
      return time;
    }))`);
}

testInBrowser(
  "a browser writes times in its own zone and order, also those that come later",
  async () => {
    const moments = [
      ["2026-11-12T23:30:05.000Z", "minute"],
      ["2026-11-12T23:30:05.000Z", "second"],
      ["2026-11-12T23:30:05.000Z", "day"],
      ["2026-03-29T01:00:00.000Z", "minute"],
      ["2026-02-28", null],
    ] as const;
    const american = ["Nov 12, 2026, 6:30 PM", "Nov 12, 2026, 6:30:05 PM", "Nov 12, 2026"];
    const german = ["13 Nov 2026, 00:30", "13 Nov 2026, 00:30:05", "13 Nov 2026"];
    american.push("Mar 28, 2026, 9:00 PM", "Feb 28, 2026");
    german.push("29 Mar 2026, 03:00", "28 Feb 2026");
    for (const [locale, zone, texts, exact] of [
      ["en-US", "America/New_York", american, "Nov 12, 2026, 6:30:00 PM EST"],
      ["de-DE", "Europe/Berlin", german, "13 Nov 2026, 00:30:00 CET"],
    ] as const) {
      const page = await browser.open("/console/account", { as: rita, locale, zone });
      const first = page.locator("time").first();
      assert.equal(await first.textContent(), texts[0]);
      assert.equal(await first.getAttribute("title"), exact);
      await addTimes(page, moments);
      assert.deepEqual(await page.locator("h1 time").allTextContents(), texts);
    }
    const still = await browser.open("/console/account", { as: rita, script: false });
    assert.equal(await still.locator("time").first().textContent(), "12 Nov 2026, 23:30 UTC");
  },
);
