import assert from "node:assert/strict";
import { after, before, beforeEach, test } from "node:test";
import { selectOrder } from "../../src/orders/queries.ts";
import { insertOffer } from "../support/insertOffer.ts";
import { placeDraft } from "../support/placeDraft.ts";
import { openProxiedApp, type ProxiedApp } from "../support/proxiedApp.ts";
import type { TestAccount } from "../support/testApp.ts";
import { openVisitor, type TestVisitor } from "../support/testVisitor.ts";

let proxied: ProxiedApp;
let account: TestAccount;
let buyer: TestVisitor;

before(async () => {
  proxied = await openProxiedApp();
  account = await proxied.app.openAccount();
  buyer = await openVisitor(proxied.app, account.accountId);
  await insertOffer(proxied.direct.db, { partNumber: "A-1" });
});

// A lost answer costs the connection.
beforeEach(async () => {
  while ((await buyer.get("/orders")).statusCode !== 200);
});

after(() => proxied.close());

/** The value of a hidden field on a page. */
function hidden(body: string, name: string): string {
  return new RegExp(`name="${name}" value="([^"]*)"`).exec(body)?.[1] ?? "";
}

test("a confirmation whose commit is not answered shows that its outcome is unknown", async () => {
  const { proxy } = proxied;
  const orderId = await placeDraft(account, { "A-1": 3 }, "PO-1");
  const review = await buyer.get(`/orders/${orderId}/confirm`);
  const fingerprint = hidden(review.body, "reviewed");
  const lostBefore = proxy.countLostCommits();
  proxy.loseCommits();
  const answer = await buyer.post(`/orders/${orderId}/confirm`, { reviewed: fingerprint });
  proxy.restore();
  assert.equal(proxy.countLostCommits() - lostBefore, 1);
  assert.equal(answer.statusCode, 503);
  assert.match(answer.body, /<h1>The outcome is unknown<\/h1>/);
  assert.match(answer.body, /Reload the page to see whether the order is confirmed\./);
  assert.ok(answer.body.includes(`href="/orders/${orderId}"`));
  const stored = await selectOrder(proxied.direct.db, null, orderId);
  assert.equal(stored?.status, "confirmed");
});

test("any other form whose commit is not answered says the same, and that nothing is certain", async () => {
  const { proxy } = proxied;
  const orderId = await placeDraft(account, { "A-1": 1 }, "PO-2");
  const page = await buyer.get(`/orders/${orderId}`);
  const version = hidden(page.body, "version");
  proxy.loseCommits();
  const fields = { version, po_number: "PO-3", notes: "", "quantity-1": "2" };
  const answer = await buyer.post(`/orders/${orderId}`, fields);
  proxy.restore();
  assert.equal(answer.statusCode, 503);
  assert.match(answer.body, /The outcome is unknown/);
  assert.match(answer.body, /see whether your change was made/);
});
