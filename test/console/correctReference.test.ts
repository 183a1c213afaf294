// Correcting the references of fulfilled orders (decision 221).
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { selectAuditEvents } from "../../src/audit/queries.ts";
import { type ConfirmedOrder, confirmOne } from "../support/confirmedOrder.ts";
import { openTestApp, type TestApp } from "../support/testApp.ts";
import { openOperator, type TestOperator } from "../support/testOperator.ts";

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

async function query<Row>(text: string, values: readonly unknown[]): Promise<Row[]> {
  return app.database.db.query<Row>({ name: "", text, values });
}

async function statusOf({ orderId }: ConfirmedOrder): Promise<string | undefined> {
  const rows = await query<{ status: string }>("select status from orders where order_id = $1", [
    orderId,
  ]);
  return rows[0]?.status;
}

async function stockOf({ partNumber }: ConfirmedOrder): Promise<number | undefined> {
  const text = "select available_stock as stock from offers where part_number = $1";
  const rows = await query<{ stock: number }>(text, [partNumber]);
  return rows[0]?.stock;
}

async function eventsOn(subjectId: string) {
  const none = { operatorId: null, action: null, subjectKind: null, accountId: null };
  const filter = { ...none, subjectId, from: null, until: null };
  return selectAuditEvents(app.database.db, filter, { before: null, limit: 10 });
}

/** The version in the form on the order's page. */
async function readVersion(operator: TestOperator, order: ConfirmedOrder): Promise<string> {
  const page = await operator.get(addressOf(order));
  const [, version = ""] = /name="version" value="(\d+)"/.exec(page.body) ?? [];
  return version;
}

async function fulfilOne(poNumber: string | null, reference: string): Promise<ConfirmedOrder> {
  const order = await confirmOne(app, poNumber);
  const version = await readVersion(olga, order);
  const sent = await olga.post(addressOf(order, "/fulfil"), { version, reference });
  assert.equal(sent.headers.location, addressOf(order, "?done=fulfilled"));
  return order;
}

test("a wrong reference of a fulfilled order is corrected: buyers see the new one, history and audit log both", async () => {
  const order = await fulfilOne("PO-CORRECT", "AWB-WRONG");
  const page = await olga.get(addressOf(order));
  assert.match(page.body, /value="AWB-WRONG"/);
  const version = await readVersion(olga, order);
  const fields = { version, reference: " AWB  RIGHT " };
  const sent = await olga.post(addressOf(order, "/reference"), fields);
  assert.equal(sent.headers.location, addressOf(order, "?done=corrected"));
  assert.equal(await statusOf(order), "fulfilled");
  assert.equal(await stockOf(order), order.stock - 2);
  const [event] = await eventsOn(order.orderId);
  assert.equal(event?.action, "corrected the reference of an order");
  assert.deepEqual(JSON.parse(event?.before ?? ""), { reference: "AWB-WRONG" });
  assert.deepEqual(JSON.parse(event?.after ?? ""), { reference: "AWB RIGHT" });
  for (const { body } of [
    await olga.get(addressOf(order)),
    await order.buyer.get(`/orders/${order.orderId}`),
  ]) {
    assert.match(body, /reference AWB RIGHT instead of AWB-WRONG/);
  }
  const seen = await order.buyer.get(`/orders/${order.orderId}`);
  assert.match(seen.body, /Delivery reference: AWB RIGHT/);
});

test("a form that corrects a reference applies to the order as displayed, once", async () => {
  const order = await fulfilOne(null, "AWB-1");
  const address = addressOf(order, "/reference");
  const version = await readVersion(olga, order);
  const first = await olga.post(address, { version, reference: "AWB-2" });
  assert.equal(first.headers.location, addressOf(order, "?done=corrected"));
  const again = await olga.post(address, { version, reference: "AWB-2" });
  assert.equal(again.headers.location, addressOf(order, "?done=repeated"));
  const second = await otto.post(address, { version, reference: "AWB-3" });
  assert.equal(second.statusCode, 409);
  for (const text of ["Olga Operator changed the order on", "AWB-2", "AWB-3"]) {
    assert.ok(second.body.includes(text), text);
  }
  const same = { version: await readVersion(olga, order), reference: "AWB-2" };
  const unchanged = await olga.post(address, same);
  assert.equal(unchanged.headers.location, addressOf(order, "?done=repeated"));
  assert.equal((await eventsOn(order.orderId)).length, 2);
});

test("an operator with the same name is another one", async () => {
  const order = await fulfilOne(null, "AWB-1");
  const namesake = await openOperator(app, { role: "operator" });
  const fields = { version: await readVersion(olga, order), reference: "AWB-2" };
  await olga.post(addressOf(order, "/reference"), fields);
  const sent = await namesake.post(addressOf(order, "/reference"), fields);
  assert.equal(sent.statusCode, 409);
});

test("concurrent corrections of one reference store one of them", async () => {
  const order = await fulfilOne(null, "AWB-1");
  const version = await readVersion(olga, order);
  const sent = await Promise.all(
    [olga, otto].map((operator, place) =>
      operator.post(addressOf(order, "/reference"), { version, reference: `AWB-NEW-${place}` }),
    ),
  );
  assert.deepEqual(sent.map(({ statusCode }) => statusCode).toSorted(), [303, 409]);
  assert.equal((await eventsOn(order.orderId)).length, 2);
});

test("only a fulfilled order has a reference to correct, of 1 to 100 characters", async () => {
  const confirmed = await confirmOne(app, null);
  const early = { version: await readVersion(olga, confirmed), reference: "AWB-1" };
  const refused = await olga.post(addressOf(confirmed, "/reference"), early);
  assert.equal(refused.statusCode, 409);
  assert.deepEqual(await eventsOn(confirmed.orderId), []);
  const order = await fulfilOne(null, "AWB-1");
  const version = await readVersion(olga, order);
  for (const reference of ["", " ", "r".repeat(101)]) {
    const answer = await olga.post(addressOf(order, "/reference"), { version, reference });
    assert.equal(answer.statusCode, 422);
  }
  const atLimit = { version, reference: "é".repeat(100) };
  assert.equal((await olga.post(addressOf(order, "/reference"), atLimit)).statusCode, 303);
  const reader = await openOperator(app, { role: "read-only" });
  assert.doesNotMatch((await reader.get(addressOf(order))).body, /Correct reference/);
});
