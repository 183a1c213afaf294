// The part pages in a real browser: accessibility, keyboard, and from the search to a draft, with
// and without JavaScript.
import assert from "node:assert/strict";
import { before } from "node:test";
import { expectGoodPage, expectNoAxeViolations } from "../support/browser.ts";
import { insertAgreementRule } from "../support/insertAgreementRule.ts";
import { insertOffer } from "../support/insertOffer.ts";
import { account, app, buyer, openColleague } from "../support/portal.ts";
import { browser, openPortalBrowser, test } from "../support/portalBrowser.ts";

const long = "W".repeat(100);

openPortalBrowser({ publicUrl: "https://parts.example" }, { discount: 1000 });

before(async () => {
  const { db } = app.database;
  await insertOffer(db, {
    partNumber: "BR-1",
    title: "Seal",
    alternates: ["BR-9"],
    stock: 40,
  });
  await insertOffer(db, { partNumber: "BR-1", condition: "OH", vendor: "V".repeat(200), stock: 0 });
  await insertOffer(db, { partNumber: "BR-10", title: "x".repeat(500), status: "ON_HOLD" });
  await insertOffer(db, { partNumber: "BR-9", status: "SUPERSEDED", supersededBy: "BR-1" });
  await insertOffer(db, { partNumber: long, title: "A long number", partName: "BR NAME" });
  const { accountId } = account;
  const rule = { accountId, partNumber: "BR-1" };
  await insertAgreementRule(db, { ...rule, price: 900 });
  await insertAgreementRule(db, { ...rule, price: 800, minQuantity: 10 });
});

const pages = [
  "/parts",
  "/parts?q=BR-1&list=yes",
  "/parts?q=br&condition=NE&stock=yes",
  "/parts?q=nothing+has+this",
  "/parts?q=BR.1",
  "/parts/BR-1",
  "/parts/BR-9",
  `/parts/${long}`,
];

test("every page of parts is accessible and fits its window, wide and narrow, light and dark", async () => {
  const page = await browser.open("/parts", { as: buyer });
  for (const path of pages) {
    await page.goto(path);
    await expectGoodPage(page);
  }
});

for (const script of [true, false]) {
  const how = script ? "with script" : "without script";
  test(`a part can be found and added to a draft with the keyboard only, ${how}`, async () => {
    const visitor = await openColleague();
    const page = await browser.open("/parts", { as: visitor, script });
    if (script) await page.keyboard.press("/");
    else await page.getByRole("searchbox").focus();
    await page.keyboard.type("BR-");
    await page.keyboard.press("Enter");
    await page.waitForURL("**/parts?q=BR-");
    await page.getByRole("link", { name: "BR-1", exact: true }).first().focus();
    await page.keyboard.press("Enter");
    await page.waitForURL("**/parts/BR-1");
    await page.getByLabel("Add to", { exact: true }).selectOption("new");
    await page.getByLabel("Quantity").fill("41");
    await page.keyboard.press("Enter");
    // The fault is described once, at the field, which has the focus.
    const fault = page.getByText("BR-1: 41 requested, 40 in stock");
    await fault.waitFor();
    assert.equal(await fault.count(), 1);
    const field = (await page.getByLabel("Quantity").boundingBox()) ?? assert.fail();
    const box = (await fault.boundingBox()) ?? assert.fail();
    assert.ok(box.width > 200 && box.y > field.y && box.height < 50, JSON.stringify(box));
    assert.equal(await page.evaluate("document.activeElement.getAttribute('name')"), "quantity");
    assert.equal(await page.getByLabel("Quantity").inputValue(), "41");
    if (script) await expectNoAxeViolations(page);
    await page.getByLabel("Quantity").fill("10");
    await page.getByRole("button", { name: "Add to draft" }).press("Enter");
    await page.waitForURL("**/orders/*");
    assert.match(await page.innerText("main"), /USD 80\.00/);
  });
}
