// A quote in a real browser: requested from a list, answered in one table, accepted in part, confirmed
// and fulfilled; and how many clicks an answer takes.
import assert from "node:assert/strict";
import { before } from "node:test";
import { expectGoodPage } from "../support/browser.ts";
import { insertOffer } from "../support/insertOffer.ts";
import { app, buyer, openStranger } from "../support/portal.ts";
import { browser, openPortalBrowser, test } from "../support/portalBrowser.ts";
import { paste } from "../support/portalLists.ts";
import { openQuoteRequestFixture } from "../support/quoteRequestFixture.ts";
import { openOperator, type TestOperator } from "../support/testOperator.ts";

let olga: TestOperator;

openPortalBrowser();

before(async () => {
  const { db } = app.database;
  olga = await openOperator(app);
  await insertOffer(db, { partNumber: "JOURNEY-1", price: null });
  await insertOffer(db, { partNumber: "JOURNEY-2", stock: 0 });
  for (let count = 1; count <= 6; count += 1) {
    await insertOffer(db, { partNumber: `CLICKS-${count}`, price: null });
  }
});

test("a quote is requested, answered, accepted in part, confirmed and fulfilled", async () => {
  const list = await paste("JOURNEY-1\t5\nJOURNEY-2\t9\nJOURNEY-NEVER\t2");
  const page = await browser.open(`${list}?show=all`, { as: buyer });
  await page.getByRole("link", { name: "Request a quote for 3 rows" }).click();
  await page.waitForURL(/\/quote-requests\/new/);
  await page.getByRole("button", { name: "Send request" }).click();
  await page.waitForURL(/done=sent/);
  const path = new URL(page.url()).pathname;

  const desk = await browser.open(`/console${path}`, { as: olga });
  const field = (name: string) => desk.locator(`[name="${name}"]`);
  await field("price-1-1").fill("21.3333");
  await field("source-1-2").selectOption("part");
  await field("price-1-2").fill("19.99");
  await field("source-2-1").selectOption("none");
  await field("reason-2-1").fill("Out of production.");
  await field("price-3-1").fill("1250");
  await desk.getByText("Part and pack of line 3").first().click();
  await field("condition-3-1").selectOption("NE");
  await expectGoodPage(desk, [1280, 1600]);
  await desk.getByRole("button", { name: "Send quote" }).click();
  await desk.waitForURL(/done=replied/);

  await page.goto(path);
  await page.getByText("Out of production.").waitFor();
  await expectGoodPage(page, [360, 1280]);
  await page.locator('[name="option-1"][value="2"]').check();
  await page.locator('[name="quantity-1"]').fill("3");
  await page.locator('[name="quantity-3"]').fill("1");
  await page.getByRole("button", { name: "Accept and add to draft" }).click();
  await page.waitForURL(/\/orders\/.*done=added/);
  await page.getByText("USD 1,309.97").first().waitFor();
  const order = new URL(page.url()).pathname;
  await page.goto(`${order}/confirm`);
  await page.getByRole("button", { name: /^Confirm order/ }).click();
  await page.waitForURL(/done=confirmed/);
  await page.getByText("USD 1,309.97").first().waitFor();

  await desk.goto(`/console${order}`);
  await desk.getByLabel("Delivery reference").first().fill("DN-77");
  await desk.getByRole("button", { name: /^Fulfil order/ }).click();
  await desk.waitForURL(/done=/);
  await desk.getByText("USD 1,309.97").first().waitFor();
  await page.goto(path);
  await page.locator('[name="option-1"][value="2"]').check();
  await page.locator('[name="quantity-1"]').fill("3");
  await page.getByRole("button", { name: "Accept and add to draft" }).click();
  await page
    .getByText(/3 requested, 2 of 5 left of quote RFQ-\d+/)
    .first()
    .waitFor();
  const stranger = await browser.open(path, { as: await openStranger() });
  assert.equal(await stranger.getByText("JOURNEY-1").count(), 0);
});

test("6 lines without a price are answered with at most 12 clicks", async () => {
  const lines = Array.from({ length: 6 }, (_, place) => ({
    partNumber: `CLICKS-${place + 1}`,
    reason: "no price" as const,
  }));
  const sent = await openQuoteRequestFixture(app).send(lines);
  const desk = await browser.open(sent.page, { as: olga });
  let clicks = 0;
  for (let line = 1; line <= 6; line += 1) {
    await desk.locator(`[name="price-${line}-1"]`).click();
    clicks += 1;
    await desk.keyboard.type(`${line}0.50`);
  }
  await desk.getByRole("button", { name: "Send quote" }).click();
  clicks += 1;
  await desk.waitForURL(/done=replied/);
  assert.ok(clicks <= 12, `${clicks} clicks`);
});
