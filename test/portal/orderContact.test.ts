// A confirmed order tells its buyers whom to ask, in an e-mail that names the order.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { insertOffer } from "../support/insertOffer.ts";
import { readForm } from "../support/openedForm.ts";
import { placeDraft } from "../support/placeDraft.ts";
import { openTestApp, type TestApp } from "../support/testApp.ts";
import { openVisitor } from "../support/testVisitor.ts";

let app: TestApp;

before(async () => {
  app = await openTestApp();
  await insertOffer(app.database.db, { partNumber: "ASK-1", stock: 100 });
});

after(() => app.close());

test("an order can be asked about once it is confirmed", async () => {
  const account = await app.openAccount();
  const buyer = await openVisitor(app, account.accountId);
  const orderId = await placeDraft(account, { "ASK-1": 1 }, "4501");
  const address = `/orders/${orderId}`;
  assert.doesNotMatch((await buyer.get(address)).body, /change or cancel/);
  const review = (await buyer.get(`${address}/confirm`)).body;
  const [, fingerprint = ""] = /name="fingerprint" value="([^"]*)"/.exec(review) ?? [];
  await buyer.post(`${address}/confirm`, { fingerprint });
  const { body } = await buyer.get(address);
  const { order_number } = (await account.get(`orders/${orderId}`)).json().order;
  const [, link = ""] =
    /To change or cancel this order, write to <a href="([^"]*)"/.exec(body) ?? [];
  const [, name = ""] = /<dt>Account<\/dt><dd>([^<]*)</.exec(body) ?? [];
  const mail = new URL(link.replaceAll("&#61;", "=").replaceAll("&#38;", "&"));
  assert.equal(mail.protocol, "mailto:");
  assert.equal(mail.searchParams.get("subject"), `${order_number}, PO 4501, ${name}`);
});

test("a PO number typed in the review is saved, and the order is confirmed with it", async () => {
  const account = await app.openAccount();
  const buyer = await openVisitor(app, account.accountId);
  const orderId = await placeDraft(account, { "ASK-1": 1 }, null);
  const address = `/orders/${orderId}/confirm`;
  const read = async () => (await account.get(`orders/${orderId}`)).json().order;
  const typed = { ...readForm((await buyer.get(address)).body, address), po_number: "PO-9 " };
  const saved = await buyer.post(address, typed);
  assert.equal(saved.headers.location, `${address}?done=po`);
  assert.deepEqual([(await read()).status, (await read()).po_number], ["draft", "PO-9"]);
  const stale = await buyer.post(address, { ...typed, po_number: "PO-10" });
  assert.equal(stale.statusCode, 409);
  assert.match(stale.body, /name="po_number"[^>]* value="PO-10"/);
  const review = await buyer.get(`${address}?done=po`);
  assert.match(review.body, /PO number saved\. Check the order and confirm it\./);
  const confirmed = await buyer.post(address, readForm(review.body, address));
  assert.equal(confirmed.headers.location, `/orders/${orderId}?done=confirmed`);
  assert.deepEqual([(await read()).status, (await read()).po_number], ["confirmed", "PO-9"]);
});
