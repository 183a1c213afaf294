// The part pages without JavaScript: search, a part, and adding it to a draft.
import assert from "node:assert/strict";
import { before, test } from "node:test";
import type { OfferId } from "../../src/catalog/partId.ts";
import { account, buyer, openPortal, openStranger } from "../support/portal.ts";
import { paste, readRows } from "../support/portalLists.ts";
import { pick } from "../support/sendList.ts";
import {
  agree,
  idIn,
  offer,
  place,
  placeNew,
  read,
  readOrder,
  refuse,
  run,
  submit,
} from "../support/steps.ts";
import type { TestVisitor } from "../support/testVisitor.ts";

let stranger: TestVisitor;

openPortal({ publicUrl: "https://parts.example" }, { discount: 1000 });

before(async () => {
  stranger = await openStranger();
});

test("a part shows its offers, price breaks, terms, shelf life and replacements", async () => {
  await offer("PA/1 A", {
    title: "Seal",
    minQuantity: 10,
    multiple: 5,
    shelfLifeExpires: "2031-05-01",
    alternates: ["PA-ALT"],
    nsn: "5330001234567",
    cage: "81343",
  });
  await offer("PA/1 A", { condition: "OH", vendor: "Other", stock: 0 });
  await offer("PA-ALT");
  await agree({ partNumber: "PA/1 A", price: 900 });
  await agree({ partNumber: "PA/1 A", price: 800, minQuantity: 100 });
  const page = await buyer.get(`/parts/${encodeURIComponent("pa/1 a")}`);
  assert.equal(page.statusCode, 200);
  const { body } = page;
  assert.match(body, /<h1><span class="pn">PA\/1 A<\/span><\/h1>/);
  for (const text of [
    "New",
    "Packs of 5, min. 10",
    "USD 9.00",
    "Out of stock",
    "1 May 2031",
    "5330-00-123-4567",
    "81343",
    'href="/parts/PA-ALT"',
    "alternate for this part",
  ]) {
    assert.ok(body.includes(text), text);
  }
  assert.match(body, /class="number">100<\/th><td[^>]*>USD 8\.00/);
  assert.match(body, /name="quantity" type="text" value="10"/);
});

test("stock in different conditions is not added up", async () => {
  await offer("ADD-1", { vendor: "A", stock: 4 });
  await offer("ADD-1", { vendor: "B", stock: 6 });
  await offer("ADD-1", { stock: 1, condition: "AR" });
  assert.match(await read("/parts/ADD-1"), /badge good">10 NE, 1 AR in stock</);
  assert.match(await read("/suggestions?q=ADD-1"), /badge good">10 NE in stock</);
  await offer("ADD-2", { stock: 0 });
  await offer("ADD-2", { stock: 3, condition: "AR" });
  assert.match(await read("/suggestions?q=ADD-2"), /badge good">3 AR in stock</);
});

test("a number of 100 characters has a page; an unknown number redirects to its search", async () => {
  const long = "Ä".repeat(100);
  await offer(long);
  assert.equal((await buyer.get(`/parts/${encodeURIComponent(long)}`)).statusCode, 200);
  const { location } = (await buyer.get("/parts/NOPE%26x")).headers;
  assert.equal(location, "/parts?q=NOPE%26x");
});

/** The `part_id`s on the page of a part. */
async function partIdsOf(partNumber: string, by = buyer): Promise<string[]> {
  const { body } = await by.get(`/parts/${partNumber}`);
  return [...body.matchAll(/value="(pt_[^"]*)"/g)].map(([, id = ""]) => id);
}

const orderOf = (location: string) => readOrder(idIn(location));

test("a part is added to a new draft, and then to the same draft", async () => {
  await offer("AD-1", { price: 1000 });
  const [part_id = ""] = await partIdsOf("AD-1");
  const order = await orderOf(
    await submit("/parts/AD-1", { part_id, quantity: "2", draft: "new" }),
  );
  assert.deepEqual(order.subtotal, { amount: "18.00", currency: "USD" });
  // Short, so that the field shows all of it.
  assert.match(
    await read("/parts/AD-1"),
    new RegExp(`<option value="${order.order_id}" selected>${order.order_number} · 1 line<`),
  );
  const fields = { part_id, quantity: "1,000", draft: order.order_id };
  await run("update offers set received = 5000 where part_number = 'AD-1'");
  assert.equal((await orderOf(await submit("/parts/AD-1", fields))).line_items[0].quantity, 1002);
});

test("a refused addition shows its reason next to the field and keeps what was typed", async () => {
  await offer("AD-2", { stock: 5, vendor: "One" });
  await offer("AD-2", { stock: 7, vendor: "Two" });
  const [, second = ""] = await partIdsOf("AD-2");
  const typed = { part_id: second, draft: "new" };
  const refused = await refuse(422, "/parts/AD-2", { ...typed, quantity: "8" });
  assert.match(refused, /AD-2: 8 requested, 7 in stock/);
  assert.match(refused, /name="quantity" type="text" value="8"/);
  assert.match(refused, /aria-label="NE · Two · EA" checked/);
  assert.match(refused, /href="\/quote-requests\/new\?offer&#61;\d+&#38;quantity&#61;8"/);
  for (const quantity of ["", "0", "-1", "1.5", "1000001", "two"]) {
    const bad = await refuse(422, "/parts/AD-2", { ...typed, quantity });
    assert.match(bad, /whole number from 1 to 1,000,000/, quantity);
  }
});

test("another account's draft and part_id are treated as unknown", async () => {
  await offer("AD-3");
  const [theirs = ""] = await partIdsOf("AD-3", stranger);
  const sent = { part_id: theirs, quantity: "1", draft: "new" };
  const draft = idIn(await submit("/parts/AD-3", sent, stranger));
  assert.match(await refuse(422, "/parts/AD-3", sent), /Choose one of the offers/);
  const [part_id = ""] = await partIdsOf("AD-3");
  const [known, unknown] = await Promise.all(
    [draft, "01a1fe69-f7c0-7d20-8e4b-3f6a91c2d705"].map(async (one) => {
      const body = await refuse(422, "/parts/AD-3", { part_id, quantity: "1", draft: one });
      return body.replaceAll(/req_[0-9a-f]{32}|pt_[\w-]{22}|name="form" value="[^"]*"/g, "");
    }),
  );
  assert.equal(known, unknown);
});

test("a part selects the cheapest offer in stock of its first condition, and of equal ones the soonest", async () => {
  await offer("BEST-1", { vendor: "A", stock: 0, price: 100 });
  await offer("BEST-1", { vendor: "B", stock: 5, price: 900 });
  await offer("BEST-1", { vendor: "C", stock: 5, price: 400, leadTimeDays: 192 });
  await offer("BEST-1", { vendor: "D", stock: 5, price: 400, leadTimeDays: 91, minQuantity: 2 });
  await offer("BEST-1", { vendor: "E", stock: 5, price: 200, minQuantity: 10 });
  await offer("BEST-1", { vendor: "F", stock: 5, price: 100, condition: "AR" });
  const body = await read("/parts/BEST-1");
  const radios = [...body.matchAll(/value="pt_[^>]* aria-label="NE · (\w) · EA"( checked)?/g)];
  assert.deepEqual(
    radios.map(([, vendor, checked]) => `${vendor}${checked ?? ""}`),
    ["B", "C", "D checked"],
  );
  assert.match(body, /name="quantity" type="text" value="2"/);
});

/** The way to request a quote for an offer. */
function quoteFor(offerId: OfferId, quantity = 1): string {
  return `href="/quote-requests/new?offer&#61;${offerId}&#38;quantity&#61;${quantity}"`;
}

test("a part's page offers only what has a price to be added to a draft", async () => {
  const unpriced = await offer("PART-1", { price: null });
  const alone = await read("/parts/PART-1");
  assert.ok(alone.includes(quoteFor(unpriced)));
  assert.match(alone, /No offer of this part can be ordered now/);
  await offer("PART-1", { condition: "OH" });
  const both = await read("/parts/PART-1");
  assert.ok(both.includes(quoteFor(unpriced)));
  assert.deepEqual(
    [...both.matchAll(/value="pt_[^>]* aria-label="([^"]*)"/g)].map(([, text]) => text),
    ["OH · Example Supply · EA"],
  );
});

/** The fingerprint in the form on the page of a confirmation. */
const fingerprintOf = (body: string) => /name="reviewed" value="([^"]*)"/.exec(body)?.[1];

test("a draft whose part lost its price is reviewed and cannot be confirmed without one", async () => {
  const offerId = await offer("GONE-1");
  await offer("STAY-1");
  const orderId = await place({ "GONE-1": 2, "STAY-1": 1 }, "PO-2");
  const address = `/orders/${orderId}/confirm`;
  const fingerprint = fingerprintOf(await read(address)) ?? assert.fail();
  await run("update offers set list_price = null where offer_id = $1", [offerId]);
  const late = await refuse(409, address, { reviewed: fingerprint });
  assert.match(late, /GONE-1: price on request\./);
  assert.match(late, /9\.00<\/del>\s*<span class="short">on request/);
  const quote = `${quoteFor(offerId, 2).slice(0, -1)}&#38;order&#61;${orderId}">`;
  assert.ok(late.includes(`${quote}Request a quote for 1 line`));
  assert.equal(fingerprintOf(late), undefined);
  assert.match(await read("/"), /1 line to fix/);
  await refuse(422, `/orders/${orderId}/reprice`, { version: "1" });
  await agree({ partNumber: "GONE-1", price: 800 });
  const review = await read(address);
  const now = fingerprintOf(review) ?? assert.fail(review);
  const confirmed = await buyer.post(address, { reviewed: now });
  assert.match(String(confirmed.headers.location), /done=confirmed/);
});

test("a draft at 0.00 does not keep that price once the part has another", async () => {
  const offerId = await offer("FREE-1", { price: 0 });
  const orderId = await place({ "FREE-1": 2 }, "PO-5");
  const address = `/orders/${orderId}/confirm`;
  const free = fingerprintOf(await read(address)) ?? assert.fail();
  await run("update offers set list_price = 1000 where offer_id = $1", [offerId]);
  const late = await refuse(409, address, { reviewed: free });
  assert.match(late, /0\.00<\/del>\s*<ins>[^>]*>now <\/span>9\.00/);
  const now = fingerprintOf(late) ?? assert.fail(late);
  await buyer.post(address, { reviewed: now });
  const { order } = (await account.get(`orders/${orderId}`)).json();
  assert.deepEqual([order.status, order.subtotal.amount], ["confirmed", "18.00"]);
});

test("reducing a draft to what can be ordered removes the lines without a price", async () => {
  const orderId = await placeNew({ "FIT-1": 1, "FIT-2": 1 }, "PO-3");
  await run("update offers set list_price = null where part_number = 'FIT-1'");
  assert.match(await submit(`/orders/${orderId}/fit`, { version: "1" }), /done=removed$/);
  const { order } = (await account.get(`orders/${orderId}`)).json();
  assert.deepEqual(pick(order.line_items, "part_number"), ["FIT-2"]);
});

test("an order at a contract price has no list price, on pages and in exports", async () => {
  await offer("LINE-1", { price: null });
  await agree({ partNumber: "LINE-1", price: 500 });
  const orderId = await place({ "LINE-1": 2 }, "PO-4");
  const page = await read(`/orders/${orderId}`);
  assert.match(page, /<td[^>]*data-title="Unit price USD"[^>]*>5\.00<\/td>/);
  const lines = (await read(`/orders/${orderId}/lines.csv`)).split("\n");
  const [head = [], row = []] = lines.map((line) => line.split(","));
  const cellOf = (name: string) => row[head.findIndex((cell) => cell.trim() === name)];
  assert.deepEqual(["list_price", "list_currency", "unit_price"].map(cellOf), ["", "", "5.00"]);
});

test("a row of a quick order is offered no quantity below the first with a price", async () => {
  await offer("STEP-1", { price: null, stock: 8 });
  await agree({ partNumber: "STEP-1", price: 700, minQuantity: 6 });
  await offer("STEP-2", { price: null, stock: 5 });
  await agree({ partNumber: "STEP-2", price: 700, minQuantity: 6 });
  const rows = await readRows(await paste("STEP-1\t9\nSTEP-2\t9"));
  assert.deepEqual(pick(rows, "state", "nearestQuantity"), ["short 8", "short null"]);
});
