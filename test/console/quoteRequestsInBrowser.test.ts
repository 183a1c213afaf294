// Answering a quote request in a real browser: by keyboard, with and without JavaScript, at every
// width, light and dark.
import assert from "node:assert/strict";
import { after, afterEach, before, test } from "node:test";
import type { Page } from "playwright-core";
import type { OfferId } from "../../src/catalog/partId.ts";
import {
  expectGoodPage,
  openBrowser,
  skipWithoutBrowser,
  type TestBrowser,
} from "../support/browser.ts";
import { insertOffer } from "../support/insertOffer.ts";
import { openQuoteRequestFixture, type SentQuote } from "../support/quoteRequestFixture.ts";
import { openTestApp, type TestApp } from "../support/testApp.ts";
import { openOperator, type TestOperator } from "../support/testOperator.ts";

let app: TestApp;
let browser: TestBrowser;
let olga: TestOperator;
let quotes: ReturnType<typeof openQuoteRequestFixture>;
let offerId: OfferId;
const vendor = "A Vendor With a Long Name That Makes Its Offers Wide, Inc.";

before(async () => {
  if (skipWithoutBrowser !== false) return;
  app = await openTestApp();
  browser = await openBrowser(app);
  olga = await openOperator(app);
  quotes = openQuoteRequestFixture(app);
  offerId = await insertOffer(app.database.db, {
    partNumber: "LONG-1",
    vendor,
    stock: 3,
    status: "SUPERSEDED",
    supersededBy: "LONG-2-WITH-ANOTHER-NUMBER",
  });
});

afterEach(() => browser?.settle());

after(async () => {
  await browser?.close();
  await app?.close();
});

/** A request whose texts are as long as they get. */
async function sendLong(): Promise<SentQuote> {
  const remark = "For the second engine of the aircraft that is on ground. ".repeat(8).trim();
  const all = {
    vendor,
    certificate: "8130-3; EASA Form 1",
    neededBy: "2027-01-12",
    rowNumber: 120,
  };
  return quotes.send(
    [
      { ...all, reason: "no stock", offerId, partNumber: "LONG-1", quantity: 120_000, remark },
      { ...all, partNumber: "X".repeat(200), condition: "NE or OH or SV", remark: "y".repeat(500) },
      { partNumber: "LONG-1", quantity: null, condition: null, unitOfMeasure: null },
    ],
    { message: `${"A long message of the buyer. ".repeat(20)}\n\n${"z".repeat(400)}` },
  );
}

for (const [name, options] of [
  ["without JavaScript at 360 px", { script: false, width: 360 }],
  ["with JavaScript in the dark", { script: true, width: 1280, dark: true }],
] as const) {
  test(`an operator answers a quote request by keyboard only, ${name}`, {
    skip: skipWithoutBrowser,
  }, async () => {
    const { request, buyer } = await sendLong();
    const page = await browser.open("/console", { as: olga, ...options });
    // It runs scripts in the page.
    const expectGood = async (shown: Page) => {
      if (options.script !== false) await expectGoodPage(shown);
    };
    await page.getByRole("link", { name: "Answer: Quote requests to answer" }).press("Enter");
    await page.waitForURL(/\/quote-requests$/);
    await expectGood(page);
    await page.getByRole("link", { name: request.requestNumber }).press("Enter");
    await page.getByRole("heading", { name: request.requestNumber }).waitFor();
    await expectGood(page);
    await page.getByRole("button", { name: "Send reply" }).press("Enter");
    await page.getByText("Enter a reply.").first().waitFor();
    await expectGood(page);
    await page.getByLabel("Message to the buyer").fill("USD 500.00 each, in 3 weeks.");
    await quotes.write({ request, buyer, page: "" }, "Sooner?");
    await page.getByRole("button", { name: "Send reply" }).press("Enter");
    await page.getByText("Reply not sent: Ada Buyer wrote").waitFor();
    await expectGood(page);
    const field = page.getByLabel("Message to the buyer");
    assert.equal(await field.inputValue(), "USD 500.00 each, in 3 weeks.");
    await page.getByRole("button", { name: "Send reply" }).press("Enter");
    await page.waitForURL(/done=replied/);
    await page.getByText("Reply saved.").waitFor();
    await expectGood(page);
    assert.equal((await quotes.read(request.requestId)).state, "answered");
    await page.getByRole("link", { name: "Draft an order for this customer" }).press("Enter");
    await page.waitForURL(/\/orders\/new\?quote=/);
    assert.match(await page.getByLabel("Part numbers").inputValue(), /^LONG-1\t120000 EA\tNE\t/m);
  });
}

test("the search over any page opens a quote request by its number", {
  skip: skipWithoutBrowser,
}, async () => {
  const { request } = await quotes.send();
  const page = await browser.open("/console/orders", { as: olga });
  await page.keyboard.press("Control+k");
  const search = page.getByRole("dialog", { name: "Search" });
  await page.keyboard.type(request.requestNumber.toLowerCase());
  await search.getByRole("option", { name: /RFQ/ }).waitFor();
  await page.keyboard.press("Enter");
  await page.getByRole("heading", { name: request.requestNumber }).waitFor();
});
