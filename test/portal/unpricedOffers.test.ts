// Offers without a price on the web site: shown with a request for a quote, and never ordered.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type { OfferId } from "../../src/catalog/partId.ts";
import { checkList } from "../../src/quickOrders/checkList.ts";
import type { ListId } from "../../src/quickOrders/orderList.ts";
import { insertAgreementRule } from "../support/insertAgreementRule.ts";
import { insertOffer, type OfferFields } from "../support/insertOffer.ts";
import { placeDraft } from "../support/placeDraft.ts";
import { readListRows } from "../support/sendList.ts";
import { openTestApp, type TestAccount, type TestApp } from "../support/testApp.ts";
import { openVisitor, type TestVisitor } from "../support/testVisitor.ts";

let app: TestApp;
let account: TestAccount;
let buyer: TestVisitor;

before(async () => {
  app = await openTestApp();
  account = await app.openAccount({ discount: 1000 });
  buyer = await openVisitor(app, account.accountId);
});

after(() => app.close());

const offer = (partNumber: string, fields: Partial<OfferFields> = {}): Promise<OfferId> =>
  insertOffer(app.database.db, { partNumber, ...fields });

const run = (text: string, values: readonly unknown[] = []) =>
  app.database.db.query({ name: "", text, values });

const contract = (partNumber: string, price: number, minQuantity = 1) =>
  insertAgreementRule(app.database.db, {
    accountId: account.accountId,
    partNumber,
    price,
    minQuantity,
  });

/** The way to request a quote for an offer. */
function quoteFor(offerId: OfferId, quantity = 1): string {
  return `href="/quote-requests/new?offer&#61;${offerId}&#38;quantity&#61;${quantity}"`;
}

test("a search shows an offer without a price, and a request for a quote", async () => {
  const asked = await offer("ASK-1", { price: null, partName: "ASKED SEAL" });
  await offer("ASK-2", { price: null, partName: "ASKED SEAL" });
  await contract("ASK-2", 700, 5);
  const found = (await buyer.get("/parts?q=ask-1&list=yes")).body;
  assert.match(found, /Price on request<\/span><\/td>/);
  assert.ok(found.includes(quoteFor(asked)), found);
  const own = (await buyer.get("/parts?q=ask-2&list=yes")).body;
  assert.match(
    own,
    /<strong>USD 7\.00<\/strong> <span class="sub">from\s+5<\/span> <span class="sub">Your price/,
  );
  assert.ok(!own.includes("Request quote"));
  const byName = (await buyer.get("/parts?q=asked+seal")).body;
  assert.match(byName, /ASK-1[\s\S]*ASK-2/);
  assert.ok(byName.includes(quoteFor(asked)));
});

test("a part's page offers only what has a price to be added to a draft", async () => {
  const unpriced = await offer("PART-1", { price: null });
  const alone = (await buyer.get("/parts/PART-1")).body;
  assert.ok(alone.includes(quoteFor(unpriced)));
  assert.match(alone, /No offer of this part can be ordered now/);
  await offer("PART-1", { condition: "OH" });
  const both = (await buyer.get("/parts/PART-1")).body;
  assert.ok(both.includes(quoteFor(unpriced)));
  assert.deepEqual(
    [...both.matchAll(/value="pt_[^>]* aria-label="([^"]*)"/g)].map(([, text]) => text),
    ["OH · Example Supply · EA"],
  );
});

test("a part without a price is not added to a draft", async () => {
  await offer("DRAFT-1");
  await offer("DRAFT-2", { price: null });
  const orderId = await placeDraft(account, { "DRAFT-1": 1 }, "PO-1");
  const fields = { part_number: "DRAFT-2", quantity: "1", version: "1" };
  const refused = await buyer.post(`/orders/${orderId}/add`, fields);
  assert.equal(refused.statusCode, 422);
  assert.match(refused.body, /DRAFT-2: price on request\./);
});

test("of several offers, one at a contract price is not called on request", async () => {
  await offer("CHOICE-1");
  await offer("CHOICE-2", { price: null, vendor: "Able" });
  await offer("CHOICE-2", { vendor: "Best" });
  await contract("CHOICE-2", 700);
  const orderId = await placeDraft(account, { "CHOICE-1": 1 }, "PO-6");
  const fields = { part_number: "CHOICE-2", quantity: "1", version: "1" };
  const { body } = await buyer.post(`/orders/${orderId}/add`, fields);
  const texts = [...body.matchAll(/<option value="pt_[^>]*>([^<]*)/g)].map(([, text]) => text);
  assert.deepEqual(
    texts.map((text) => text?.split(" · ").at(-1)),
    ["no list price", "list USD 10.00"],
  );
});

/** The fingerprint in the form on the page of a confirmation. */
const fingerprintOf = (body: string) => /name="reviewed" value="([^"]*)"/.exec(body)?.[1];

test("a draft whose part lost its price is reviewed and cannot be confirmed without one", async () => {
  const offerId = await offer("GONE-1");
  await offer("STAY-1");
  const orderId = await placeDraft(account, { "GONE-1": 2, "STAY-1": 1 }, "PO-2");
  const address = `/orders/${orderId}/confirm`;
  const fingerprint = fingerprintOf((await buyer.get(address)).body) ?? assert.fail();
  await run("update offers set list_price = null where offer_id = $1", [offerId]);
  const late = await buyer.post(address, { reviewed: fingerprint });
  assert.equal(late.statusCode, 409);
  assert.match(late.body, /GONE-1: price on request\./);
  assert.match(late.body, /9\.00<\/del>\s*<span class="short">on request/);
  const quote = `${quoteFor(offerId, 2).slice(0, -1)}&#38;order&#61;${orderId}">`;
  assert.ok(late.body.includes(`${quote}Request a quote for 1 line`));
  assert.equal(fingerprintOf(late.body), undefined);
  const home = (await buyer.get("/")).body;
  assert.match(home, /1 line to fix/);
  const repriced = await buyer.post(`/orders/${orderId}/reprice`, { version: "1" });
  assert.equal(repriced.statusCode, 422);
  await contract("GONE-1", 800);
  const review = (await buyer.get(address)).body;
  const now = fingerprintOf(review) ?? assert.fail(review);
  const confirmed = await buyer.post(address, { reviewed: now });
  assert.match(String(confirmed.headers.location), /done=confirmed/);
});

test("a draft at 0.00 does not keep that price once the part has another", async () => {
  const offerId = await offer("FREE-1", { price: 0 });
  const orderId = await placeDraft(account, { "FREE-1": 2 }, "PO-5");
  const address = `/orders/${orderId}/confirm`;
  const free = fingerprintOf((await buyer.get(address)).body) ?? assert.fail();
  await run("update offers set list_price = 1000 where offer_id = $1", [offerId]);
  const late = await buyer.post(address, { reviewed: free });
  assert.equal(late.statusCode, 409);
  assert.match(late.body, /0\.00<\/del>\s*<ins>[^>]*>now <\/span>9\.00/);
  const now = fingerprintOf(late.body) ?? assert.fail(late.body);
  await buyer.post(address, { reviewed: now });
  const { order } = (await account.get(`orders/${orderId}`)).json();
  assert.deepEqual([order.status, order.subtotal.amount], ["confirmed", "18.00"]);
});

test("reducing a draft to what can be ordered removes the lines without a price", async () => {
  await offer("FIT-1");
  await offer("FIT-2");
  const orderId = await placeDraft(account, { "FIT-1": 1, "FIT-2": 1 }, "PO-3");
  await run("update offers set list_price = null where part_number = 'FIT-1'");
  const fitted = await buyer.post(`/orders/${orderId}/fit`, { version: "1" });
  assert.match(String(fitted.headers.location), /done=removed&version=2$/);
  const { order } = (await account.get(`orders/${orderId}`)).json();
  assert.deepEqual(
    order.line_items.map(({ part_number }: { part_number: string }) => part_number),
    ["FIT-2"],
  );
});

test("an order at a contract price has no list price, on pages and in exports", async () => {
  await offer("LINE-1", { price: null });
  await contract("LINE-1", 500);
  const orderId = await placeDraft(account, { "LINE-1": 2 }, "PO-4");
  const page = (await buyer.get(`/orders/${orderId}`)).body;
  assert.match(page, /<td[^>]*data-title="Unit price USD"[^>]*>5\.00<\/td>/);
  const lines = (await buyer.get(`/orders/${orderId}/lines.csv`)).body.split("\n");
  const [head = [], row = []] = lines.map((line) => line.split(","));
  const cellOf = (name: string) => row[head.findIndex((cell) => cell.trim() === name)];
  assert.deepEqual(["list_price", "list_currency", "unit_price"].map(cellOf), ["", "", "5.00"]);
});

test("a row of a quick order is offered no quantity below the first with a price", async () => {
  await offer("STEP-1", { price: null, stock: 8 });
  await contract("STEP-1", 700, 6);
  await offer("STEP-2", { price: null, stock: 5 });
  await contract("STEP-2", 700, 6);
  const sent = await buyer.post("/quick-order", { rows: "STEP-1\t9\nSTEP-2\t9" });
  const listId = String(sent.headers.location).slice("/quick-order/".length) as ListId;
  await app.database.replica.catchUp();
  await checkList(app.database, listId, () => app.clock.now);
  const rows = await readListRows(app.database.db, listId);
  assert.deepEqual(
    rows.map(({ state, nearestQuantity }) => [state, nearestQuantity]),
    [
      ["short", 8],
      ["short", null],
    ],
  );
});

test("a row of a quick order without a quantity lacks that, not a price of the account", async () => {
  await offer("BARE-1", { price: null });
  await contract("BARE-1", 700);
  const sent = await buyer.post("/quick-order", { rows: "BARE-1" });
  const listId = String(sent.headers.location).slice("/quick-order/".length) as ListId;
  await app.database.replica.catchUp();
  await checkList(app.database, listId, () => app.clock.now);
  const [row] = await readListRows(app.database.db, listId);
  assert.deepEqual(
    [row?.state, row?.reason, row?.nearestQuantity],
    ["bad_quantity", "Quantity missing. The minimum is 1.", 1],
  );
});

test("a row of a quick order without a price says so, and has a request for a quote", async () => {
  await offer("QUICK-1", { price: null, minQuantity: 5 });
  await offer("QUICK-2", { price: null, vendor: "Able" });
  await offer("QUICK-2", { vendor: "Best" });
  const sent = await buyer.post("/quick-order", { rows: "QUICK-1\t1\nQUICK-2\t1\nQUICK-1" });
  const address = String(sent.headers.location);
  const listId = address.slice("/quick-order/".length) as ListId;
  await app.database.replica.catchUp();
  await checkList(app.database, listId, () => app.clock.now);
  const rows = await readListRows(app.database.db, listId);
  assert.deepEqual(
    rows.map(({ state, reason }) => [state, reason]),
    [
      ["on_request", "QUICK-1: price on request."],
      ["ambiguous", "2 offers match. Choose one."],
      ["on_request", "QUICK-1: price on request."],
    ],
  );
  const page = (await buyer.get(`${address}?show=all`)).body;
  assert.match(page, /class="badge short">Price on request</);
  assert.match(page, /Best[\s\S]*USD.9\.00 \/ EA[\s\S]*Able[\s\S]*price on request/i);
  assert.match(page, /aria-label="Request quote for row 1"/);
});
