// Drafts that are discarded or duplicated, on the pages without JavaScript.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type { OrderId } from "../../src/orders/order.ts";
import { insertOffer } from "../support/insertOffer.ts";
import { placeDraft } from "../support/placeDraft.ts";
import { openTestApp, type TestAccount, type TestApp } from "../support/testApp.ts";
import { openVisitor, type TestVisitor } from "../support/testVisitor.ts";
import { withUnfilledReplica } from "../support/unfilledReplica.ts";

let app: TestApp;
let account: TestAccount;
let buyer: TestVisitor;

before(async () => {
  app = await openTestApp({ publicUrl: "https://parts.example" });
  account = await app.openAccount({ discount: 1000 });
  buyer = await openVisitor(app, account.accountId);
});

after(() => app.close());

const run = (text: string, values: readonly unknown[] = []) =>
  app.database.db.query({ name: "", text, values });

const place = (lines: Readonly<Record<string, number>>, poNumber: string | null = "PO-1") =>
  placeDraft(account, lines, poNumber);

const offer = (partNumber: string, fields = {}) =>
  insertOffer(app.database.db, { partNumber, ...fields });

async function read(orderId: OrderId) {
  return (await account.get(`orders/${orderId}`)).json().order;
}

test("a draft is discarded as displayed without typing a name, and can be duplicated in every state", async () => {
  await offer("A-9");
  const orderId = await place({ "A-9": 2 }, "PO 9");
  await buyer.post(`/orders/${orderId}`, { version: "1", notes: "from someone else" });
  const wrong = await buyer.post(`/orders/${orderId}/discard`, { version: "1" });
  assert.equal(wrong.statusCode, 409);
  assert.match(wrong.body, /Not discarded: the draft changed in the meantime/);
  assert.equal((await read(orderId)).status, "draft");
  assert.doesNotMatch(wrong.body, /Type .+ to confirm/);
  assert.equal((await buyer.post(`/orders/${orderId}/discard`, { version: "2" })).statusCode, 303);
  assert.equal((await read(orderId)).status, "cancelled");
  const page = await buyer.get(`/orders/${orderId}`);
  assert.ok(!page.body.includes("Review and confirm"));
  const duplicated = await buyer.post(`/orders/${orderId}/duplicate`);
  assert.equal(duplicated.statusCode, 303);
  const copy = await buyer.get(duplicated.headers.location ?? "");
  assert.match(copy.body, /Duplicated as [^<]+, now your current draft\./);
  assert.match(copy.body, new RegExp(`duplicated from <a href="/orders/${orderId}">`));
  assert.doesNotMatch(copy.body, /were left out/);
});

test("a draft duplicated without some lines reports it, and its history names them", async () => {
  await offer("A-91");
  await offer("A-92");
  const orderId = await place({ "A-91": 2, "A-92": 2 });
  await run("update offers set received = 1 where part_number = 'A-92'");
  const { location = "" } = (await buyer.post(`/orders/${orderId}/duplicate`)).headers;
  const { body } = await buyer.get(location);
  assert.match(body, /Lines that can&#39;t be ordered were left out/);
  assert.match(body, /left out: A-92: 2 requested, 1 in stock; request/);
  assert.doesNotMatch(body, /see History/);
});

test("while the catalog is loading, an order is duplicated, and lines left out have their numbers", async () => {
  await offer("WAIT-1");
  await offer("WAIT-2");
  const orderId = await place({ "WAIT-1": 2, "WAIT-2": 2 });
  await run("update offers set received = 1 where part_number = 'WAIT-2'");
  await withUnfilledReplica(app, async () => {
    const { location = "" } = (await buyer.post(`/orders/${orderId}/duplicate`)).headers;
    const { body, statusCode } = await buyer.get(location);
    assert.equal(statusCode, 200);
    assert.match(body, /1 line left out/);
    assert.match(body, /href="\/parts\/WAIT-2">WAIT-2<\/a>/);
    assert.match(body, /The catalog is still loading\. Reload the page in a minute/);
    assert.doesNotMatch(body, /No other offer in stock/);
  });
});

test("a line left out is listed until another line of its part is added, copied ones aside", async () => {
  const price = 1000;
  await offer("BOTH-1", { stock: 9, price });
  const worn = await offer("both-1", { vendor: "Worn", condition: "OH", stock: 9, price });
  const lookup = await account.post("catalog", { part_numbers: ["BOTH-1"] });
  const found: { part_id: string }[] = lookup.json().found_parts;
  const items = found.map(({ part_id }) => ({ part_id, quantity: 2 }));
  const placed = await account.post("orders", { items, po_number: "BOTH" });
  const { order_id: orderId } = placed.json().order;
  await run("update offers set received = 0 where offer_id = $1", [worn]);
  const { location = "" } = (await buyer.post(`/orders/${orderId}/duplicate`)).headers;
  const { body } = await buyer.get(location);
  assert.match(body, /1 line left out/);
  assert.match(body, /aria-label="Add 2 of BOTH-1, NE/i);
});

test("all lines that a duplicate was created without are listed, with their other offers", async () => {
  const numbers = Array.from({ length: 8 }, (_, place) => `LO-${place}`);
  for (const number of ["LO-KEPT", ...numbers]) await offer(number);
  const wanted = Object.fromEntries(["LO-KEPT", ...numbers].map((number) => [number, 4]));
  const orderId = await place(wanted);
  await run("update offers set received = 0 where part_number like 'LO-_'");
  await insertOffer(app.database.db, { partNumber: "LO-3", condition: "OH", stock: 9 });
  const { location = "" } = (await buyer.post(`/orders/${orderId}/duplicate`)).headers;
  const { body } = await buyer.get(location);
  assert.match(body, /8 lines left out/);
  for (const number of numbers) {
    assert.match(body, new RegExp(`href="/parts/${number}">${number}</a></th>`), number);
  }
  assert.equal(body.match(/No other offer in stock/g)?.length, 7);
  const form = /action="([^"]*\/add)"([\s\S]*?)<\/form>/.exec(body) ?? [];
  assert.match(form[2] ?? "", /aria-label="Add 4 of LO-3, OH/);
  const fields = [...(form[2] ?? "").matchAll(/name="(\w+)" value="([^"]*)"/g)];
  const sent = Object.fromEntries(fields.map(([, name = "", value = ""]) => [name, value]));
  const added = await buyer.post(form[1] ?? "", sent);
  assert.equal(added.statusCode, 303);
  const after = (await buyer.get(String(added.headers.location))).body;
  assert.match(after, /7 lines left out/);
});
