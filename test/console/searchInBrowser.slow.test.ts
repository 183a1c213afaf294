// The search over the pages of the console, and fields with suggestions: by keyboard and mouse, wide
// and narrow, and without JavaScript.
import assert from "node:assert/strict";
import { before } from "node:test";
import type { Page } from "playwright-core";
import { expectNoAxeViolations, expectNoSidewaysScroll } from "../support/browser.ts";
import { type ConfirmedOrder, draftOrder } from "../support/confirmedOrder.ts";
import { app, olga } from "../support/console.ts";
import { browser, openConsoleInBrowser, testInBrowser } from "../support/consoleBrowser.ts";

let order: ConfirmedOrder;

openConsoleInBrowser();

before(async () => {
  order = await draftOrder(app, "PX-4711");
  await draftOrder(app, "PX-4712", order);
});

const accountName = () => `Account ${order.account.accountId}`;

const search = (page: Page) => page.getByRole("dialog", { name: "Search" });
const box = (page: Page) => search(page).getByRole("combobox", { name: "Search" });

/** The name of the option that Enter opens. */
function chosen(page: Page): Promise<string> {
  return search(page).locator("[aria-selected=true]").innerText();
}

for (const width of [1280, 390]) {
  for (const dark of [false, true]) {
    testInBrowser(
      `Ctrl K finds an order at ${width} px${dark ? ", dark" : ""}, by keyboard alone`,
      async () => {
        const page = await browser.open("/console", { as: olga, width, dark });
        await page.keyboard.press("Control+k");
        await search(page).getByRole("option", { name: "Reports" }).waitFor();
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
      },
    );
  }
}

testInBrowser(
  "Escape closes the search and returns the focus; what was typed is there again",
  async () => {
    const page = await browser.open("/console/accounts", { as: olga });
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
  },
);

testInBrowser("without script the search is a page", async () => {
  const page = await browser.open("/console", { as: olga, script: false });
  await page.getByRole("link", { name: "Search" }).click();
  await page.getByLabel("Name, number or ID").fill(order.orderNumber);
  await page.getByRole("button", { name: "Search" }).click();
  await page.getByRole("main").getByRole("link", { name: order.orderNumber }).click();
  await page.waitForURL(`**/console/orders/${order.orderId}`);
});

for (const width of [1280, 390]) {
  testInBrowser(`a field suggests accounts, and Enter fills it, at ${width} px`, async () => {
    const page = await browser.open("/console/orders?status=all", { as: olga, width });
    await page.getByText("Filters", { exact: true }).click();
    const name = accountName();
    const field = page.getByRole("combobox", { name: "Account" });
    await field.focus();
    await page.keyboard.type("acc");
    const option = page.getByRole("option", { name });
    await option.waitFor();
    await expectNoAxeViolations(page);
    await expectNoSidewaysScroll(page);
    await page.keyboard.press("Escape");
    await option.waitFor({ state: "hidden" });
    await page.keyboard.press("ArrowDown");
    await option.waitFor();
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Enter");
    assert.equal(await field.inputValue(), name);
    assert.equal(await page.getByRole("listbox").count(), 0);
    await page.keyboard.press("Enter");
    await page.waitForURL(/account=/);
    await page.getByRole("main").getByRole("link", { name }).first().waitFor();
  });
}
