// The search over the pages of the console, by keyboard, wide and narrow; without script it is a
// page.
import assert from "node:assert/strict";
import { after, afterEach, before, test } from "node:test";
import type { Page } from "playwright-core";
import {
  expectGoodPage,
  expectNoAxeViolations,
  expectNoSidewaysScroll,
  openBrowser,
  skipWithoutBrowser,
  type TestBrowser,
} from "../support/browser.ts";
import { type ConfirmedOrder, draftOrder } from "../support/confirmedOrder.ts";
import { openTestApp, type TestApp } from "../support/testApp.ts";
import { openOperator, type TestOperator } from "../support/testOperator.ts";

let app: TestApp;
let browser: TestBrowser;
let operator: TestOperator;
let order: ConfirmedOrder;
const skip = skipWithoutBrowser;

before(async () => {
  if (skip) return;
  app = await openTestApp({ publicUrl: "https://parts.example" });
  operator = await openOperator(app, { role: "operator" });
  order = await draftOrder(app, "PX-4711");
  await draftOrder(app, "PX-4712", order);
  browser = await openBrowser(app);
});

afterEach(() => browser?.settle());

after(async () => {
  await browser?.close();
  await app?.close();
});

const search = (page: Page) => page.getByRole("dialog", { name: "Search" });
const box = (page: Page) => search(page).getByRole("combobox", { name: "Search" });

/** The name of the option that Enter opens. */
function chosen(page: Page): Promise<string> {
  return search(page).locator("[aria-selected=true]").innerText();
}

for (const width of [1280, 390]) {
  for (const dark of [false, true]) {
    test(`Ctrl K finds an order at ${width} px${dark ? ", dark" : ""}, by keyboard alone`, {
      skip,
    }, async () => {
      const page = await browser.open("/console", { as: operator, width, dark });
      await page.keyboard.press("Control+k");
      await search(page).getByRole("option", { name: "Charts" }).waitFor();
      await expectNoAxeViolations(page);
      await page.keyboard.type("px-47");
      await search(page)
        .getByRole("option", { name: /PX-4712/ })
        .waitFor();
      assert.match(await chosen(page), /PX-4712/);
      await expectNoAxeViolations(page);
      await expectNoSidewaysScroll(page);
      await page.keyboard.press("ArrowDown");
      assert.match(await chosen(page), /PX-4711/);
      const id = await search(page).locator("[aria-selected=true]").getAttribute("id");
      assert.equal(await box(page).getAttribute("aria-activedescendant"), id);
      await page.keyboard.press("ArrowDown");
      assert.match(await chosen(page), /PX-4712/);
      await page.keyboard.press("ArrowUp");
      await page.keyboard.press("Enter");
      await page.waitForURL(`**/console/orders/${order.orderId}`);
    });
  }
}

test("Escape closes the search and returns the focus; what was typed is there again", {
  skip,
}, async () => {
  const page = await browser.open("/console/accounts", { as: operator });
  const filter = page.getByLabel("Name, e-mail or ID");
  await filter.focus();
  await page.keyboard.press("Control+k");
  await page.keyboard.type("nothing like it");
  await search(page).getByRole("status").getByText("Nothing found").waitFor();
  await expectNoAxeViolations(page);
  await page.keyboard.press("Escape");
  await search(page).waitFor({ state: "hidden" });
  assert.equal(await page.evaluate("document.activeElement.name"), "q");
  await page.getByRole("link", { name: "Search" }).click();
  assert.equal(await box(page).inputValue(), "nothing like it");
  // Typed over, and Enter pressed before the answer: the first of the new results is opened.
  await page.keyboard.type(order.orderNumber);
  await page.keyboard.press("Enter");
  await page.waitForURL(`**/console/orders/${order.orderId}`);
});

test("the key list names the search, and opens beside it", { skip }, async () => {
  const page = await browser.open("/console", { as: operator });
  await page.keyboard.press("?");
  await page.getByRole("dialog", { name: "Keyboard shortcuts" }).getByText("Ctrl K").waitFor();
  await page.keyboard.press("Escape");
  await page.keyboard.press("/");
  await search(page).waitFor();
});

test("without script the search is a page", { skip }, async () => {
  const page = await browser.open("/console", { as: operator, script: false });
  await page.getByRole("link", { name: "Search" }).click();
  await page.getByLabel("Name, number or ID").fill(order.orderNumber);
  await page.getByRole("button", { name: "Search" }).click();
  await page.getByRole("main").getByRole("link", { name: order.orderNumber }).click();
  await page.waitForURL(`**/console/orders/${order.orderId}`);
});

test("the page of the search is accessible and fits its window", { skip }, async () => {
  const page = await browser.open("/console/search?q=px", { as: operator });
  await expectGoodPage(page, [360, 1280]);
});
