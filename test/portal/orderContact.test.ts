// A confirmed order tells its buyers whom to ask, in an e-mail that names the order.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { insertOffer } from "../support/insertOffer.ts";
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
  const [, fingerprint = ""] = /name="reviewed" value="([^"]*)"/.exec(review) ?? [];
  await buyer.post(`${address}/confirm`, { reviewed: fingerprint });
  const { body } = await buyer.get(address);
  const { order_number } = (await account.get(`orders/${orderId}`)).json().order;
  const [, link = ""] =
    /To change or cancel this order, write to <a href="([^"]*)"/.exec(body) ?? [];
  const [, name = ""] = /<dt>Account<\/dt><dd>([^<]*)</.exec(body) ?? [];
  const mail = new URL(link.replaceAll("&#61;", "=").replaceAll("&#38;", "&"));
  assert.equal(mail.protocol, "mailto:");
  assert.equal(mail.searchParams.get("subject"), `${order_number}, PO 4501, ${name}`);
});
