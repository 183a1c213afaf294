// Drafting an order for a customer in a real browser: by keyboard, with and without JavaScript, at
// every width, light and dark.
import assert from "node:assert/strict";
import { test } from "node:test";
import type { Page } from "playwright-core";
import { expectGoodPage, skipWithoutBrowser, type TestBrowser } from "../support/browser.ts";
import { insertOffer } from "../support/insertOffer.ts";
import { openInBrowser } from "../support/openInBrowser.ts";
import type { TestApp } from "../support/testApp.ts";
import { openOperator, type TestOperator } from "../support/testOperator.ts";

let app: TestApp;
let browser: TestBrowser;
let olga: TestOperator;

openInBrowser(async (opened, openedBrowser) => {
  app = opened;
  browser = openedBrowser;
  const { db } = app.database;
  olga = await openOperator(app);
  await insertOffer(db, { partNumber: "PHONE-1" });
  const vendor = "A Vendor With a Long Name That Makes Its Offers Wide, Inc.";
  const wide = { partNumber: "PHONE-2", manufacturer: "Some Other Long Manufacturer", vendor };
  await insertOffer(db, wide);
  await insertOffer(db, { ...wide, condition: "OH", price: 500 });
});

for (const [name, options] of [
  ["without JavaScript at 360 px", { script: false, width: 360 }],
  ["with JavaScript in the dark", { script: true, width: 1280, dark: true }],
] as const) {
  test(`an operator drafts an order by keyboard only, ${name}`, {
    skip: skipWithoutBrowser,
  }, async () => {
    const { accountId, get } = await app.openAccount();
    const path = `/console/accounts/${accountId}`;
    const page = await browser.open(path, { as: olga, ...options });
    // It runs scripts in the page.
    const expectGood = async (shown: Page) => {
      if (options.script !== false) await expectGoodPage(shown);
    };
    await page.getByRole("link", { name: "Draft an order for this customer" }).press("Enter");
    await page.waitForURL(/\/orders\/new/);
    await expectGood(page);
    await page.getByLabel("Part numbers and quantities").focus();
    await page.keyboard.type("PHONE-1 x 3\nPHONE-2 x 2");
    await page.keyboard.press("Tab");
    await page.keyboard.type("PO 4711");
    // Return in a field checks the lines; it never creates the draft.
    await page.keyboard.press("Enter");
    await page.getByText("1 row can't be ordered yet").waitFor();
    await expectGood(page);
    const choice = page.getByLabel("Offer for row 2");
    const overhauled = choice.locator("option", { hasText: ", OH," });
    await choice.selectOption(await overhauled.getAttribute("value"));
    await page.getByRole("button", { name: "Check lines" }).press("Enter");
    await page.getByText("2 lines, USD 40.00").waitFor();
    await expectGood(page);
    await page.getByLabel("Customer's PO").press("Enter");
    await page.getByText("2 lines, USD 40.00").waitFor();
    assert.equal((await get("orders")).json().orders.length, 0);
    await page.getByRole("button", { name: "Create draft for" }).press("Enter");
    await page.waitForURL(/done=drafted/);
    await page.getByRole("heading", { name: "Link for the customer" }).waitFor();
    await expectGood(page);
    const [order] = (await get("orders")).json().orders;
    assert.deepEqual([order.po_number, order.line_items.length], ["PO 4711", 2]);
  });
}
