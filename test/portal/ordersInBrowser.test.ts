// Orders in a real browser: from a draft placed with a key to its confirmation, with and without
// JavaScript, with the keyboard only, and accessibility of every state.
import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import type { Page } from "playwright-core";
import type { OrderId } from "../../src/orders/order.ts";
import {
  expectGoodPage,
  expectNoAxeViolations,
  expectPrint,
  openBrowser,
  skipWithoutBrowser,
  type TestBrowser,
} from "../support/browser.ts";
import { insertOffer } from "../support/insertOffer.ts";
import { placeDraft } from "../support/placeDraft.ts";
import { readPdf } from "../support/readPdf.ts";
import { openTestApp, type TestAccount, type TestApp } from "../support/testApp.ts";
import { openVisitor, type TestVisitor } from "../support/testVisitor.ts";

describe("orders in a browser", { skip: skipWithoutBrowser }, () => {
  let app: TestApp;
  let account: TestAccount;
  let buyer: TestVisitor;
  let browser: TestBrowser;

  before(async () => {
    app = await openTestApp();
    account = await app.openAccount({ discount: 1000 });
    buyer = await openVisitor(app, account.accountId);
    browser = await openBrowser(app);
  });

  after(async () => {
    await browser.close();
    await app.close();
  });

  const run = (text: string) => app.database.db.query({ name: "", text, values: [] });
  const offer = (partNumber: string, fields = {}) =>
    insertOffer(app.database.db, { partNumber, ...fields });

  async function statusOf(orderId: OrderId): Promise<string> {
    return (await account.get(`orders/${orderId}`)).json().order.status;
  }

  async function numberOf(orderId: OrderId): Promise<string> {
    return (await account.get(`orders/${orderId}`)).json().order.order_number;
  }

  /** Presses Tab until the element with this text has the focus. */
  async function tabTo(page: Page, name: string): Promise<void> {
    for (let presses = 0; presses < 60; presses += 1) {
      await page.keyboard.press("Tab");
      const focused = await page.evaluate("document.activeElement?.textContent ?? ''");
      if (String(focused).trim() === name) return;
    }
    throw new Error(`Tab never came to ${name}.`);
  }

  for (const script of [true, false]) {
    test(`a buyer finds, reviews, changes and confirms a draft (${script ? "with" : "without"} JavaScript)`, async () => {
      const number = `B-${script}`;
      await offer(number);
      const orderId = await placeDraft(account, { [number]: 2 }, `PO-${number}`);
      const page = await browser.open("/orders", { as: buyer, script });
      await page.getByRole("link", { name: await numberOf(orderId) }).click();
      await page.getByLabel(`Quantity of line 1, ${number}`).fill("5");
      await page.getByRole("button", { name: "Save changes" }).first().click();
      await page.getByText("Changes saved.").waitFor();
      await page.getByRole("button", { name: "Review and confirm" }).click();
      await page.getByRole("button", { name: `Confirm order PO-${number}, USD 45.00` }).click();
      await page.getByText("Order confirmed.").waitFor();
      assert.equal(await statusOf(orderId), "confirmed");
      await browser.settle();
    });
  }

  test("a draft can be confirmed with the keyboard only", async () => {
    await offer("B-3");
    const orderId = await placeDraft(account, { "B-3": 2 }, "PO-3");
    const page = await browser.open("/orders", { as: buyer });
    await tabTo(page, await numberOf(orderId));
    await page.keyboard.press("Enter");
    await page.waitForURL(`**/orders/${orderId}`);
    await tabTo(page, "Review and confirm");
    await page.keyboard.press("Enter");
    await page.waitForURL("**/confirm");
    await tabTo(page, "Confirm order PO-3, USD\u00a018.00");
    await page.keyboard.press("Enter");
    await page.getByText("Order confirmed.").waitFor();
    assert.equal(await statusOf(orderId), "confirmed");
    await browser.settle();
  });

  test("Enter in a quantity saves and removes no line", async () => {
    await offer("B-4");
    const orderId = await placeDraft(account, { "B-4": 2 }, "PO-4");
    const page = await browser.open(`/orders/${orderId}`, { as: buyer });
    const quantity = page.getByLabel("Quantity of line 1, B-4");
    await quantity.fill("3");
    await quantity.press("Enter");
    await page.getByText("Changes saved.").waitFor();
    assert.equal(await quantity.inputValue(), "3");
    await browser.settle();
  });

  test("a price that changed while the page was open must be reviewed, then is confirmed as shown", async () => {
    await offer("B-5");
    const { now } = app.clock;
    app.clock.now = new Date(now.getTime() - 8 * 86_400_000);
    const orderId = await placeDraft(account, { "B-5": 1 }, "PO-5");
    app.clock.now = now;
    const page = await browser.open(`/orders/${orderId}/confirm`, { as: buyer });
    await run("update offers set list_price = 3000 where part_number = 'B-5'");
    await page.getByRole("button", { name: /^Confirm order PO-5/ }).click();
    await page.getByText("Not confirmed:").waitFor();
    await expectNoAxeViolations(page);
    assert.equal(await statusOf(orderId), "draft");
    await page.getByRole("button", { name: "Confirm order PO-5, USD 27.00" }).click();
    await page.getByText("Order confirmed.").waitFor();
    assert.equal((await account.get(`orders/${orderId}`)).json().order.subtotal.amount, "27.00");
    await browser.settle();
  });

  test("the error summary takes the focus and links to the field", async () => {
    await offer("B-6");
    const orderId = await placeDraft(account, { "B-6": 1 }, "PO-6");
    const page = await browser.open(`/orders/${orderId}`, { as: buyer });
    await page.getByLabel("Quantity of line 1, B-6").fill("many");
    await page.getByRole("button", { name: "Save changes" }).first().click();
    const alert = page.getByRole("alert");
    await alert.waitFor();
    // The script of a page takes the focus a little after the page can be seen.
    await page.waitForFunction("document.activeElement?.getAttribute('role') === 'alert'");
    await expectNoAxeViolations(page);
    await alert.getByRole("link").click();
    await page.waitForFunction("document.activeElement?.name === 'quantity-1'");
    await browser.settle();
  });

  test("a change of a confirmed order is requested in a form that is accessible and fits its window", async () => {
    await offer("B-10");
    const orderId = await placeDraft(account, { "B-10": 2 }, "PO-10");
    const page = await browser.open(`/orders/${orderId}/confirm`, { as: buyer });
    await page.getByRole("button", { name: /^Confirm order/ }).click();
    await page.getByText("Order confirmed.").waitFor();
    await page.getByText("Request a change").click();
    await page.getByRole("button", { name: "Send change request" }).click();
    await page.getByRole("alert").getByText("Write what should change.").waitFor();
    await expectNoAxeViolations(page);
    await page.getByLabel("Message").fill(`Ship to dock 2.\n${"W".repeat(200)}`);
    await page.getByRole("button", { name: "Send change request" }).click();
    await page.getByText("Change request sent").waitFor();
    await page.getByText("Change requested by Una Buyer").waitFor();
    await page.getByText("Request a change").click();
    await expectGoodPage(page);
    await browser.settle();
  });

  test("a printed order has its account, number, state, lines and total, and no controls", async () => {
    await offer("B-9");
    const orderId = await placeDraft(account, { "B-9": 2 }, "PO-9");
    const page = await browser.open(`/orders/${orderId}`, { as: buyer });
    const name = `Account ${account.accountId}`;
    await expectPrint(page, [await numberOf(orderId), name, "PO-9", "Draft", "B-9", "USD 18.00"]);
    await browser.settle();
  });

  test("a printed order has the customer in its heading, and no more pages than its PDF", async () => {
    const parts = Array.from({ length: 20 }, (_, n) => `B-PRINT-${n + 1}`);
    for (const part of parts) await offer(part, { title: "Preformed packing, size 14" });
    const lines = Object.fromEntries(parts.map((part) => [part, 2]));
    const orderId = await placeDraft(account, lines, "PO-PRINT");
    const page = await browser.open(`/orders/${orderId}/confirm`, { as: buyer });
    await page.getByRole("button", { name: /^Confirm order/ }).click();
    await page.getByText("Order confirmed.").waitFor();
    const name = `Account ${account.accountId}`;
    const title = () => page.innerText(".title");
    assert.ok(!(await title()).includes(name), "on the screen, the account is in the reference");
    const printed = (await page.pdf({ format: "A4", preferCSSPageSize: true })).toString("latin1");
    const pdf = readPdf((await buyer.get(`/orders/${orderId}/quote.pdf`)).rawPayload);
    assert.equal(printed.match(/\/Type \/Page\b/g)?.length, pdf.pages.length);
    await page.emulateMedia({ media: "print" });
    const heading = await title();
    for (const text of [name, "PO-PRINT", await numberOf(orderId)]) {
      assert.ok(heading.includes(text), heading);
    }
    await browser.settle();
  });

  test("every state of the pages is accessible and fits its window, light and dark", async () => {
    await offer("B-7", { title: `${"Long title ".repeat(20)}\u202e<b>` });
    await offer("W".repeat(60), { stock: 9 });
    await offer("B-8");
    const orderId = await placeDraft(
      account,
      { "B-7": 1, [`${"W".repeat(60)}`]: 9, "B-8": 3 },
      "W".repeat(64),
    );
    await run("update offers set received = 1 where part_number like 'WW%'");
    await run("update offers set list_price = 9900 where part_number = 'B-8'");
    const ended = await placeDraft(account, { "B-7": 1 }, null);
    await buyer.post(`/orders/${ended}/discard`, { version: "1" });
    const stranger = await openVisitor(app, (await app.openAccount()).accountId);
    const page = await browser.open("/orders", { as: buyer });
    const paths = ["/orders", "/orders?status=draft", "/orders?q=none", `/orders/${orderId}`];
    for (const path of [...paths, `/orders/${orderId}/confirm`, `/orders/${ended}`]) {
      await page.goto(path);
      await expectGoodPage(page);
    }
    await expectGoodPage(await browser.open("/orders", { as: stranger }));
    await browser.settle();
  });
});
