// Quote requests in a real browser: from a list to the reply, by keyboard, with and without script.
import assert from "node:assert/strict";
import { before } from "node:test";
import type { Page } from "playwright-core";
import { expectGoodPage } from "../support/browser.ts";
import { insertOffer } from "../support/insertOffer.ts";
import { app, buyer, openStranger } from "../support/portal.ts";
import { browser, openPortalBrowser, test } from "../support/portalBrowser.ts";
import { paste } from "../support/portalLists.ts";
import { replyToQuote } from "../support/replyToQuote.ts";

const widths = [360, 768, 1024, 1280];

openPortalBrowser();

before(async () => {
  const { db } = app.database;
  const title = "Preformed packing, fluorocarbon rubber, size 214";
  await insertOffer(db, { partNumber: "ASK-1", price: null, title, certificate: "8130-3; CoC" });
  await insertOffer(db, { partNumber: "SHORT-1", stock: 3, title });
});

function reply(page: Page): Promise<void> {
  const [requestId = ""] = /[0-9a-f-]{36}/.exec(page.url()) ?? [];
  return replyToQuote(app, requestId, "ASK-1: USD 21.00 each.\nLead time 35 days.");
}

/** From the list to its form, by keyboard. */
async function openForm(page: Page): Promise<void> {
  await page.getByRole("link", { name: "Request a quote for 3 rows" }).focus();
  await page.keyboard.press("Enter");
  await page.waitForURL(/\/quote-requests\/new/);
}

for (const script of [true, false]) {
  const how = script ? "with script" : "without script";
  test(`rows of a list are requested, answered and withdrawn by keyboard, ${how}`, async () => {
    const list = await paste("ASK-1\t5\nSHORT-1\t9\nNEVER-1\t2");
    const page = await browser.open(`${list}?show=all`, { as: buyer, script });
    if (script) await expectGoodPage(page, widths);
    await openForm(page);
    if (script) await expectGoodPage(page, widths);
    await page.getByLabel("Include SHORT-1").focus();
    await page.keyboard.press("Space");
    await page.getByLabel("Quantity of NEVER-1").fill("none");
    await page.getByLabel("Message").fill("For 5B-DCX");
    await page.keyboard.press("Tab");
    await page.keyboard.press("Enter");
    await page.getByRole("alert").waitFor();
    if (script) await expectGoodPage(page, widths);
    assert.equal(await page.getByLabel("Message").inputValue(), "For 5B-DCX");
    assert.equal(await page.getByLabel("Include SHORT-1").isChecked(), false);
    await page.getByLabel("Quantity of NEVER-1").fill("4");
    await page.keyboard.press("Enter");
    await page.waitForURL(/done=sent/);
    const sent = page.getByText(/^Quote request RFQ-\d+ sent to partsdesk/);
    await sent.waitFor();
    assert.equal(await page.getByRole("row").count(), 3);

    await reply(page);
    await page.goto(new URL(page.url()).pathname);
    await page.getByText("Lead time 35 days.").waitFor();
    if (script) await expectGoodPage(page, widths);
    await page.getByLabel("Write a message").fill("We take them.");
    await page.keyboard.press("Tab");
    await page.keyboard.press("Enter");
    await page.waitForURL(/done=written/);
    await page.getByText("We take them.").waitFor();

    await page.getByText("Withdraw", { exact: true }).focus();
    await page.keyboard.press("Enter");
    await page.getByRole("button", { name: /^Withdraw RFQ-/ }).focus();
    await page.keyboard.press("Enter");
    await page.waitForURL(/done=withdrawn/);
    await page.getByRole("link", { name: "Quote requests" }).first().click();
    await page.getByText("Withdrawn").first().waitFor();
    if (script) await expectGoodPage(page, widths);
  });
}

test("the pages that lead to a request are accessible at any width", async () => {
  const other = await openStranger();
  for (const path of ["/quote-requests", "/quote-requests/new", "/parts/ASK-1", "/parts?q=SHORT"]) {
    await expectGoodPage(await browser.open(path, { as: other }), widths);
  }
});
