// Drafting an order for a customer in a real browser: by keyboard, with and without JavaScript, at
// every width, light and dark.
import assert from "node:assert/strict";
import { before } from "node:test";
import type { Page } from "playwright-core";
import { expectGoodPage } from "../support/browser.ts";
import { admin, app, offer } from "../support/console.ts";
import { browser, openConsoleInBrowser, testInBrowser } from "../support/consoleBrowser.ts";

const vendor = "A Vendor With a Long Name That Makes Its Offers Wide, Inc.";

openConsoleInBrowser();

before(async () => {
  await offer("PHONE-1");
  const wide = { manufacturer: "Some Other Long Manufacturer", vendor };
  await offer("PHONE-2", wide);
  await offer("PHONE-2", { ...wide, condition: "OH", price: 500 });
});

/** How operators work, and the check of a page, which runs scripts in it. */
const ways = [
  ["without JavaScript at 360 px", { script: false, width: 360 }, async () => undefined],
  [
    "with JavaScript in the dark",
    { width: 1280, dark: true },
    (page: Page) => expectGoodPage(page),
  ],
] as const;

for (const [name, options, expectGood] of ways) {
  testInBrowser(`an operator drafts an order by keyboard only, ${name}`, async () => {
    const { accountId, get } = await app.openAccount();
    const path = `/console/accounts/${accountId}`;
    const page = await browser.open(path, { as: admin, ...options });
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
    await page.getByLabel("PO number").press("Enter");
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
