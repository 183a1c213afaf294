// What is done for several rows of a list in a real browser: fifty mixed rows in few clicks, and undoing.

import assert from "node:assert/strict";
import { before } from "node:test";
import type { Page } from "playwright-core";
import { expectGoodPage } from "../support/browser.ts";
import { insertOffer } from "../support/insertOffer.ts";
import { app, buyer } from "../support/portal.ts";
import { browser, openPortalBrowser, test } from "../support/portalBrowser.ts";
import { paste, readRows } from "../support/portalLists.ts";
import { pick } from "../support/sendList.ts";

openPortalBrowser();

before(async () => {
  const { db } = app.database;
  for (let part = 0; part < 10; part += 1) {
    await insertOffer(db, { partNumber: `READY-${part}`, stock: 1_000 });
    await insertOffer(db, { partNumber: `SHORT-${part}`, stock: 3 });
    const pack = { minQuantity: 100, multiple: 100, stock: 900 };
    await insertOffer(db, { partNumber: `PACK-${part}`, ...pack });
    for (const vendor of ["Able Spares", "Best Spares"]) {
      await insertOffer(db, { partNumber: `MIX-${part}`, vendor, stock: 50 });
    }
  }
});

const fill = (count: number, write: (at: number) => string) =>
  Array.from({ length: count }, (_, at) => write(at));

/** 14 ready rows and 36 of every other kind. */
const mixed = [
  ...fill(14, (at) => `READY-${at % 10}\t${at + 1}`),
  ...fill(3, (at) => `READY${at}\t1`),
  ...fill(3, (at) => `SH0RT-${at + 7}\t1`),
  ...fill(8, (at) => `MIX-${at}\t2`),
  ...fill(7, (at) => `SHORT-${at}\t9`),
  ...fill(6, (at) => `PACK-${at}\t150`),
  ...fill(3, (at) => `P/N READY-${at}\t4`),
  ...fill(4, (at) => `NEVER-${at}\t1`),
  "MIX-9\t1\tSV",
  "READY-1\t",
];

const press = (page: Page, name: string | RegExp) => page.getByRole("button", { name }).click();
const left = (page: Page, count: number) =>
  page.getByRole("link", { name: `Needs attention ${count}`, exact: true }).waitFor();

test("50 mixed rows are resolved and added with at most 20 clicks", async () => {
  assert.equal(mixed.length, 50);
  const page = await browser.open(await paste(mixed), { as: buyer });
  const count = `addEventListener("click", ({ isTrusted }) => {
    sessionStorage.clicks = Number(sessionStorage.clicks ?? 0) + (isTrusted ? 1 : 0);
  }, true);`;
  await page.addInitScript(count);
  await page.evaluate(count);
  await left(page, 36);
  for (let open = 35; open >= 30; open -= 1) {
    await page
      .getByRole("button", { name: /^Use (?:READY|SHORT)-/ })
      .first()
      .click();
    await left(page, open);
  }
  await page.getByRole("link", { name: "Fix several" }).click();
  for (const title of [
    "Use the suggested number: 3 rows",
    "Choose the cheapest in the same condition: 8 rows",
    "Reduce to available stock: 7 rows, USD 210.00",
    "Round up to packs: 6 rows, USD 12,000.00",
    "Remove rows not found: 4 rows",
  ]) {
    await page.getByRole("heading", { name: title }).waitFor();
  }
  for (const box of await page.getByRole("checkbox", { name: /: Remove$/ }).all())
    await box.check();
  await press(page, "Fix checked rows");
  await page.getByText("28 rows changed.").waitFor();
  await left(page, 2);
  await press(page, "Use NE");
  await press(page, "Choose from 2 offers for row 49");
  await press(page, /^Choose NE · Best Spares/);
  await left(page, 1);
  await press(page, "Order 1");
  await left(page, 0);
  const clicks = Number(await page.evaluate("sessionStorage.clicks"));
  await press(page, /^Add 46 rows/);
  await page.waitForURL(/\/orders\/[0-9a-f-]{36}\?list=/);
  assert.ok(clicks > 8 && clicks + 1 <= 20, `${clicks + 1} clicks`);
});

for (const script of [true, false]) {
  const how = script ? "with script" : "without script";
  test(`checked rows are fixed by keyboard, the others stay, and it can be undone ${how}`, async () => {
    const address = await paste(["NEVER-1\t1", "SHORT-1\t9", "NEVER-2\t1", "PACK-1\t120"]);
    const page = await browser.open(address, { as: buyer, script });
    await page.getByRole("link", { name: "Fix several" }).press("Enter");
    await page.getByRole("checkbox", { name: "Row 3: Remove" }).press("Space");
    if (script) await expectGoodPage(page, [360, 390, 1280]);
    await page.getByRole("button", { name: "Fix checked rows" }).press("Enter");
    const undo = page.getByRole("button", { name: "Undo last change" });
    await undo.waitFor();
    const stored = async () => pick(await readRows(address), "rowNumber", "quantity");
    assert.deepEqual(await stored(), ["1 1", "2 3", "4 200"]);
    await undo.press("Enter");
    await page.getByLabel("Part number of row 3", { exact: true }).waitFor();
    assert.deepEqual(await stored(), ["1 1", "2 9", "3 1", "4 120"]);
    assert.equal(await undo.count(), 0);
    const shown = await page.getByLabel(/^Part number of row/).all();
    const labels = await Promise.all(shown.map((field) => field.getAttribute("aria-label")));
    assert.deepEqual(labels, labels.toSorted());
  });
}

test("one row has no page for several, and a removed row can be put back", async () => {
  const page = await browser.open(await paste(["READY-1\t1", "READY-2\t1", "NEVER-1\t1"]), {
    as: buyer,
  });
  assert.equal(await page.getByRole("link", { name: "Fix several" }).count(), 0);
  await page.getByRole("link", { name: "All 3", exact: true }).click();
  await page.getByRole("button", { name: "Remove row 2" }).press("Enter");
  await page.getByRole("button", { name: "Undo last change" }).click();
  await page.getByLabel("Part number of row 2", { exact: true }).waitFor();
  await expectGoodPage(page, [360, 390, 1280]);
});
