// Bulk actions of a list in a real browser: fifty mixed rows in few clicks, and undoing.
import assert from "node:assert/strict";
import { test } from "node:test";
import type { Page } from "playwright-core";
import {
  expectGoodPage,
  expectNoAxeViolations,
  skipWithoutBrowser,
  type TestBrowser,
} from "../support/browser.ts";
import { insertOffer } from "../support/insertOffer.ts";
import { openInBrowser } from "../support/openInBrowser.ts";
import { listIdOf, pasteCheckedList, readListRows } from "../support/sendList.ts";
import type { TestApp } from "../support/testApp.ts";
import { openVisitor, type TestVisitor } from "../support/testVisitor.ts";

const skip = skipWithoutBrowser;
let app: TestApp;
let as: TestVisitor;
let browser: TestBrowser;

openInBrowser(async (opened, openedBrowser) => {
  app = opened;
  browser = openedBrowser;
  const { db } = app.database;
  as = await openVisitor(app, (await app.openAccount()).accountId);
  for (let part = 0; part < 10; part += 1) {
    await insertOffer(db, { partNumber: `READY-${part}`, stock: 1_000 });
    await insertOffer(db, { partNumber: `SHORT-${part}`, stock: 3 });
    const pack = { minQuantity: 100, multiple: 100, stock: 900 };
    await insertOffer(db, { partNumber: `PACK-${part}`, ...pack });
    for (const [vendor, condition] of [
      ["Able Spares", "NE"],
      ["Best Spares", "NE"],
      ["Core Spares", "OH"],
    ] as const) {
      await insertOffer(db, { partNumber: `MIX-${part}`, vendor, condition, stock: 50 });
    }
  }
});

const sendRows = (rows: readonly string[]) => pasteCheckedList(app, as, rows.join("\n"));

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

test("50 mixed rows are resolved and added with fewer than 20 clicks", { skip }, async () => {
  assert.equal(mixed.length, 50);
  const page = await browser.open(await sendRows(mixed), { as });
  await page.evaluate(`window.clicks = 0;
    addEventListener("click", ({ isTrusted }) => { window.clicks += isTrusted ? 1 : 0; }, true);`);
  await left(page, 36);
  await page.getByText("6 numbers are written differently in the catalog").click();
  await press(page, "Use checked numbers");
  await left(page, 30);
  await press(page, "Prefer NE");
  await page.getByText("8 rows changed.").waitFor();
  await press(page, "Choose cheapest in stock");
  await left(page, 22);
  await press(page, "Reduce to available stock");
  await left(page, 15);
  await page.getByText("Round 6 rows to pack size: USD 3,000.00 more").click();
  await press(page, "Round checked rows");
  await left(page, 9);
  await press(page, "Use suggested part numbers");
  await page.getByText("3 rows changed.").waitFor();
  await page.getByText("4 rows skipped.").waitFor();
  await page.getByText("4 without a suggestion: rows").waitFor();
  await left(page, 6);
  await page.getByLabel("Condition of row 49").click();
  await page.keyboard.press("ControlOrMeta+A");
  await page.keyboard.type("OH");
  await page.keyboard.press("Enter");
  await left(page, 5);
  await press(page, "Order 1");
  await left(page, 4);
  await press(page, "Remove not found");
  await page.getByText("4 rows changed.").waitFor();
  const clicks = Number(await page.evaluate("window.clicks"));
  await press(page, /^Add 46 rows/);
  await page.waitForURL(/\/orders\/[0-9a-f-]{36}\?list=/);
  assert.ok(clicks + 1 < 20, `${clicks + 1} clicks`);
});

for (const script of [true, false]) {
  const how = script ? "with script" : "without script";
  test(`a bulk action by keyboard saves what was typed, and can be undone ${how}`, {
    skip,
  }, async () => {
    const address = await sendRows(["NEVER-1\t1", "SHORT-1\t9", "NEVER-2\t1", "PACK-1\t120"]);
    const listId = listIdOf(address);
    const page = await browser.open(address, { as, script });
    await page.getByLabel("Quantity of row 2").focus();
    await page.keyboard.press("ControlOrMeta+A");
    await page.keyboard.type("2");
    const remove = page.getByRole("button", { name: "Remove not found" });
    await remove.focus();
    await page.keyboard.press("Enter");
    const undo = page.getByRole("button", { name: "Undo: 2 rows removed" });
    await undo.waitFor();
    const numbers = async () =>
      (await readListRows(app.database.db, listId)).map((row) => [row.rowNumber, row.quantity]);
    assert.deepEqual(await numbers(), [
      [2, 2],
      [4, 120],
    ]);
    await undo.focus();
    await page.keyboard.press("Enter");
    await page.getByLabel("Part number of row 3", { exact: true }).waitFor();
    assert.deepEqual(
      (await numbers()).map(([rowNumber]) => rowNumber),
      [1, 2, 3, 4],
    );
    assert.equal(await undo.count(), 0);
    const shown = await page.getByLabel(/^Part number of row/).all();
    const labels = await Promise.all(shown.map((field) => field.getAttribute("aria-label")));
    assert.deepEqual(labels, labels.toSorted());
  });
}

for (const script of [true, false]) {
  const how = script ? "with script" : "without script";
  test(`numbers written differently are compared by keyboard, and cleared ones stay ${how}`, {
    skip,
  }, async () => {
    const address = await sendRows(["READY1\t1", "PACK2\t100", "SHORT3\t1", "SHORT-4\t1"]);
    const page = await browser.open(address, { as, script });
    await page.getByText("3 numbers are written differently in the catalog").waitFor();
    await page.locator("#list-compared summary").press("Enter");
    await page.getByLabel("Use SHORT-3 in row 3").focus();
    await page.keyboard.press("Space");
    await page.getByLabel("Quantity of row 1").fill("4");
    await page.keyboard.press("Tab");
    if (script) await page.getByText("Row 1 saved.").waitFor();
    if (script) await expectNoAxeViolations(page);
    assert.equal(await page.getByLabel("Use SHORT-3 in row 3").isChecked(), false);
    await page.getByRole("button", { name: "Use checked numbers" }).focus();
    await page.keyboard.press("Enter");
    await page.getByText("1 number is written differently in the catalog").waitFor();
    const rows = await readListRows(app.database.db, listIdOf(address));
    assert.deepEqual(
      rows.map(({ partNumber, quantity }) => `${quantity} ${partNumber}`),
      ["4 READY-1", "100 PACK-2", "1 SHORT3", "1 SHORT-4"],
    );
    await page.getByRole("button", { name: "Undo: 2 rows set to the suggested number" }).click();
    await page.getByText("3 numbers are written differently in the catalog").waitFor();
    if (script) await expectGoodPage(page, [360, 390, 1280]);
  });
}

test("an action that changes nothing is not offered, and a removed row can be put back", {
  skip,
}, async () => {
  const page = await browser.open(await sendRows(["MIX-1\t1\tNE", "MIX-2\t1", "NEVER-1\t1"]), {
    as,
  });
  assert.equal(await page.getByRole("button", { name: "Use suggested part numbers" }).count(), 0);
  await page.getByRole("button", { name: "Remove row 2" }).press("Enter");
  await page.getByRole("button", { name: "Undo: 1 row removed" }).click();
  await page.getByLabel("Part number of row 2", { exact: true }).waitFor();
  await expectGoodPage(page, [360, 390, 1280]);
});
