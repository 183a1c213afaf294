// The order pages of the console: fulfilling, cancelling and internal notes.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { selectAuditEvents } from "../../src/audit/queries.ts";
import { type ConfirmedOrder, confirmOne, draftOrder } from "../support/confirmedOrder.ts";
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

async function mailsOf({ orderId }: ConfirmedOrder, kind: string) {
  const text = "select recipient, subject, body from mails where kind = $1 and body like $2";
  return query<{ recipient: string; subject: string; body: string }>(text, [kind, `%${orderId}%`]);
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

test("an order's page shows its lines, account, history, and who created and confirmed it", async () => {
  const order = await confirmOne(app, "PO-SEEN");
  const page = await olga.get(addressOf(order));
  assert.equal(page.statusCode, 200);
  for (const text of [
    order.partNumber,
    `/console/accounts/${order.account.accountId}`,
    "Una Buyer",
    "Confirmed by",
    `Order ${order.orderNumber}`,
    "PO-SEEN",
    "View request",
  ]) {
    assert.ok(page.body.includes(text), text);
  }
  assert.ok(page.body.includes(`/console/catalog/parts/${order.partNumber}`));
});

test("an operator fulfils an order with a reference that the buyer sees, and it is recorded in the audit log", async () => {
  const order = await confirmOne(app, "PO-FULFIL");
  const version = await readVersion(olga, order);
  const sent = await olga.post(addressOf(order, "/fulfil"), { version, reference: " AWB  4711 " });
  assert.equal(sent.headers.location, addressOf(order, "?done=fulfilled"));
  assert.equal(await statusOf(order), "fulfilled");
  const [event] = await eventsOn(order.orderId);
  assert.equal(event?.action, "fulfilled an order");
  assert.deepEqual(JSON.parse(event?.before ?? ""), { status: "confirmed" });
  assert.deepEqual(JSON.parse(event?.after ?? ""), { status: "fulfilled", reference: "AWB 4711" });
  assert.equal(event?.requestId, sent.headers["x-request-id"]);
  const seen = await order.buyer.get(`/orders/${order.orderId}`);
  assert.match(seen.body, /reference AWB 4711/);
  assert.equal(await stockOf(order), order.stock - 2);
});

test("cancelling an order releases its stock, notifies the buyer with the reason and is recorded", async () => {
  const order = await confirmOne(app, "PO-CANCEL");
  assert.equal(await stockOf(order), order.stock - 2);
  const version = await readVersion(olga, order);
  const typed = { version, reason: "The lot failed\ninspection" };
  const byId = await olga.post(addressOf(order, "/cancel"), {
    ...typed,
    typed_name: order.orderNumber,
  });
  assert.equal(byId.statusCode, 422);
  assert.match(byId.body, /Type PO-CANCEL exactly as shown/);
  const fields = { ...typed, typed_name: "PO-CANCEL" };
  const sent = await olga.post(addressOf(order, "/cancel"), fields);
  assert.equal(sent.headers.location, addressOf(order, "?done=cancelled"));
  assert.equal(await statusOf(order), "cancelled");
  assert.equal(await stockOf(order), order.stock);
  const mails = await mailsOf(order, "order cancelled");
  assert.equal(mails.length, 1);
  assert.equal(mails[0]?.recipient, order.buyer.email);
  assert.match(mails[0]?.subject ?? "", /^Cancelled: order .+, PO-CANCEL$/);
  assert.match(mails[0]?.body ?? "", /Reason: The lot failed inspection/);
  const [event] = await eventsOn(order.orderId);
  assert.equal(event?.action, "cancelled an order");
});

test("the account is notified of a cancelled order if the buyer has left", async () => {
  const order = await confirmOne(app, null);
  await query("update users set removed_at = now(), password_hash = null where user_id = $1", [
    order.buyer.userId,
  ]);
  const fields = { version: "2", reason: "Gone", typed_name: order.orderNumber };
  assert.equal((await olga.post(addressOf(order, "/cancel"), fields)).statusCode, 303);
  const [mail] = await mailsOf(order, "order cancelled");
  assert.equal(mail?.recipient, "buyer@example.com");
});

test("cancelling requires the typed name of the order and a reason, and a refusal keeps what was typed", async () => {
  const order = await confirmOne(app, null);
  const version = await readVersion(olga, order);
  const wrong = { version, reason: "A reason to keep", typed_name: "another" };
  const refused = await olga.post(addressOf(order, "/cancel"), wrong);
  assert.equal(refused.statusCode, 422);
  assert.match(refused.body, /value="A reason to keep"/);
  const blank = { version, reason: " ", typed_name: order.orderNumber };
  assert.equal((await olga.post(addressOf(order, "/cancel"), blank)).statusCode, 422);
  const long = { ...blank, reason: "r".repeat(501) };
  assert.equal((await olga.post(addressOf(order, "/cancel"), long)).statusCode, 422);
  assert.equal(await statusOf(order), "confirmed");
  assert.deepEqual(await eventsOn(order.orderId), []);
  const atLimit = { ...blank, reason: "r".repeat(500) };
  assert.equal((await olga.post(addressOf(order, "/cancel"), atLimit)).statusCode, 303);
});

test("a reference has 1 to 100 characters", async () => {
  const order = await confirmOne(app, null);
  const version = await readVersion(olga, order);
  for (const reference of ["", " ", "r".repeat(101)]) {
    const refused = await olga.post(addressOf(order, "/fulfil"), { version, reference });
    assert.equal(refused.statusCode, 422);
  }
  const atLimit = { version, reference: "é".repeat(100) };
  assert.equal((await olga.post(addressOf(order, "/fulfil"), atLimit)).statusCode, 303);
});

test("if two operators act on one order, the second sees what the first did and changes nothing", async () => {
  const order = await confirmOne(app, null);
  const version = await readVersion(otto, order);
  await olga.post(addressOf(order, "/fulfil"), { version, reference: "AWB-FIRST" });
  const second = await otto.post(addressOf(order, "/fulfil"), { version, reference: "AWB-SECOND" });
  assert.equal(second.statusCode, 409);
  for (const text of ["Olga Operator changed the order to fulfilled", "AWB-FIRST", "AWB-SECOND"]) {
    assert.ok(second.body.includes(text), text);
  }
  const fields = { version, reason: "Too late", typed_name: order.orderNumber };
  const late = await otto.post(addressOf(order, "/cancel"), fields);
  assert.equal(late.statusCode, 409);
  assert.match(late.body, /Too late/);
  assert.equal(await statusOf(order), "fulfilled");
  assert.equal(await stockOf(order), order.stock - 2);
  assert.equal((await eventsOn(order.orderId)).length, 1);
});

test("an order is not fulfilled if its version differs from the one shown", async () => {
  const order = await confirmOne(app, null);
  for (const version of ["1", "3", "", "x"]) {
    const sent = await olga.post(addressOf(order, "/fulfil"), { version, reference: "AWB-1" });
    assert.equal(sent.statusCode, 409, version);
  }
  assert.equal(await statusOf(order), "confirmed");
});

test("concurrent cancellations cancel once: one audit event, one e-mail, stock released once", async () => {
  const order = await confirmOne(app, null);
  const version = await readVersion(olga, order);
  const typed = { version, typed_name: order.orderNumber };
  const sent = await Promise.all(
    [olga, otto].map((operator, place) =>
      operator.post(addressOf(order, "/cancel"), { ...typed, reason: `Reason ${place}` }),
    ),
  );
  assert.deepEqual(sent.map(({ statusCode }) => statusCode).toSorted(), [303, 409]);
  assert.equal(await stockOf(order), order.stock);
  assert.equal((await mailsOf(order, "order cancelled")).length, 1);
  assert.equal((await eventsOn(order.orderId)).length, 1);
});

test("a form sent twice takes effect once", async () => {
  const order = await confirmOne(app, null);
  const fields = { version: await readVersion(olga, order), reference: "AWB-1" };
  await olga.post(addressOf(order, "/fulfil"), fields);
  const again = await olga.post(addressOf(order, "/fulfil"), fields);
  assert.equal(again.headers.location, addressOf(order, "?done=repeated"));
  assert.equal((await eventsOn(order.orderId)).length, 1);
});

test("a draft can be neither fulfilled nor cancelled by an operator", async () => {
  const order = await draftOrder(app, null);
  const reference = await olga.post(addressOf(order, "/fulfil"), { version: "1", reference: "A" });
  assert.equal(reference.statusCode, 409);
  const fields = { version: "1", reason: "R", typed_name: "PO-NOTED" };
  assert.equal((await olga.post(addressOf(order, "/cancel"), fields)).statusCode, 409);
  assert.equal(await statusOf(order), "draft");
});

test("an internal note is visible to operators and in no page, file or API response for buyers", async () => {
  const order = await confirmOne(app, "PO-NOTED");
  const secret = "whisper-of-the-desk";
  const sent = await olga.post(addressOf(order, "/notes"), { text: `${secret}\n<b>` });
  assert.equal(sent.headers.location, addressOf(order, "?done=noted"));
  const page = await otto.get(addressOf(order));
  assert.ok(page.body.includes(secret) && !page.body.includes("<b>"));
  const own = `/orders/${order.orderId}`;
  const forBuyers = await Promise.all([
    ...["/", "/orders", own, `${own}/lines.csv`, `${own}/quote.pdf`].map(order.buyer.get),
    ...["/orders/export.csv", "/orders?q=PO-NOTED"].map(order.buyer.get),
    ...[`orders/${order.orderId}`, "orders"].map(order.account.get),
    order.buyer.post(`${own}/duplicate`),
  ]);
  for (const answer of forBuyers) assert.ok(!answer.body.includes(secret));
  const file = await olga.get(`/console/orders/export.csv?po=PO-NOTED`);
  assert.ok(file.body.includes("PO-NOTED") && !file.body.includes(secret));
  const fields = { version: "2", reason: "R", typed_name: "PO-NOTED" };
  await olga.post(addressOf(order, "/cancel"), fields);
  const mails = await query<{ body: string }>("select body from mails where account_id = $1", [
    order.account.accountId,
  ]);
  assert.ok(mails.length > 0 && mails.every(({ body }) => !body.includes(secret)));
  const [, event] = await eventsOn(order.orderId);
  assert.equal(event?.action, "added a note to an order");
});

test("a note has 1 to 2,000 characters, and a refusal keeps what was typed", async () => {
  const order = await draftOrder(app, null);
  const long = "n".repeat(2_001);
  const refused = await olga.post(addressOf(order, "/notes"), { text: long });
  assert.equal(refused.statusCode, 422);
  assert.ok(refused.body.includes(long));
  assert.equal((await olga.post(addressOf(order, "/notes"), { text: " \n" })).statusCode, 422);
  const atLimit = await olga.post(addressOf(order, "/notes"), { text: "n".repeat(2_000) });
  assert.equal(atLimit.statusCode, 303);
});

test("a read-only operator sees the order and its notes, but no forms", async () => {
  const order = await confirmOne(app, null);
  await olga.post(addressOf(order, "/notes"), { text: "seen by all operators" });
  const reader = await openOperator(app, { role: "read-only" });
  const page = await reader.get(addressOf(order));
  assert.match(page.body, /seen by all operators/);
  assert.doesNotMatch(page.body, /\/(fulfil|cancel|notes)"/);
});
