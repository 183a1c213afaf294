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
  assert.match(copy.body, /Copy of <a [^>]*>SO-\d+<\/a>, now your current draft/);
  assert.match(copy.body, new RegExp(`duplicated from <a href="/orders/${orderId}">`));
  assert.doesNotMatch(copy.body, /left out/);
});

test("a draft duplicated without some lines reports it, and its history names them", async () => {
  await offer("A-91");
  await offer("A-92");
  const orderId = await place({ "A-91": 2, "A-92": 2 });
  await run("update offers set received = 1 where part_number = 'A-92'");
  const { location = "" } = (await buyer.post(`/orders/${orderId}/duplicate`)).headers;
  const { body } = await buyer.get(location);
  assert.match(body, /1 line left out/);
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
  assert.match(body, /aria-label="Add 2 in NE: BOTH-1, NE/i);
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
    assert.match(body, new RegExp(`href="/parts/${number}">${number}</a>`), number);
  }
  assert.equal(body.match(/No other offer in stock/g)?.length, 7);
  const form = /action="([^"]*\/add)"([\s\S]*?)<\/form>/.exec(body) ?? [];
  assert.match(form[2] ?? "", /aria-label="Add 4 in OH: LO-3, OH/);
  const fields = [...(form[2] ?? "").matchAll(/name="(\w+)" value="([^"]*)"/g)];
  const sent = Object.fromEntries(fields.map(([, name = "", value = ""]) => [name, value]));
  const added = await buyer.post(form[1] ?? "", sent);
  assert.equal(added.statusCode, 303);
  const after = (await buyer.get(String(added.headers.location))).body;
  assert.match(after, /7 lines left out/);
});

test("a copy names what was not copied, changed prices, and the draft that was current before", async () => {
  await offer("CP-1", { price: 1000 });
  await offer("CP-2", { price: 500 });
  const orderId = await place({ "CP-1": 2, "CP-2": 1 }, "PO 77");
  await buyer.post(`/orders/${orderId}`, {
    version: "1",
    notes: "Hangar 3",
    "remark-1": "Job 4471",
  });
  const before = await place({ "CP-1": 1 }, "PO-BEFORE");
  await buyer.post(`/orders/${before}`, { version: "1", notes: "in progress" });
  await run("update offers set list_price = 2000 where part_number = 'CP-1'");
  const { location = "" } = (await buyer.post(`/orders/${orderId}/duplicate`)).headers;
  const { body } = await buyer.get(location);
  assert.match(body, /Copy of <a href="\/orders\/[^"]+">SO-\d+<\/a>, now your current draft/);
  assert.match(body, /Not copied: PO 77, notes, remarks \(1 line\)\./);
  assert.match(body, /<dt>CP-1<\/dt><dd><span class="typed">Job 4471</);
  assert.match(body, /Today&#39;s prices: 1 price changed\./);
  assert.match(body, /<dt>CP-1<\/dt><dd>USD 18\.00, was USD 9\.00</);
  assert.match(body, /Parts you add go into this draft, no longer into PO-BEFORE\./);
  const colleague = await openVisitor(app, account.accountId);
  const theirs = (await colleague.get(location)).body;
  assert.match(theirs, /Copy of <a [^>]*>SO-\d+<\/a><\/strong>/);
  assert.doesNotMatch(theirs, /PO-BEFORE/);
  await colleague.post(location, { version: "1", notes: "added" });
  const edited = (await colleague.get(location)).body;
  assert.match(edited, /now your current draft/);
  assert.doesNotMatch(edited, /PO-BEFORE/);

  const back = await buyer.post(`/orders/${before}/current`);
  assert.equal(back.headers.location, `/orders/${before}?done=current`);
  const current = (await buyer.get(`/orders/${before}?done=current`)).body;
  assert.match(current, /This is your current draft again\./);
  assert.match(current, /data-draft>[\s\S]*?PO-BEFORE · /);
  assert.doesNotMatch((await buyer.get(location)).body, /current draft|Switch back/);
});

test("only a draft of the own account becomes the current one", async () => {
  await offer("CU-1");
  const orderId = await place({ "CU-1": 1 }, "PO-CUR");
  const stranger = await openVisitor(app, (await app.openAccount()).accountId);
  assert.equal((await stranger.post(`/orders/${orderId}/current`)).statusCode, 404);
  await buyer.post(`/orders/${orderId}/discard`, { version: "1" });
  const ended = await buyer.post(`/orders/${orderId}/current`);
  assert.equal(ended.statusCode, 409);
  assert.match(ended.body, /Nothing changed: this order is no longer a draft/);
});

test("an order is duplicated at its title and in its row of the list, above its lines", async () => {
  await offer("ROW-1");
  const orderId = await place({ "ROW-1": 3 }, "PO-ROW");
  const page = (await buyer.get(`/orders/${orderId}`)).body;
  const at = page.indexOf(`action="/orders/${orderId}/duplicate"`);
  assert.ok(at > 0 && at < page.indexOf("ROW-1"));
  const list = (await buyer.get("/orders?q=PO-ROW")).body;
  const row = /<form[^>]*action="(\/orders\/[^"]+\/duplicate)"[\s\S]*?value="([^"]+)"/.exec(list);
  const [, action = "", form = ""] = row ?? [];
  assert.match(list, /aria-label="Duplicate SO-\d+"/);
  const [first, again] = [await buyer.post(action, { form }), await buyer.post(action, { form })];
  assert.equal(first.statusCode, 303);
  assert.equal(again.headers.location, first.headers.location);
  const copy = (await buyer.get(String(first.headers.location))).body;
  assert.match(copy, /Copy of [\s\S]*?value="3"/);
});
