// The home page: drafts to confirm with changes since, recent orders and ways to start, as HTML and
// in a real browser.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type { OrderId } from "../../src/orders/order.ts";
import { expectGoodPage, openBrowser, skipWithoutBrowser } from "../support/browser.ts";
import { insertOffer } from "../support/insertOffer.ts";
import { openTestApp, type TestAccount, type TestApp } from "../support/testApp.ts";
import { openVisitor, type TestVisitor } from "../support/testVisitor.ts";

let app: TestApp;
let account: TestAccount;
let buyer: TestVisitor;

before(async () => {
  app = await openTestApp();
  account = await app.openAccount();
  buyer = await openVisitor(app, account.accountId);
});

after(() => app.close());

function offer(partNumber: string, fields: object = {}): Promise<unknown> {
  return insertOffer(app.database.db, { partNumber, ...fields });
}

async function place(partNumber: string, quantity: number, poNumber: string): Promise<OrderId> {
  const lookup = await account.post("catalog", { part_numbers: [partNumber] });
  const items = [{ part_id: lookup.json().found_parts[0].part_id, quantity }];
  const placed = await account.post("orders", { items, po_number: poNumber });
  return placed.json().order.order_id;
}

function run(text: string, values: readonly unknown[]): Promise<unknown> {
  return app.database.db.query({ name: "", text, values });
}

/** The row of an order on a page without markup. */
function readRow(page: string, poNumber: string): string {
  const rows = page.split("<tr ").filter((row) => row.includes(`>${poNumber}<`));
  assert.equal(rows.length, 1, poNumber);
  return (rows[0] ?? "").replace(/<[^>]*>/g, " ").replace(/\s+/g, " ");
}

test("an account without orders sees the three ways to create one", async () => {
  const other = await app.openAccount();
  const visitor = await openVisitor(app, other.accountId);
  const { statusCode, body } = await visitor.get("/");
  assert.equal(statusCode, 200);
  assert.match(body, /No drafts to confirm\./);
  assert.match(body, /No orders yet/);
  for (const link of ["/parts", "/quick-order", "/docs", "/developers"]) {
    assert.ok(body.includes(`<a href="${link}">`), link);
  }
  assert.doesNotMatch(body, /<table/);
});

test("a draft placed with a key is listed immediately and can be confirmed", async () => {
  await offer("H-1", { price: 1000 });
  const orderId = await place("H-1", 3, "PO-1");
  const { body } = await buyer.get("/");
  assert.match(body, /One draft to confirm\./);
  const row = readRow(body, "PO-1");
  const { order_number } = (await account.get(`orders/${orderId}`)).json().order;
  assert.ok(row.includes(order_number));
  assert.match(row, /API \(key test …\w{4}\) .* 1 Ready USD 30\.00 Review and confirm/);
  assert.ok(body.includes(`href="/orders/${orderId}/confirm"`));
});

test("a draft shows what has changed since it was created: stock, price, or both", async () => {
  await offer("H-2", { price: 1000, stock: 5 });
  await offer("H-3", { price: 1000 });
  await offer("H-4", { price: 1000 });
  const short = await place("H-2", 5, "PO-2");
  await place("H-3", 1, "PO-3");
  const { now } = app.clock;
  app.clock.now = new Date(now.getTime() - 8 * 86_400_000);
  await place("H-4", 1, "PO-4");
  app.clock.now = now;
  await run("update offers set received = 2 where part_number = $1", ["H-2"]);
  await run("update offers set list_price = 1200 where part_number = any($1)", [["H-3", "H-4"]]);
  const { body } = await buyer.get("/");
  assert.match(readRow(body, "PO-2"), /1 line to fix USD 50\.00 Fix/);
  assert.ok(body.includes(`href="/orders/${short}"`), "a line to fix leads to the draft");
  assert.match(readRow(body, "PO-3"), /Price held on 1 line USD 10\.00 Review and confirm/);
  assert.match(readRow(body, "PO-4"), /New price on 1 line USD 12\.00 Review and confirm/);
});

test("the newest eight drafts are shown with a link to all of them", async () => {
  await offer("H-5");
  for (let count = 0; count < 6; count += 1) await place("H-5", 1, `PO-5${count}`);
  const { body } = await buyer.get("/");
  assert.match(body, /10 drafts to confirm\./);
  assert.equal(body.match(/Review and confirm</g)?.length, 8);
  assert.doesNotMatch(body, />PO-[12]</);
  assert.ok(body.includes('<a href="/orders?status=draft">'));
});

test("recent orders include confirmed and cancelled ones with their state", async () => {
  await run("update orders set status = 'confirmed' where po_number = $1", ["PO-50"]);
  await run("update orders set status = 'cancelled' where po_number = $1", ["PO-51"]);
  const { body } = await buyer.get("/");
  const recent = body.slice(body.indexOf("<h2>Recent orders</h2>"));
  assert.match(readRow(recent, "PO-50"), /Confirmed .* USD/);
  assert.match(readRow(recent, "PO-51"), /Cancelled .* USD/);
});

test("another account sees none of these orders", async () => {
  const other = await app.openAccount();
  const { body } = await (await openVisitor(app, other.accountId)).get("/");
  assert.doesNotMatch(body, /PO-\d/);
});

test("in a browser the home page is accessible at any width, and its rows can be opened by keyboard", {
  skip: skipWithoutBrowser,
}, async (t) => {
  const browser = await openBrowser(app);
  t.after(() => browser.close());
  const other = await app.openAccount();
  const newcomer = await openVisitor(app, other.accountId);
  for (const as of [buyer, newcomer]) {
    await expectGoodPage(await browser.open("/", { as }));
  }
  const page = await browser.open("/", { as: buyer, script: false });
  const drawn = await browser.open("/", { as: buyer });
  // A string, because browser types are not available here.
  const sizes = await drawn.evaluate(
    `["h1", "h2", "td.words", "thead th", "tbody .code"].map(
      (part) => getComputedStyle(document.querySelector("main " + part)).fontSize)`,
  );
  assert.deepEqual(sizes, ["24px", "15px", "14px", "12px", "13px"]);
  await page.getByRole("link", { name: "Review and confirm order PO-55" }).focus();
  await page.keyboard.press("Enter");
  await page.waitForURL("**/confirm");
  await browser.settle();
});
