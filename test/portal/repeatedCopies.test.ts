// Duplicating an order again leads to its copy, as long as nobody has changed it (decision 246).
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { insertOffer } from "../support/insertOffer.ts";
import { placeDraft } from "../support/placeDraft.ts";
import { openTestApp, type TestAccount, type TestApp } from "../support/testApp.ts";
import { openVisitor, type TestVisitor } from "../support/testVisitor.ts";

let app: TestApp;
let account: TestAccount;
let buyer: TestVisitor;

before(async () => {
  app = await openTestApp();
  account = await app.openAccount();
  buyer = await openVisitor(app, account.accountId);
  const { db } = app.database;
  await insertOffer(db, { partNumber: "COPY-1", stock: 100 });
  await insertOffer(db, { partNumber: "GONE-1", stock: 100 });
  const certificate = "8130-3; CoC";
  await insertOffer(db, { partNumber: "GONE-1", condition: "OH", stock: 100, certificate });
});

after(() => app.close());

const place = () => placeDraft(account, { "COPY-1": 1 }, null);

async function duplicate(orderId: string, more: Readonly<Record<string, string>> = {}) {
  const sent = await buyer.post(`/orders/${orderId}/duplicate`, more);
  assert.equal(sent.statusCode, 303, sent.body);
  return String(sent.headers.location);
}

test("a second duplication leads to the unchanged copy, and creates another one on request", async () => {
  const orderId = await place();
  const first = await duplicate(orderId);
  assert.equal(await duplicate(orderId), `${first}?done=copied`);
  const colleague = await openVisitor(app, account.accountId);
  const seen = await colleague.post(`/orders/${orderId}/duplicate`);
  assert.equal(seen.headers.location, `${first}?done=copied`);
  const { body } = await buyer.get(`${first}?done=copied`);
  assert.match(body, /was already duplicated[\s\S]*?This is the copy, unchanged\./);
  assert.match(body, /name="again" value="yes"[\s\S]*?>Duplicate again</);
  assert.doesNotMatch((await buyer.get(first)).body, /Duplicate again/);
  const second = await duplicate(orderId, { again: "yes" });
  assert.notEqual(second, first);
  assert.equal(await duplicate(orderId), `${second}?done=copied`);
});

test("concurrent duplications with different forms create one copy", async () => {
  const orderId = await place();
  const all = await Promise.all([1, 2, 3].map(() => duplicate(orderId)));
  assert.equal(new Set(all.map((one) => one.replace(/\?.*/, ""))).size, 1);
});

test("a copy that was changed or discarded, or an order edited since, is duplicated again", async () => {
  const orderId = await place();
  const first = await duplicate(orderId);
  await buyer.post(first, { version: "1", notes: "Dock 2" });
  const { body } = await buyer.get(`${first}?done=copied`);
  assert.match(body, /Copy of <a/);
  assert.doesNotMatch(body, /unchanged|Duplicate again/);
  const second = await duplicate(orderId);
  assert.doesNotMatch(second, /copied/);
  await buyer.post(`${second}/discard`, { version: "1" });
  const third = await duplicate(orderId);
  assert.doesNotMatch(third, /copied/);
  await buyer.post(`/orders/${orderId}`, { version: "1", notes: "Dock 3" });
  assert.doesNotMatch(await duplicate(orderId), /copied/);
});

test("another account's copies are unknown", async () => {
  const orderId = await place();
  await duplicate(orderId);
  const stranger = await openVisitor(app, (await app.openAccount()).accountId);
  assert.equal((await stranger.post(`/orders/${orderId}/duplicate`)).statusCode, 404);
});

test("a line left out shows its other offers with certificates, and what was written for it", async () => {
  const orderId = await placeDraft(account, { "GONE-1": 2, "COPY-1": 2 }, null);
  const wish = "Certificate requested: CoC";
  const fields = { "remark-1": wish, "remark-2": wish, "remark-3": wish };
  await buyer.post(`/orders/${orderId}`, { version: "1", ...fields });
  const text = "update offers set received = 0 where part_number = 'GONE-1' and condition <> 'OH'";
  await app.database.db.query({ name: "", text, values: [] });
  await app.database.replica.catchUp();
  const { body } = await buyer.get(await duplicate(orderId));
  assert.match(body, /1 line left out/);
  assert.match(body, /<div>OH · [^·]* · [^·]* · FAA.8130.3; <abbr [^·]* · 100 EA in stock/);
  assert.match(body, /Not copied: remarks \(1 line\)/);
  assert.match(body, /<dt>GONE-1<\/dt>\s*<dd>[\s\S]{0,60}Certificate requested: CoC/);
});
