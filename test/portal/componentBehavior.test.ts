// Using the components of pages in a real browser: forms, reloading pages, shortcuts and copy
// buttons, with and without JavaScript.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { expectNoAxeViolations, skipWithoutBrowser, type TestBrowser } from "../support/browser.ts";
import { openSpecimenSite, type SpecimenSite } from "../support/specimenSite.ts";
import type { TestVisitor } from "../support/testVisitor.ts";

let site: SpecimenSite;
let browser: TestBrowser;
let buyer: TestVisitor;

const options = { skip: skipWithoutBrowser };

before(async () => {
  if (skipWithoutBrowser !== false) return;
  site = await openSpecimenSite();
  ({ browser, buyer } = site);
});

after(() => site?.close());

for (const script of [true, false]) {
  const how = script ? "with script" : "without script";

  test(`a refused form keeps what was typed and links to each error, ${how}`, options, async () => {
    const page = await browser.open("/specimen", { as: buyer, script });
    await page.getByLabel("PO number").fill(`<b>"'&`);
    await page.getByLabel("Notes").fill("\n one\n two");
    await page.getByLabel("Password").fill("typed");
    await page.getByLabel("Send a copy to me").check();
    await page.getByLabel("Condition").selectOption("OH");
    await page.getByRole("button", { name: "Save the details" }).click();
    await page.waitForURL("**/form");
    assert.equal(await page.getByLabel("PO number").inputValue(), `<b>"'&`);
    assert.equal(await page.getByLabel("Notes").inputValue(), "\n one\n two");
    assert.equal(await page.getByLabel("Password").inputValue(), "");
    assert.equal(await page.getByLabel("Send a copy to me").isChecked(), true);
    assert.equal(await page.getByLabel("Condition").inputValue(), "OH");
    const summary = page.getByRole("alert");
    assert.equal(await page.locator(":focus").getAttribute("role"), "alert");
    await summary.getByRole("link", { name: "The PO number is longer" }).click();
    const field = page.getByLabel("PO number");
    assert.equal(await page.locator(":focus").getAttribute("name"), "po");
    assert.equal(await field.getAttribute("aria-invalid"), "true");
    await browser.settle();
  });

  test(`an unfinished page reloads until it is finished, ${how}`, options, async () => {
    const page = await browser.open(`/progress/${script}`, { as: buyer, script });
    await page.getByText("1 of 3").waitFor();
    site.advance(`${script}`);
    await page.getByText("2 of 3").waitFor();
    site.advance(`${script}`);
    await page.getByText("3 of 3").waitFor();
    await browser.settle();
  });
}

test("an unfinished page goes on after requests that the server failed", options, async () => {
  const page = await browser.open("/progress/failing", { as: buyer });
  await page.getByText("1 of 3").waitFor();
  site.failNext("failing", 2);
  site.advance("failing");
  await page.getByText("2 of 3").waitFor();
  site.advance("failing");
  await page.getByText("3 of 3").waitFor();
  await browser.settle();
});

test("a form is sent once, even if its button is pressed repeatedly", options, async () => {
  const sentBefore = site.countSent();
  const page = await browser.open("/specimen", { as: buyer });
  await page.getByRole("button", { name: "Save the details" }).dblclick();
  await page.waitForURL("**/form");
  assert.equal(site.countSent(), sentBefore + 1);
  await page.goBack();
  await page.getByRole("button", { name: "Save the details" }).click();
  await page.waitForURL("**/form");
  assert.equal(site.countSent(), sentBefore + 2);
  await browser.settle();
});

test(
  "keyboard shortcuts: / focuses the search, ? lists them, Escape closes, Tab skips to the content",
  options,
  async () => {
    const page = await browser.open("/specimen", { as: buyer });
    await page.keyboard.press("Tab");
    assert.equal(await page.locator(":focus").textContent(), "Skip to main content");
    await page.keyboard.press("Enter");
    assert.equal(await page.locator(":focus").getAttribute("id"), "main");
    await page.keyboard.press("/");
    assert.equal(await page.locator(":focus").getAttribute("name"), "q");
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
    await browser.settle();
  },
);

test("a copy button copies, and is absent without JavaScript", options, async () => {
  const page = await browser.open("/specimen", { as: buyer });
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.getByRole("button", { name: "Copy the order id" }).click();
  await page.getByText("Copied").waitFor();
  assert.equal(await page.evaluate("navigator.clipboard.readText()"), "ord_7K2M9QXA");
  const plain = await browser.open("/specimen", { as: buyer, script: false });
  assert.equal(await plain.getByRole("button", { name: "Copy the order id" }).count(), 0);
  await browser.settle();
});
