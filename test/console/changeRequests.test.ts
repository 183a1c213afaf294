// What operators see of change requests, and how they answer them (decision 267).
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { selectAuditEvents } from "../../src/audit/queries.ts";
import { type ConfirmedOrder, confirmOne } from "../support/confirmedOrder.ts";
import { readForm } from "../support/openedForm.ts";
import { openTestApp, type TestApp } from "../support/testApp.ts";
import { openOperator, type TestOperator } from "../support/testOperator.ts";

const taskList = "/console/orders?status=confirmed&changes=yes";

let app: TestApp;
let olga: TestOperator;
let otto: TestOperator;

before(async () => {
  app = await openTestApp({ publicUrl: "https://parts.example" });
  olga = await openOperator(app, { role: "operator" });
  otto = await openOperator(app, { role: "operator", name: "Otto Operator" });
});

after(() => app.close());

const addressOf = ({ orderId }: ConfirmedOrder, under = ""): string =>
  `/console/orders/${orderId}${under}`;

async function request({ orderId, buyer }: ConfirmedOrder, message: string): Promise<void> {
  const action = `/orders/${orderId}/change`;
  const form = readForm((await buyer.get(`/orders/${orderId}`)).body, action);
  assert.equal((await buyer.post(action, { ...form, message })).statusCode, 303);
}

/** The fields of a form on the page of the order. */
async function readFields(order: ConfirmedOrder, under: string): Promise<Record<string, string>> {
  return readForm((await olga.get(addressOf(order))).body, addressOf(order, under));
}

/** The number of orders with open change requests, as the home page shows it. */
async function readTask(): Promise<string> {
  const { body } = await olga.get("/console");
  const row = body.split(/<li\b/).find((one) => one.includes("Change requests to answer"));
  return /class="badge short">(\d+)</.exec(row ?? "")?.[1] ?? "none";
}

async function isListed({ orderNumber }: ConfirmedOrder): Promise<boolean> {
  return (await olga.get(taskList)).body.includes(orderNumber);
}

test("an open change request is on its order, on the home page and in a list", async () => {
  assert.equal(await readTask(), "none");
  const order = await confirmOne(app, "PO-ASK");
  const other = await confirmOne(app, null);
  await request(order, "Ship to dock 2.\nNot <b>dock 1</b>.");
  await request(order, "And by sea.");
  const { body } = await olga.get(addressOf(order));
  assert.match(body, /2 changes requested/);
  assert.match(body, /<p class="typed">Ship to dock 2\.\nNot &#60;b&#62;dock 1/);
  assert.match(body, /Change requested by Una Buyer<br>\s*<span class="typed">And by sea\.</);
  assert.ok(body.includes(order.buyer.email));
  assert.equal(await readTask(), "1");
  assert.deepEqual([await isListed(order), await isListed(other)], [true, false]);
  const list = (await olga.get(taskList)).body;
  assert.match(list, /Only orders with a change request to answer\./);
  const drafts = await olga.get("/console/orders?status=draft&changes=yes");
  assert.doesNotMatch(drafts.body, /changes(=|&#61;)yes|name="changes" value="yes"/);
  const reader = await openOperator(app, { role: "read-only" });
  const seen = (await reader.get(addressOf(order))).body;
  assert.match(seen, /And by sea\./);
  assert.ok(!seen.includes("Mark as answered"));
  assert.equal((await reader.post(addressOf(order, "/answered"))).statusCode, 403);
});

test("an answered change request needs no attention, until the next one", async () => {
  const order = await confirmOne(app, null);
  await request(order, "Ship by sea.");
  const fields = await readFields(order, "/answered");
  const sent = await olga.post(addressOf(order, "/answered"), fields);
  assert.equal(sent.headers.location, addressOf(order, "?done=answered"));
  const { body } = await olga.get(addressOf(order));
  assert.ok(!body.includes("Mark as answered"));
  assert.match(body, /Change request answered by Olga Operator/);
  assert.equal(await isListed(order), false);
  const seen = await order.buyer.get(`/orders/${order.orderId}`);
  assert.match(seen.body, /Change request answered by Olga Operator \(distributor\)/);
  const none = { operatorId: null, action: null, subjectKind: null, accountId: null };
  const filter = { ...none, subjectId: order.orderId, from: null, until: null };
  const [event] = await selectAuditEvents(app.database.db, filter, { before: null, limit: 10 });
  assert.equal(event?.action, "answered a change request");
  assert.deepEqual(JSON.parse(event?.after ?? ""), { answered: ["Ship by sea."] });
  const again = await otto.post(addressOf(order, "/answered"), fields);
  assert.equal(again.headers.location, addressOf(order, "?done=answered"));
  await request(order, "By air after all.");
  assert.equal(await isListed(order), true);
  const stale = await olga.post(addressOf(order, "/answered"), fields);
  assert.equal(stale.statusCode, 409);
  assert.match(stale.body, /Not marked as answered: the order changed in the meantime/);
  assert.equal(await isListed(order), true);
});

test("an order is not fulfilled past a change request that the operator did not see", async () => {
  const order = await confirmOne(app, null);
  const fields = { ...(await readFields(order, "/fulfil")), reference: "AWB-1" };
  const several = `/console/orders/fulfil?order=${order.orderId}`;
  const page = await olga.get(several);
  assert.doesNotMatch(page.body, /before shipping/);
  await request(order, "Cancel it.");
  const refused = await olga.post(addressOf(order, "/fulfil"), fields);
  assert.equal(refused.statusCode, 409);
  assert.match(refused.body, /Una Buyer requested a change on/);
  const selected = readForm(page.body, "/console/orders/fulfil");
  const both = await olga.post("/console/orders/fulfil", { ...selected, reference: "AWB-1" });
  assert.equal(both.statusCode, 409);
  assert.match(both.body, /A change was requested, or a request answered/);
  const warned = await olga.get(several);
  assert.ok(warned.body.includes(`Answer the requests on ${order.orderNumber} before shipping.`));
  const current = { ...(await readFields(order, "/fulfil")), reference: "AWB-1" };
  assert.equal((await olga.post(addressOf(order, "/fulfil"), current)).statusCode, 303);
  assert.equal(await isListed(order), false);
  const { body } = await olga.get(addressOf(order));
  assert.ok(!body.includes("Mark as answered"));
  const late = await olga.post(addressOf(order, "/answered"), { version: "4" });
  assert.equal(late.statusCode, 409);
});
