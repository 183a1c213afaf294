// The order pages without JavaScript: an order, its changes and its confirmation.

import assert from "node:assert/strict";
import { test } from "node:test";
import type { OrderId } from "../../src/orders/order.ts";
import { placeDraft } from "../support/placeDraft.ts";
import { account, app, buyer, openPortal } from "../support/portal.ts";
import { pick } from "../support/sendList.ts";
import {
  offer,
  place,
  placeNew,
  read,
  readField,
  readOrder,
  refuse,
  run,
  submit,
} from "../support/steps.ts";
import { openVisitor } from "../support/testVisitor.ts";

openPortal({ publicUrl: "https://parts.example" }, { discount: 1000 });

test("a draft placed with a key immediately shows the key, its lines and the struck list price", async () => {
  await offer("A-1", { price: 1000, title: "Seal <b>&" });
  const orderId = await place({ "A-1": 3 }, "PO-77");
  const list = await buyer.get("/orders");
  assert.equal(list.statusCode, 200);
  const { order_number } = await readOrder(orderId);
  assert.match(order_number, /^SO-\d{6}$/);
  assert.ok(list.body.includes(`>${order_number}</a>`));
  assert.match(list.body, /PO-77/);
  const page = await buyer.get(`/orders/${orderId}`);
  assert.equal(page.statusCode, 200);
  // Two orders can have one PO number, so the heading has the order's own as well.
  const heading = `Order PO-77 · ${order_number}`;
  assert.ok(page.body.includes(`<h1>${heading} <span class="badge short">Draft</span></h1>`));
  assert.ok(page.body.includes(`<title>${heading} `));
  assert.match(page.body, /key test …\w{4}/);
  assert.match(page.body, /<s>.*10\.00<\/s> 9\.00/);
  assert.match(page.body, /USD 27\.00/);
  assert.match(page.body, /Seal &#60;b&#62;&#38;/);
  assert.ok(page.body.includes("Review and confirm"));
});

test("the saving against list prices is shown from 1% of them", async () => {
  const saving = async (discount: number) => {
    const saver = await app.openAccount({ discount });
    const orderId = await placeDraft(saver, { "SAVE-1": 100 }, null);
    const page = await (await openVisitor(app, saver.accountId)).get(`/orders/${orderId}`);
    return /You save[\s\S]*?class="saving">([^<]+)</.exec(page.body)?.[1] ?? null;
  };
  await offer("SAVE-1", { price: 10_000 });
  assert.deepEqual([await saving(99), await saving(100)], [null, "USD 100.00"]);
});

test("quantities, PO number and notes are saved together and lead back to the page", async () => {
  const orderId = await placeNew({ "A-2": 1 });
  const version = readField(await read(`/orders/${orderId}`), "version");
  const fields = { version, po_number: " PO-78 ", notes: "dock 3\r\ngate 1", "quantity-1": "5" };
  const saved = await buyer.post(`/orders/${orderId}`, fields);
  assert.equal(saved.statusCode, 303);
  assert.equal(saved.headers.location, `/orders/${orderId}?done=saved`);
  const order = await readOrder(orderId);
  assert.deepEqual(
    [order.po_number, order.notes, order.line_items[0].quantity],
    ["PO-78", "dock 3\ngate 1", 5],
  );
  const refused = await refuse(409, `/orders/${orderId}`, fields);
  assert.match(refused, /Not saved: you changed this order in another tab/);
  const page = await buyer.get(saved.headers.location ?? "");
  assert.match(page.body, /Changes saved\./);
  assert.match(page.body, /quantity 1 to 5/);
});

test("a repeated Idempotency-Key gets the first answer even if the draft was changed in the meantime", async () => {
  await offer("A-16");
  const lookup = await account.post("catalog", { part_numbers: ["A-16"] });
  const items = [{ part_id: lookup.json().found_parts[0].part_id, quantity: 1 }];
  const send = () => account.post("orders", { items }, { "idempotency-key": "A-16" });
  const first = await send();
  const orderId: OrderId = first.json().order.order_id;
  await buyer.post(`/orders/${orderId}`, { version: "1", "quantity-1": "4", notes: "more" });
  assert.equal((await readOrder(orderId)).line_items[0].quantity, 4);
  assert.equal((await send()).body, first.body);
});

test("errors are shown next to what was typed, and a summary links to them", async () => {
  await offer("A-3", { stock: 4 });
  const orderId = await place({ "A-3": 1 });
  const typed = async (quantity: string, notes = "kept") =>
    buyer.post(`/orders/${orderId}`, { version: "1", "quantity-1": quantity, notes });
  for (const quantity of ["", "-1", "1.5", "1,5", "1e3", "1000001", "9"]) {
    const refused = await typed(quantity);
    assert.equal(refused.statusCode, 422, quantity);
    assert.match(refused.body, /<a href="#field-quantity-1">Line 1: /);
    assert.match(refused.body, /aria-invalid="true"/);
    assert.match(refused.body, /autocomplete="off"> EA<p class="flaw"/, "the unit is at its field");
    assert.match(refused.body, /kept<\/textarea>/);
  }
  const long = await typed("1", "n".repeat(2001));
  assert.equal(long.statusCode, 422);
  assert.match(long.body, /2001 characters\. The maximum is 2000\./);
  assert.equal((await typed("1", "n".repeat(2000))).statusCode, 303);
});

test("a button removes a line, except the last one", async () => {
  const orderId = await placeNew({ "A-4": 1, "A-5": 2 });
  const fields = { version: "1", "quantity-1": "1", "quantity-2": "2", remove: "1" };
  await submit(`/orders/${orderId}`, fields);
  assert.deepEqual(pick((await readOrder(orderId)).line_items, "part_number"), ["A-5"]);
  const refused = await refuse(422, `/orders/${orderId}`, { version: "2", remove: "1" });
  assert.match(refused, /at least one line/);
});

test("a PO number with bidirectional characters does not reverse the total next to it", async () => {
  await offer("A-22", { price: 1000 });
  const orderId = await place({ "A-22": 3 }, "PO-\u202e79");
  const body = await read(`/orders/${orderId}/confirm`);
  assert.match(body, /Confirm order PO-\u202e79\u202c, USD\u00a027\.00/);
  const page = await read(`/orders/${orderId}`);
  assert.match(page, /Discard order PO-\u202e79\u202c\u202c?</);
  assert.match(page, /name="po_number"[^>]* value="PO-\u202e79"/);
});

test("a chosen offer that went on hold is not replaced by the remaining one", async () => {
  await offer("A-20");
  await offer("A-21", { vendor: "First" });
  await offer("A-21", { vendor: "Second", condition: "SV" });
  const orderId = await place({ "A-20": 1 });
  const add = (fields: Record<string, string>) =>
    buyer.post(`/orders/${orderId}/add`, { version: "1", part_number: "A-21", ...fields });
  const response = await add({ quantity: "3" });
  const choice = /<option value="(pt_[^"]+)">[^<]*First/.exec(response.body)?.[1] ?? "";
  await run("update offers set status = 'ON_HOLD' where part_number = 'A-21' and vendor = 'First'");
  const refused = await add({ quantity: "3", part_id: choice });
  assert.equal(refused.statusCode, 422);
  assert.match(refused.body, /The offer you chose can no longer be ordered/);
  const [, left = ""] = /<option value="(pt_[^"]+)"[^>]*>[^<]*Second/.exec(refused.body) ?? [];
  assert.equal((await readOrder(orderId)).line_items.length, 1);
  assert.equal((await add({ quantity: "3", part_id: left })).statusCode, 303);
});

test("a part is added by its number; if it has several offers, one must be chosen", async () => {
  await offer("A-6");
  await offer("A-7");
  await offer("A-8", { vendor: "First" });
  await offer("A-8", { vendor: "Second", price: 700 });
  const orderId = await place({ "A-6": 1 });
  const add = (fields: Record<string, string>) => buyer.post(`/orders/${orderId}/add`, fields);
  assert.equal((await add({ version: "1", part_number: " a-7 ", quantity: "2" })).statusCode, 303);
  const response = await add({ version: "2", part_number: "A-8", quantity: "3" });
  assert.equal(response.statusCode, 422);
  const choice = /<option value="(pt_[^"]+)">[^<]*Second/.exec(response.body)?.[1] ?? "";
  const two = await add({ version: "2", part_number: "A-8", quantity: "3", part_id: choice });
  assert.equal(two.statusCode, 303);
  const { line_items: lines } = await readOrder(orderId);
  assert.deepEqual(pick(lines, "part_number", "vendor", "quantity"), [
    "A-6 Example Supply 1",
    "A-7 Example Supply 2",
    "A-8 Second 3",
  ]);
  const unknown = await add({ version: "3", part_number: "<none>", quantity: "x" });
  assert.equal(unknown.statusCode, 422);
  assert.match(unknown.body, /No part has this number/);
  assert.match(unknown.body, /value="&#60;none&#62;"/);
  const other = await app.openAccount();
  const foreign = (await other.post("catalog", { part_numbers: ["A-8"] })).json().found_parts[0];
  const forged = { version: "3", part_number: "A-8", quantity: "1", part_id: foreign.part_id };
  assert.match((await add(forged)).body, /This number has several offers/);
});

test("changed prices and blocked lines are reported with a remedy for each", async () => {
  const orderId = await placeNew({ "A-10": 5, "A-11": 5 });
  await run("update offers set list_price = 2000 where part_number = 'A-10'");
  await run("update offers set received = 3 where part_number = 'A-11'");
  const page = await read(`/orders/${orderId}`);
  assert.match(page, /1 line needs attention/);
  assert.match(page, /1 price changed since/);
  assert.match(page, /only 3/);
  const fitted = await buyer.post(`/orders/${orderId}/fit`, { version: "1" });
  assert.equal(fitted.headers.location, `/orders/${orderId}?done=fitted`);
  const repriced = await buyer.post(`/orders/${orderId}/reprice`, { version: "2" });
  assert.equal(repriced.headers.location, `/orders/${orderId}?done=repriced`);
  assert.equal((await readOrder(orderId)).subtotal.amount, "117.00");
});

test("confirming shows the order and confirms exactly what was shown, once", async () => {
  await offer("A-12", { stock: 9 });
  const orderId = await place({ "A-12": 4 }, "PO 12");
  const review = await buyer.get(`/orders/${orderId}/confirm`);
  assert.match(review.body, /Confirm order PO 12, USD\u00a036\.00/);
  assert.ok(!review.body.includes('name="quantity-1"'));
  assert.equal((await readOrder(orderId)).status, "draft");
  const fingerprint = readField(review.body, "reviewed");
  const confirm = () => buyer.post(`/orders/${orderId}/confirm`, { reviewed: fingerprint });
  const [first, second] = await Promise.all([confirm(), confirm()]);
  assert.deepEqual([first, second].map(({ headers }) => headers.location).sort(), [
    `/orders/${orderId}?done=already`,
    `/orders/${orderId}?done=confirmed`,
  ]);
  assert.equal((await readOrder(orderId)).status, "confirmed");
  const back = await buyer.get(`/orders/${orderId}/confirm`);
  assert.equal(back.headers.location, `/orders/${orderId}`);
  assert.equal((await confirm()).headers.location, `/orders/${orderId}?done=already`);
});

test("a price that changed between review and click is shown before and after, and must be confirmed again", async () => {
  await offer("A-13");
  const { now } = app.clock;
  app.clock.now = new Date(now.getTime() - 8 * 86_400_000);
  const orderId = await place({ "A-13": 2 }, "PO-1");
  app.clock.now = now;
  const seen = readField(await read(`/orders/${orderId}/confirm`), "reviewed");
  await run("update offers set list_price = 2000 where part_number = 'A-13'");
  const response = await refuse(409, `/orders/${orderId}/confirm`, { reviewed: seen });
  assert.match(response, /Not confirmed/);
  assert.match(response, /<del>.*10\.00<\/del>\s*<ins>.*18\.00<\/ins>/s);
  assert.match(response, /Confirm order PO-1, USD\u00a036\.00/);
  assert.equal((await readOrder(orderId)).status, "draft");
});

test("another account's order is not found by any address or form", async () => {
  const mine = await placeNew({ "A-14": 1 });
  const other = await app.openAccount();
  const stranger = await openVisitor(app, other.accountId);
  const { order_number } = await readOrder(mine);
  for (const query of ["", "?q=A-14", `?q=${order_number}`]) {
    const { body } = await stranger.get(`/orders${query}`);
    assert.ok(!body.includes(`>${order_number}</a>`));
  }
  for (const query of ["", "?status=draft", "?q=A-14"]) {
    const exported = await stranger.get(`/orders/export.csv${query}`);
    assert.equal(exported.body.trim().split("\n").length, 1, query);
  }
  assert.equal((await readOrder(mine)).status, "draft");
  for (const id of ["x", "%00", "..%2f", "019AA5F2-1C3D-7ABC-8DEF-0123456789AB", "'"]) {
    assert.equal((await buyer.get(`/orders/${id}`)).statusCode, 404, id);
  }
});
