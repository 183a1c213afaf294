// Bulk actions of a list in a real browser: fifty mixed rows in few clicks, and undoing.
import assert from "node:assert/strict";
import { before } from "node:test";
import type { Page } from "playwright-core";
import { expectGoodPage } from "../support/browser.ts";
import { insertOffer } from "../support/insertOffer.ts";
import { app, buyer } from "../support/portal.ts";
import { browser, openPortalBrowser, test } from "../support/portalBrowser.ts";
import { paste } from "../support/portalLists.ts";
import { listIdOf, readListRows } from "../support/sendList.ts";

openPortalBrowser();

before(async () => {
  const { db } = app.database;
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

test("50 mixed rows are resolved and added with fewer than 20 clicks", async () => {
  assert.equal(mixed.length, 50);
  const page = await browser.open(await paste(mixed), { as: buyer });
  await page.evaluate(`window.clicks = 0;
    addEventListener("click", ({ isTrusted }) => { window.clicks += isTrusted ? 1 : 0; }, true);`);
  await left(page, 36);
  for (let open = 35; open >= 30; open -= 1) {
    await page
      .getByRole("button", { name: /^Use (?:READY|SHORT)-/ })
      .first()
      .click();
    await left(page, open);
  }
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
  test(`a bulk action by keyboard saves what was typed, and can be undone ${how}`, async () => {
    const address = await paste(["NEVER-1\t1", "SHORT-1\t9", "NEVER-2\t1", "PACK-1\t120"]);
    const listId = listIdOf(address);
    const page = await browser.open(address, { as: buyer, script });
    await page.getByLabel("Quantity of row 2").focus();
    await page.keyboard.press("ControlOrMeta+A");
    await page.keyboard.type("2");
    const remove = page.getByRole("button", { name: "Remove not found" });
    await remove.focus();
    await page.keyboard.press("Enter");
    const undo = page.getByRole("button", { name: "Undo last change" });
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

test("an action that changes nothing is not offered, and a removed row can be put back", async () => {
  const page = await browser.open(await paste(["MIX-1\t1\tNE", "MIX-2\t1", "NEVER-1\t1"]), {
    as: buyer,
  });
  assert.equal(await page.getByRole("button", { name: "Use suggested part numbers" }).count(), 0);
  await page.getByRole("button", { name: "Remove row 2" }).press("Enter");
  await page.getByRole("button", { name: "Undo last change" }).click();
  await page.getByLabel("Part number of row 2", { exact: true }).waitFor();
  await expectGoodPage(page, [360, 390, 1280]);
});
