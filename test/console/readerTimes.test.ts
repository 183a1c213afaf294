// Times on the pages of both sites are in the zone of who reads them (decision 190).
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { openBrowser, skipWithoutBrowser } from "../support/browser.ts";
import { openTestApp, type TestAccount, type TestApp } from "../support/testApp.ts";
import { openOperator, type TestOperator } from "../support/testOperator.ts";
import { openVisitor, type TestVisitor } from "../support/testVisitor.ts";

let app: TestApp;
let olga: TestOperator;
let account: TestAccount;
let una: TestVisitor;

before(async () => {
  app = await openTestApp();
  app.clock.now = new Date("2026-11-12T23:30:00Z");
  olga = await openOperator(app, { role: "read-only" });
  account = await app.openAccount();
  una = await openVisitor(app, account.accountId);
});

after(() => app.close());

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
    ["/console/account", olga],
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

test("without a script the zone of the distributor counts, also for a cookie that is none", async () => {
  const hours = { days: [1], opensMinute: 0, closesMinute: 1_440, holidays: [] };
  const calendar = { ...hours, zone: "Europe/Berlin" };
  const berlin = await openTestApp({ calendar });
  try {
    berlin.clock.now = new Date("2026-11-12T23:30:00Z");
    const { cookie } = await openOperator(berlin);
    for (const more of [
      "",
      "; zone=Mars/Base",
      "; zone=%00",
      "; zone=<b>",
      "; zone=+05:30",
      "; zone=SystemV/PST8PDT",
    ]) {
      const headers = { cookie: `${cookie}${more}`, accept: "text/html" };
      const page = await berlin.server.inject({ url: "/console/account", headers });
      assert.match(page.body, />13 Nov 2026, 00:30 UTC\+1</, more);
      assert.match(page.body, /Time zone of this page: Europe\/Berlin/);
    }
  } finally {
    await berlin.close();
  }
});

test("a filter by days means the days that the reader sees", async () => {
  assert.equal((await olga.post(`/console/accounts/${account.accountId}/suspend`)).statusCode, 403);
  const count = async (days: string, zone: string) => {
    const page = await open(`/console/audit?${days}`, olga, zone);
    return page.body.split("2026-11-12T23:30:00.000Z").length - 1;
  };
  const [seen, before] = ["from=2026-11-13&until=2026-11-13", "from=2026-11-12&until=2026-11-12"];
  assert.deepEqual([await count(seen, "Asia/Tokyo"), await count(before, "Asia/Tokyo")], [1, 0]);
  assert.deepEqual([await count(seen, "UTC"), await count(before, "UTC")], [0, 1]);
});

test("a browser's own zone is used from the second page on", {
  skip: skipWithoutBrowser,
}, async () => {
  const browser = await openBrowser(app);
  try {
    const options = { as: olga, locale: "en-US", zone: "America/New_York" };
    const page = await browser.open("/console/account", options);
    await page.reload();
    const time = page.locator("time").first();
    assert.equal(await time.textContent(), "Nov 12, 2026, 6:30 PM UTC\u22125");
    assert.equal(await time.getAttribute("title"), "America/New_York");
    const still = await browser.open("/console/account", { ...options, script: false });
    await still.reload();
    assert.equal(await still.locator("time").first().textContent(), "Nov 12, 2026, 11:30 PM UTC");
    await browser.settle();
  } finally {
    await browser.close();
  }
});
