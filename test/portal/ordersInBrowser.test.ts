// Orders in a real browser: from a draft placed with a key to its confirmation, with and without
// JavaScript, with the keyboard only, and accessibility of every state.
import assert from "node:assert/strict";
import type { Page } from "playwright-core";
import { expectNoAxeViolations } from "../support/browser.ts";
import { buyer } from "../support/portal.ts";
import { browser, openPortalBrowser, test } from "../support/portalBrowser.ts";
import { placeNew, readOrder } from "../support/steps.ts";

openPortalBrowser({}, { discount: 1000 });

/** Presses Tab until the element with this text has the focus. */
async function tabTo(page: Page, name: string): Promise<void> {
  for (let presses = 0; presses < 60; presses += 1) {
    await page.keyboard.press("Tab");
    const focused = await page.evaluate("document.activeElement?.textContent ?? ''");
    if (String(focused).trim() === name) return;
  }
  throw new Error(`Tab never came to ${name}.`);
}

test("a draft can be confirmed with the keyboard only", async () => {
  const orderId = await placeNew({ "B-3": 2 }, "PO-3");
  const page = await browser.open("/orders", { as: buyer });
  await tabTo(page, (await readOrder(orderId)).order_number);
  await page.keyboard.press("Enter");
  await page.waitForURL(`**/orders/${orderId}`);
  await tabTo(page, "Review and confirm");
  await page.keyboard.press("Enter");
  await page.waitForURL("**/confirm");
  await tabTo(page, "Confirm order PO-3, USD\u00a018.00");
  await page.keyboard.press("Enter");
  await page.getByText("Thank you for your order").waitFor();
  assert.equal((await readOrder(orderId)).status, "confirmed");
});

test("keyboard shortcuts: / focuses the search, ? lists them, Escape closes, Tab skips to the content", async () => {
  const page = await browser.open("/orders", { as: buyer });
  await page.keyboard.press("Tab");
  assert.equal(await page.locator(":focus").textContent(), "Skip to main content");
  await page.keyboard.press("Enter");
  assert.equal(await page.locator(":focus").getAttribute("id"), "main");
  await page.keyboard.press("/");
  await page.keyboard.type("/?");
  assert.equal(await page.getByRole("combobox", { name: "Part number" }).inputValue(), "/?");
  await page.locator("main").focus();
  await page.keyboard.press("?");
  const dialog = page.getByRole("dialog", { name: "Keyboard shortcuts" });
  await dialog.waitFor();
  await expectNoAxeViolations(page);
  await page.keyboard.press("Escape");
  await dialog.waitFor({ state: "hidden" });
  await page.getByText("Una Buyer").first().click();
  await page.getByRole("button", { name: "Sign out" }).waitFor();
  await expectNoAxeViolations(page);
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Sign out" }).waitFor({ state: "hidden" });
});

test("a form is sent once, even if its button is pressed repeatedly", async () => {
  const page = await browser.open(`/orders/${await placeNew({ "B-5": 2 })}`, { as: buyer });
  let sent = 0;
  page.on("request", (request) => {
    if (request.method() === "POST") sent += 1;
  });
  for (const times of [1, 2]) {
    await page.getByLabel("Quantity of line 1, B-5").fill(String(times + 2));
    await page.getByRole("button", { name: "Save changes" }).first().dblclick();
    await page.getByText("Changes saved.").waitFor();
    assert.equal(sent, times);
    await page.goto(new URL(page.url()).pathname);
  }
});

test("Enter in a quantity saves and removes no line", async () => {
  const orderId = await placeNew({ "B-4": 2 }, "PO-4");
  const page = await browser.open(`/orders/${orderId}`, { as: buyer });
  const quantity = page.getByLabel("Quantity of line 1, B-4");
  await quantity.fill("3");
  await quantity.press("Enter");
  await page.getByText("Changes saved.").waitFor();
  assert.equal(await quantity.inputValue(), "3");
});
