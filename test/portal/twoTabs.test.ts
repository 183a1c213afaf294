// One person changes a draft in two tabs, or two people at the same time.
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
});

after(() => app.close());

/** The fields that say which version of the draft a form shows. */
async function openForm(orderId: string): Promise<Record<string, string>> {
  const { body } = await buyer.get(`/orders/${orderId}`);
  const fields = [...body.matchAll(/<input[^>]*name="([\w-]+)"[^>]*?value="([^"]*)"/g)]
    .map(([, name = "", value = ""]) => [name, value] as const)
    .filter(([name]) => /^(version|was-|quantity-)/.test(name));
  return Object.fromEntries(fields);
}

test("a conflict between two tabs of one person says so, and shows all that changed", async () => {
  for (const partNumber of ["U-TAB-1", "U-TAB-2"]) {
    await insertOffer(app.database.db, { partNumber });
  }
  const orderId = await placeDraft(account, { "U-TAB-1": 1, "U-TAB-2": 4 }, "PO-7");
  const page = (await buyer.get(`/orders/${orderId}/confirm`)).body;
  const fingerprint = /name="reviewed" value="([^"]*)"/.exec(page)?.[1] ?? "";
  await buyer.post(`/orders/${orderId}`, { ...(await openForm(orderId)), "quantity-1": "3" });
  const review = { reviewed: fingerprint, version: "1", review: "yes", "was-po_number": "PO-7" };
  const confirmed = { ...review, po_number: "PO-8" };
  const own = await buyer.post(`/orders/${orderId}/confirm`, confirmed);
  assert.equal(own.statusCode, 409);
  assert.match(own.body, /<h2>You changed this order in another tab<\/h2>/);
  assert.match(own.body, /The order was not confirmed\. Your version is not saved yet/);
  assert.match(own.body, /PO number<\/th><td[^>]*>PO-7<\/td><td[^>]*>PO-8</);
  assert.match(own.body, /Quantity of U-TAB-1<\/th><td[^>]*>3<\/td><td[^>]*>1, not changed</);
  assert.doesNotMatch(own.body, /Someone else|Quantity of U-TAB-2<\/th>/);
  const colleague = await openVisitor(app, account.accountId);
  const again = { ...(await openForm(orderId)), "quantity-2": "6" };
  await colleague.post(`/orders/${orderId}`, again);
  const other = await buyer.post(`/orders/${orderId}/confirm`, { ...confirmed, version: "2" });
  assert.match(other.body, /<h2>Someone else changed this<\/h2>/);
  assert.match(other.body, /The order was not confirmed\. This draft was changed/);
  assert.match(other.body, /Quantity of U-TAB-2<\/th><td[^>]*>6<\/td><td[^>]*>4, not changed</);
});
