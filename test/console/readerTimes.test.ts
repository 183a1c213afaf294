// Times on the pages of both sites are in the zone of who reads them.
import assert from "node:assert/strict";
import { before, test } from "node:test";
import { app } from "../support/console.ts";
import { browser, openConsoleInBrowser, testInBrowser } from "../support/consoleBrowser.ts";
import { expectAnswer } from "../support/expectAnswer.ts";
import { openTestApp, type TestAccount } from "../support/testApp.ts";
import { openOperator, type TestOperator } from "../support/testOperator.ts";
import { openVisitor, type TestVisitor } from "../support/testVisitor.ts";

let account: TestAccount;
let una: TestVisitor;
/** Signed in when the clock says so. */
let rita: TestOperator;

openConsoleInBrowser();

before(async () => {
  app.clock.now = new Date("2026-11-12T23:30:00Z");
  rita = await openOperator(app, { role: "read-only" });
  account = await app.openAccount();
  una = await openVisitor(app, account.accountId);
});

function open(url: string, person: { readonly cookie: string }, zone: string, language = "en-US") {
  const headers = {
    cookie: zone === "" ? person.cookie : `${person.cookie}; zone=${zone}`,
    accept: "text/html",
    "accept-language": language,
    "accept-encoding": "gzip",
  };
  return app.server.inject({ url, headers });
}

test("both sites show times in the reader's zone and order, and say what a page varies by", async () => {
  for (const [url, person] of [
    ["/account", una],
    ["/console/account", rita],
  ] as const) {
    const far = await open(url, person, "Asia/Tokyo");
    assert.match(far.body, />Nov 13, 2026, 8:30 AM UTC\+9</, url);
    assert.match(far.body, /Time zone of this page: Asia\/Tokyo/);
    assert.equal(far.headers["vary"], "Accept-Language, Cookie, Accept-Encoding");
    assert.equal(far.headers["cache-control"], "no-store");
    const near = await open(url, person, "", "de-DE,de;q=0.9");
    assert.match(near.body, />12 Nov 2026, 23:30 UTC</, url);
  }
});

test("without a script the zone of the distributor counts, also for a cookie that is none", async (t) => {
  const hours = { days: [1], opensMinute: 0, closesMinute: 1_440, holidays: [] };
  const berlin = await openTestApp({ calendar: { ...hours, zone: "Europe/Berlin" } });
  t.after(() => berlin.close());
  berlin.clock.now = new Date("2026-11-12T23:30:00Z");
  const { cookie } = await openOperator(berlin);
  for (const zone of ["", "Mars/Base", "%00", "<b>", "+05:30", "SystemV/PST8PDT"]) {
    const headers = { cookie: `${cookie}${zone && `; zone=${zone}`}`, accept: "text/html" };
    const page = berlin.server.inject({ url: "/console/account", headers });
    const shown = [">13 Nov 2026, 00:30 UTC+1<", "Time zone of this page: Europe/Berlin"];
    await expectAnswer(page, 200, ...shown);
  }
});

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

testInBrowser("a browser's own zone is used from the second page on", async () => {
  const options = { as: rita, locale: "en-US", zone: "America/New_York" };
  const page = await browser.open("/console/account", options);
  await page.reload();
  const time = page.locator("time").first();
  assert.equal(await time.textContent(), "Nov 12, 2026, 6:30 PM UTC\u22125");
  assert.equal(await time.getAttribute("title"), "America/New_York");
  const still = await browser.open("/console/account", { ...options, script: false });
  await still.reload();
  assert.equal(await still.locator("time").first().textContent(), "Nov 12, 2026, 11:30 PM UTC");
});
