// What a row says of the offer that it orders, and a split, in a real browser.
import assert from "node:assert/strict";
import { test } from "node:test";
import type { Page } from "playwright-core";
import { expectGoodPage, skipWithoutBrowser, type TestBrowser } from "../support/browser.ts";
import { insertOffer } from "../support/insertOffer.ts";
import { openInBrowser } from "../support/openInBrowser.ts";
import { pasteCheckedList } from "../support/sendList.ts";
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
  const title = "Preformed packing, fluorocarbon rubber, size 214, for the actuator";
  const papers = { title, certificate: "EASA Form 1", leadTimeDays: 113 };
  await insertOffer(db, { ...papers, partNumber: "ONE-1", stock: 1_250, price: 123_450 });
  const tie = { ...papers, partNumber: "TIE-1", stock: 25 };
  await insertOffer(db, { ...tie, vendor: "Fictional Flight Supply and Logistics", price: 39_100 });
  await insertOffer(db, { ...tie, vendor: "Specimen Turbine Spares", price: 40_200 });
});

/** Whether all of a text of a row is within its finding. */
async function isShown(page: Page, row: number, text: string) {
  return page.evaluate(`(() => {
    const finding = document.querySelector("#row-${row} .findings > div");
    const walker = document.createTreeWalker(finding, NodeFilter.SHOW_TEXT);
    let shown = false;
    while (walker.nextNode()) {
      const { textContent } = walker.currentNode;
      const at = textContent.indexOf(${JSON.stringify(text)});
      if (at < 0) continue;
      const range = document.createRange();
      range.setStart(walker.currentNode, at);
      range.setEnd(walker.currentNode, at + ${text.length});
      shown = range.getBoundingClientRect().bottom <= finding.getBoundingClientRect().bottom + 1;
    }
    return shown;
  })()`);
}

for (const width of [1280, 360]) {
  test(`condition, price, stock and lead time of an offer are shown at ${width} px`, {
    skip,
  }, async () => {
    const rows = await pasteCheckedList(app, as, "ONE-1\t1\nTIE-1\t25\nTIE-1\t40");
    const page = await browser.open(`${rows}?show=all`, { as, width });
    await page.getByRole("button", { name: "Choose from 2 offers for row 2" }).click();
    await page.getByRole("button", { name: /^Choose NE · Fictional Flight/ }).click();
    await page.getByText("Row 2 saved.").waitFor();
    const prices = ["USD 1,234.50 / EA", "USD 391.00 / EA"];
    for (const [place, price] of prices.entries()) {
      assert.equal(await isShown(page, place + 1, price), true, price);
      assert.equal(
        await isShown(page, place + 1, "in stock, more: 113 days lead time"),
        true,
        price,
      );
      assert.match(await page.locator(`#row-${place + 1} .findings`).innerText(), /NE · EASA/);
    }
    await page.getByRole("button", { name: "Other offers (1) for row 2" }).waitFor();
    await expectGoodPage(page, [360, 390, 1280]);
  });
}

test("a split adds its second row to the page, and Undo takes it away", { skip }, async () => {
  const page = await browser.open(await pasteCheckedList(app, as, "TIE-1\t40"), { as });
  const button = page.getByRole("button", {
    name: /^Split: 25 from Fictional [^,]*, 15 from Specimen/,
  });
  assert.equal(await isShown(page, 1, "15 at USD 402.00 / EA."), true);
  await expectGoodPage(page, [360, 390, 1280]);
  await button.focus();
  await page.keyboard.press("Enter");
  await page.getByText("Row 1 split into rows 1 and 2.").waitFor();
  assert.equal(await page.getByLabel("Quantity of row 1", { exact: true }).inputValue(), "25");
  assert.equal(await page.getByLabel("Quantity of row 2", { exact: true }).inputValue(), "15");
  await page.getByRole("button", { name: "Undo: 1 row split" }).click();
  await page.locator("#row-2").waitFor({ state: "detached" });
  assert.equal(await page.getByLabel("Quantity of row 1", { exact: true }).inputValue(), "40");
});
