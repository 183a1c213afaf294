// Quick order in a real browser, with the jobs that check lists: 500 mixed rows from pasting to the
// draft, with and without JavaScript.
import assert from "node:assert/strict";
import { after, afterEach, before, test } from "node:test";
import { pino } from "pino";
import type { Page } from "playwright-core";
import { type Jobs, startJobs } from "../../src/jobs/startJobs.ts";
import { createMailEncryption } from "../../src/mail/mailSecrets.ts";
import { readConfig } from "../../src/server/config.ts";
import { openBrowser, skipWithoutBrowser, type TestBrowser } from "../support/browser.ts";
import { insertOffer } from "../support/insertOffer.ts";
import { pasteCheckedList } from "../support/sendList.ts";
import { openTestApp, type TestApp } from "../support/testApp.ts";
import { openVisitor, type TestVisitor } from "../support/testVisitor.ts";

let app: TestApp;
let as: TestVisitor;
let browser: TestBrowser;
let jobs: Jobs;

before(async () => {
  if (skipWithoutBrowser !== false) return;
  app = await openTestApp();
  const { db, address } = app.database;
  as = await openVisitor(app, (await app.openAccount()).accountId);
  for (let part = 0; part < 100; part += 1) {
    await insertOffer(db, { partNumber: `READY-${part}`, stock: 1_000 });
  }
  await insertOffer(db, { partNumber: "SHORT-1", stock: 3 });
  await insertOffer(db, { partNumber: "TWO-1", vendor: "Able Spares" });
  await insertOffer(db, { partNumber: "TWO-1", vendor: "Best Spares", condition: "OH" });
  await insertOffer(db, { partNumber: "OLD-1", status: "DISCONTINUED" });
  browser = await openBrowser(app);
  jobs = startJobs({
    retention: readConfig({}, {}).retention,
    replica: app.database.replica,
    address,
    db,
    clock: () => app.clock.now,
    log: pino({ level: "silent" }),
    mailEncryption: createMailEncryption(Buffer.alloc(32)),
    mailServer: null,
    site: { publicUrl: browser.url, supportEmail: "support@parts.example" },
    onJobEnd: () => undefined,
  });
});

afterEach(async () => {
  if (skipWithoutBrowser === false) await browser.settle();
});

after(async () => {
  if (skipWithoutBrowser !== false) return;
  await browser.close();
  await jobs.stop();
  await app.close();
});

/** 500 rows: 300 that are ready, and 200 of every other kind. */
function mixRows(): string {
  const others = ["SHORT-1\t4", "TWO-1\t1", "OLD-1\t2", "NEVER-1\t3", "READY-1\tmany"];
  return Array.from({ length: 500 }, (_, row) => {
    const part = `READY-${row % 100}`;
    if (row % 5 > 2) return others[Math.floor(row / 5) % 5];
    return row % 2 === 0 ? `${part}\t${(row % 9) + 1}` : `${part} x ${(row % 9) + 1}`;
  }).join("\n");
}

async function sendRows(page: Page, rows: string): Promise<void> {
  await page.getByLabel("Paste rows").last().fill(rows);
  await page.getByRole("button", { name: "Check rows" }).click();
  await page.waitForURL(/\/quick-order\/[0-9a-f-]{36}$/);
}

for (const script of [true, false]) {
  const how = script ? "with script" : "without script";
  test(`500 mixed rows are pasted, fixed and added to a draft ${how}`, {
    skip: skipWithoutBrowser,
  }, async () => {
    const page = await browser.open("/quick-order", { as, script });
    await sendRows(page, mixRows());
    const add = page.getByRole("button", { name: /^Add \d+ rows, USD/ });
    await add.waitFor();
    assert.match((await add.textContent()) ?? "", /^Add 300 rows, USD/);
    const summary = page.getByRole("region", { name: "List" });
    assert.match((await summary.textContent()) ?? "", /Needs attention\s*200/);

    assert.match(await page.title(), /Pasted list/);
    assert.equal(await page.getByLabel(/^Part number of row/).count(), 40);
    await page.getByRole("link", { name: /^Not found/ }).click();
    await page.waitForURL(/show=not_found/);
    const number = page.getByLabel(/^Part number of row/).first();
    await number.fill("READY-7");
    await number.press("Enter");
    await page.getByRole("button", { name: /^Add 301 rows/ }).waitFor();
    if (!script) {
      const place = new URL(page.url()).hash.slice(1);
      await page.waitForFunction(`document.activeElement?.id === ${JSON.stringify(place)}`);
    }

    await page.getByRole("link", { name: /^Choice needed/ }).click();
    await page.waitForURL(/show=ambiguous/);
    await page
      .getByRole("button", { name: /^Choose from \d offers for row/ })
      .first()
      .click();
    await page.getByRole("button", { name: /^Choose OH · Best Spares/ }).click();
    await page.getByRole("button", { name: /^Add 302 rows/ }).click();
    await page.waitForURL(/\/orders\/[0-9a-f-]{36}\?list=/);
    assert.match((await page.textContent("main")) ?? "", /Lines 1 to \d+ of 62/);
  });
}

for (const script of [true, false]) {
  const how = script ? "with script" : "without script";
  test(`Enter in a field saves what was typed and presses no other button ${how}`, {
    skip: skipWithoutBrowser,
  }, async () => {
    const address = await pasteCheckedList(app, as, "READY-1\t1\nSHORT-1\t4");
    const page = await browser.open(address, { as, script });
    const sent: string[] = [];
    page.on("request", (request) => sent.push(`${request.url()} ${request.postData() ?? ""}`));
    await page.getByLabel("Quantity of row 2").fill("9");
    await page.getByLabel("Quantity of row 2").press("Enter");
    await page.getByText("9 requested, 3 in stock.").waitFor();
    await page.waitForLoadState("networkidle");
    assert.equal(await page.getByLabel("Quantity of row 2").inputValue(), "9");
    const named = sent.filter((one) => /[?&](bulk|fix|remove|undo)=|\/add\b/.test(one));
    assert.deepEqual(named, []);
  });
}
