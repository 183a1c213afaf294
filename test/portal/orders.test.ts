// The order pages without JavaScript: an order, its changes and its confirmation.

import assert from "node:assert/strict";
import { test } from "node:test";
import { confirmDraft } from "../support/confirmedOrder.ts";
import { app, buyer, openPortal } from "../support/portal.ts";
import { readPdf } from "../support/readPdf.ts";
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
} from "../support/steps.ts";
import { openVisitor } from "../support/testVisitor.ts";

openPortal({ publicUrl: "https://parts.example" }, { discount: 1000 });

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

const fields = { certificate: "8130-3", manufacturer: "FENWAL", cage: "10237", leadTimeDays: 85 };
const sell = (partNumber: string) => offer(partNumber, fields);

const agreed = "FENWAL (10237) · FAA\u00a08130-3";
const details = `${agreed} · Restock: 85 days`;
const changedAgreed = 'FENWAL (10237) · <abbr title="Certificate of Conformance">CoC</abbr>';
const changed = `${changedAgreed} · Restock: 9 days`;

const changeOffer = (partNumber: string) =>
  run("update offers set certificate = 'CoC', lead_time_days = 9 where part_number = $1", [
    partNumber,
  ]);

const quoteOf = async (orderId: string) =>
  readPdf((await buyer.get(`/orders/${orderId}/quote.pdf`)).rawPayload).pages.join("");

test("an order keeps the certificate, manufacturer and lead time with which it was confirmed", async () => {
  await sell("AG-1");
  const orderId = await place({ "AG-1": 2 }, "PO-AG-1");
  assert.ok((await read(`/orders/${orderId}`)).includes(details));
  assert.ok((await read(`/orders/${orderId}/confirm`)).includes(details));
  await confirmDraft(buyer, orderId);
  await changeOffer("AG-1");
  const page = await read(`/orders/${orderId}`);
  assert.ok(page.includes(`${agreed}<`));
  // Its stock is allocated: a lead time would read as one of its delivery.
  assert.doesNotMatch(page, /85 days/);
  const [head = "", line = ""] = (await read(`/orders/${orderId}/lines.csv`)).split("\n");
  assert.match(head, /,certificate,manufacturer,cage,lead_time_days,confirmed_at,/);
  assert.match(line, /,8130-3,FENWAL,10237,85,2026-/);
  const pdf = await quoteOf(orderId);
  assert.match(pdf, /FAA 8130-3\n2 EA/);
  assert.doesNotMatch(pdf, /85 days/);
});

test("a draft shows the details of now, and is not confirmed with others than were shown", async () => {
  await sell("AG-2");
  const orderId = await place({ "AG-2": 2 }, "PO-AG-2");
  const address = `/orders/${orderId}/confirm`;
  const fingerprint = readField(await read(address), "reviewed");
  await changeOffer("AG-2");
  assert.match(await quoteOf(orderId), /CoC\nRestock: 9 days/);
  const late = await refuse(409, address, { reviewed: fingerprint });
  assert.ok(late.includes(changed), late);
  await confirmDraft(buyer, orderId);
  assert.ok((await read(`/orders/${orderId}`)).includes(`${changedAgreed}<`));
});
