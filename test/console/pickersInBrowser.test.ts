// Fields with suggestions in a real browser, by keyboard and mouse, wide and narrow.
import assert from "node:assert/strict";
import { after, afterEach, before, test } from "node:test";
import {
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
let name: string;
const skip = skipWithoutBrowser;

before(async () => {
  if (skip) return;
  app = await openTestApp({ publicUrl: "https://parts.example" });
  operator = await openOperator(app);
  order = await draftOrder(app, "PX-4711");
  name = `Account ${order.account.accountId}`;
  browser = await openBrowser(app);
});

afterEach(() => browser?.settle());

after(async () => {
  await browser?.close();
  await app?.close();
});

for (const width of [1280, 390]) {
  test(`a field suggests accounts, and Enter fills it, at ${width} px`, { skip }, async () => {
    const page = await browser.open("/console/orders?status=all", { as: operator, width });
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
    await page.getByRole("main").getByText(`Orders of ${name}, newest first.`).waitFor();
  });
}

test("a part is chosen by mouse, and the form keeps the focus", { skip }, async () => {
  const page = await browser.open("/console/requests", { as: operator, dark: true });
  const field = page.getByRole("combobox", { name: "Part number" });
  await field.fill(order.partNumber.slice(0, 5));
  await page.getByRole("option", { name: order.partNumber }).click();
  assert.equal(await field.inputValue(), order.partNumber);
  assert.equal(await page.evaluate("document.activeElement.name"), "part");
});

test("without script a part of the name is enough", { skip }, async () => {
  const page = await browser.open("/console/orders", { as: operator, script: false });
  await page.getByLabel("Account", { exact: true }).fill(name.slice(0, 20));
  await page.getByRole("button", { name: "Filter" }).click();
  await page.getByRole("main").getByText(`Orders of ${name}, newest first.`).waitFor();
});
