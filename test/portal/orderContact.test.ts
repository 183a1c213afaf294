// A fulfilled order tells its buyers whom to ask, in an e-mail that names the order.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { confirmOne } from "../support/confirmedOrder.ts";
import { readForm } from "../support/openedForm.ts";
import { openTestApp, type TestApp } from "../support/testApp.ts";
import { openOperator } from "../support/testOperator.ts";

let app: TestApp;

before(async () => {
  app = await openTestApp({ publicUrl: "https://parts.example" });
});

after(() => app.close());

test("an order can be asked about by e-mail once it is fulfilled", async () => {
  const { orderId, orderNumber, buyer } = await confirmOne(app, "4501");
  const address = `/orders/${orderId}`;
  assert.doesNotMatch((await buyer.get(address)).body, /Questions about this order/);
  const operator = await openOperator(app);
  const fulfil = `/console/orders/${orderId}/fulfil`;
  const form = readForm((await operator.get(`/console/orders/${orderId}`)).body, fulfil);
  await operator.post(fulfil, { ...form, reference: "AWB-1" });
  const { body } = await buyer.get(address);
  const [, link = ""] = /Questions about this order\? Write to <a href="([^"]*)"/.exec(body) ?? [];
  const [, name = ""] = /<dt>Account<\/dt><dd>([^<]*)</.exec(body) ?? [];
  const mail = new URL(link.replaceAll("&#61;", "=").replaceAll("&#38;", "&"));
  assert.equal(mail.protocol, "mailto:");
  assert.equal(mail.searchParams.get("subject"), `${orderNumber}, PO 4501, ${name}`);
});
