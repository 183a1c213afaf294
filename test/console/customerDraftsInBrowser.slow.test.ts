// Drafting an order for a customer and answering a quote request in a real browser: by keyboard, with
// and without JavaScript, at every width, light and dark.
import assert from "node:assert/strict";
import { before } from "node:test";
import type { Page } from "playwright-core";
import type { OfferId } from "../../src/catalog/partId.ts";
import { expectGoodPage } from "../support/browser.ts";
import { admin, app, offer } from "../support/console.ts";
import { browser, openConsoleInBrowser, testInBrowser } from "../support/consoleBrowser.ts";
import { openQuoteRequestFixture, type SentQuote } from "../support/quoteRequestFixture.ts";

const vendor = "A Vendor With a Long Name That Makes Its Offers Wide, Inc.";
let quotes: ReturnType<typeof openQuoteRequestFixture>;
let offerId: OfferId;

openConsoleInBrowser();

before(async () => {
  await offer("PHONE-1");
  const wide = { manufacturer: "Some Other Long Manufacturer", vendor };
  await offer("PHONE-2", wide);
  await offer("PHONE-2", { ...wide, condition: "OH", price: 500 });
  quotes = openQuoteRequestFixture(app);
  offerId = await offer("LONG-1", {
    vendor,
    stock: 3,
    status: "SUPERSEDED",
    supersededBy: "LONG-2-WITH-ANOTHER-NUMBER",
  });
});

/** How operators work, and the check of a page, which runs scripts in it. */
const ways = [
  ["without JavaScript at 360 px", { script: false, width: 360 }, async () => undefined],
  [
    "with JavaScript in the dark",
    { width: 1280, dark: true },
    (page: Page) => expectGoodPage(page),
  ],
] as const;

for (const [name, options, expectGood] of ways) {
  testInBrowser(`an operator drafts an order by keyboard only, ${name}`, async () => {
    const { accountId, get } = await app.openAccount();
    const path = `/console/accounts/${accountId}`;
    const page = await browser.open(path, { as: admin, ...options });
    await page.getByRole("link", { name: "Draft an order for this customer" }).press("Enter");
    await page.waitForURL(/\/orders\/new/);
    await expectGood(page);
    await page.getByLabel("Part numbers and quantities").focus();
    await page.keyboard.type("PHONE-1 x 3\nPHONE-2 x 2");
    await page.keyboard.press("Tab");
    await page.keyboard.type("PO 4711");
    // Return in a field checks the lines; it never creates the draft.
    await page.keyboard.press("Enter");
    await page.getByText("1 row can't be ordered yet").waitFor();
    await expectGood(page);
    const choice = page.getByLabel("Offer for row 2");
    const overhauled = choice.locator("option", { hasText: ", OH," });
    await choice.selectOption(await overhauled.getAttribute("value"));
    await page.getByRole("button", { name: "Check lines" }).press("Enter");
    await page.getByText("2 lines, USD 40.00").waitFor();
    await expectGood(page);
    await page.getByLabel("Customer's PO").press("Enter");
    await page.getByText("2 lines, USD 40.00").waitFor();
    assert.equal((await get("orders")).json().orders.length, 0);
    await page.getByRole("button", { name: "Create draft for" }).press("Enter");
    await page.waitForURL(/done=drafted/);
    await page.getByRole("heading", { name: "Link for the customer" }).waitFor();
    await expectGood(page);
    const [order] = (await get("orders")).json().orders;
    assert.deepEqual([order.po_number, order.line_items.length], ["PO 4711", 2]);
  });
}

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

for (const [name, options, expectGood] of ways) {
  testInBrowser(`an operator answers a quote request by keyboard only, ${name}`, async () => {
    const { request, buyer } = await sendLong();
    const page = await browser.open("/console", { as: admin, ...options });
    await page.getByRole("link", { name: "Answer: Quote requests to answer" }).press("Enter");
    await page.waitForURL(/\/quote-requests$/);
    await expectGood(page);
    await page.getByRole("link", { name: request.requestNumber }).press("Enter");
    await page.getByRole("heading", { name: request.requestNumber }).waitFor();
    await expectGood(page);
    await page.getByRole("button", { name: "Send quote" }).press("Enter");
    await page.getByText("Enter prices, or a message.").first().waitFor();
    await expectGood(page);
    await page.getByLabel("Message to the buyer").fill("USD 500.00 each, in 3 weeks.");
    await quotes.write({ request, buyer, page: "" }, "Sooner?");
    await page.getByRole("button", { name: "Send quote" }).press("Enter");
    await page.getByText("Reply not sent: Ada Buyer wrote").waitFor();
    await expectGood(page);
    const field = page.getByLabel("Message to the buyer");
    assert.equal(await field.inputValue(), "USD 500.00 each, in 3 weeks.");
    await page.getByRole("button", { name: "Send quote" }).press("Enter");
    await page.waitForURL(/done=replied/);
    await page.getByText("Reply saved.").waitFor();
    await expectGood(page);
    assert.equal((await quotes.read(request.requestId)).state, "answered");
    await page.getByRole("link", { name: "Draft an order for this customer" }).press("Enter");
    await page.waitForURL(/\/orders\/new\?quote=/);
    assert.match(await page.getByLabel("Part numbers").inputValue(), /^LONG-1\t120000 EA\tNE\t/m);
  });
}
