// The part pages in a real browser: accessibility, keyboard, and from the search to a draft, with
// and without JavaScript.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import {
  expectGoodPage,
  expectNoAxeViolations,
  expectNoSidewaysScroll,
  openBrowser,
  skipWithoutBrowser,
  type TestBrowser,
} from "../support/browser.ts";
import { insertAgreementRule } from "../support/insertAgreementRule.ts";
import { insertOffer } from "../support/insertOffer.ts";
import { openTestApp, type TestAccount, type TestApp } from "../support/testApp.ts";
import { openVisitor, type TestVisitor } from "../support/testVisitor.ts";

let app: TestApp;
let account: TestAccount;
let buyer: TestVisitor;
let browser: TestBrowser;
const long = "W".repeat(100);

before(async () => {
  if (skipWithoutBrowser) return;
  app = await openTestApp({ publicUrl: "https://parts.example" });
  account = await app.openAccount({ discount: 1000 });
  buyer = await openVisitor(app, account.accountId);
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
  browser = await openBrowser(app);
});

after(async () => {
  if (skipWithoutBrowser) return;
  await browser.close();
  await app.close();
});

const skip = skipWithoutBrowser;

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

test("every page of parts is accessible and fits its window, wide and narrow, light and dark", {
  skip,
}, async () => {
  const page = await browser.open("/parts", { as: buyer });
  for (const path of pages) {
    await page.goto(path);
    await expectGoodPage(page);
  }
  await browser.settle();
});

test("a part number is not broken at its hyphens, in tables and notices", { skip }, async () => {
  const { db } = app.database;
  const next = "DA9266F1289-7-123456789";
  await insertOffer(db, { partNumber: "BREAK-1", status: "SUPERSEDED", supersededBy: next });
  await insertOffer(db, { partNumber: next });
  for (const width of [360, 800, 1024, 1280]) {
    const page = await browser.open("/parts/BREAK-1", { as: buyer, width });
    const links = await page.getByRole("link", { name: next, exact: true }).all();
    assert.equal(links.length, 3);
    for (const link of links) {
      const box = (await link.boundingBox()) ?? assert.fail();
      assert.ok(box.height < 30, `${width}: ${JSON.stringify(box)}`);
    }
    await expectNoSidewaysScroll(page);
    await browser.settle();
  }
});

for (const script of [true, false]) {
  const how = script ? "with script" : "without script";
  test(`a part can be found and added to a draft with the keyboard only, ${how}`, {
    skip,
  }, async () => {
    const as = await openVisitor(app, account.accountId);
    const page = await browser.open("/parts", { as, script });
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
    await browser.settle();
  });
}
