// The order pages of the console: fulfilling, cancelling, notes, references, change requests and
// drafts that end.
import assert from "node:assert/strict";
import { test } from "node:test";
import { draftLifeDays } from "../../src/orders/order.ts";
import { type ConfirmedOrder, confirmOne, draftOrder } from "../support/confirmedOrder.ts";
import {
  actionsOn,
  app,
  eventsOn,
  olga,
  openConsole,
  otto,
  query,
  reader,
} from "../support/console.ts";
import { expectAnswer } from "../support/expectAnswer.ts";
import { readForm } from "../support/openedForm.ts";
import type { TestOperator } from "../support/testOperator.ts";

openConsole();

const addressOf = ({ orderId }: ConfirmedOrder, under = ""): string =>
  `/console/orders/${orderId}${under}`;

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

/** The version in the form on the order's page. */
async function readVersion(operator: TestOperator, order: ConfirmedOrder): Promise<string> {
  const page = await operator.get(addressOf(order));
  const [, version = ""] = /name="version" value="(\d+)"/.exec(page.body) ?? [];
  return version;
}

test("an operator fulfils an order with a reference that the buyer sees, and it is recorded in the audit log", async () => {
  const order = await confirmOne(app, "PO-FULFIL");
  const sent = await fulfil(order, " AWB  4711 ");
  assert.equal(await statusOf(order), "fulfilled");
  const [event] = await eventsOn(order.orderId);
  assert.equal(event?.action, "fulfilled an order");
  assert.deepEqual(JSON.parse(event?.before ?? ""), { status: "confirmed" });
  assert.deepEqual(JSON.parse(event?.after ?? ""), { status: "fulfilled", reference: "AWB 4711" });
  assert.equal(event?.requestId, sent.headers["x-request-id"]);
  await expectAnswer(order.buyer.get(`/orders/${order.orderId}`), 200, /reference AWB 4711/);
  assert.equal(await stockOf(order), order.stock - 2);
});

test("cancelling an order releases its stock, notifies the buyer with the reason and is recorded", async () => {
  const order = await confirmOne(app, "PO-CANCEL");
  assert.equal(await stockOf(order), order.stock - 2);
  const path = addressOf(order, "/cancel");
  const typed = { version: await readVersion(olga, order), reason: "The lot failed\ninspection" };
  const byNumber = olga.post(path, { ...typed, typed_name: order.orderNumber });
  await expectAnswer(byNumber, 422, /Type PO-CANCEL exactly as shown/);
  const fields = { ...typed, typed_name: "PO-CANCEL" };
  await expectAnswer(olga.post(path, fields), addressOf(order, "?done=cancelled"));
  assert.deepEqual([await statusOf(order), await stockOf(order)], ["cancelled", order.stock]);
  const [mail, ...others] = await mailsOf(order, "order cancelled");
  assert.deepEqual([mail?.recipient, others], [order.buyer.email, []]);
  assert.match(mail?.subject ?? "", /^Cancelled: order .+, PO-CANCEL$/);
  assert.match(mail?.body ?? "", /Reason: The lot failed inspection/);
  assert.deepEqual(await actionsOn(order.orderId), ["cancelled an order"]);
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
  const right = { version: await readVersion(olga, order), typed_name: order.orderNumber };
  const cancel = (fields: Record<string, string>) =>
    olga.post(addressOf(order, "/cancel"), { ...right, ...fields });
  const wrong = { reason: "A reason to keep", typed_name: "another" };
  await expectAnswer(cancel(wrong), 422, 'value="A reason to keep"');
  for (const reason of [" ", "r".repeat(501)]) await expectAnswer(cancel({ reason }), 422);
  assert.equal(await statusOf(order), "confirmed");
  assert.deepEqual(await eventsOn(order.orderId), []);
  await expectAnswer(cancel({ reason: "r".repeat(500) }), 303);
});

test("a reference has 1 to 100 characters, and only a fulfilled order has one to correct", async () => {
  const order = await confirmOne(app, null);
  const early = { version: "2", reference: "AWB-1" };
  await expectAnswer(olga.post(addressOf(order, "/reference"), early), 409);
  assert.deepEqual(await eventsOn(order.orderId), []);
  for (const under of ["/fulfil", "/reference"]) {
    const version = await readVersion(olga, order);
    for (const reference of ["", " ", "r".repeat(101)]) {
      await expectAnswer(olga.post(addressOf(order, under), { version, reference }), 422);
    }
    const atLimit = { version, reference: (under === "/fulfil" ? "é" : "è").repeat(100) };
    await expectAnswer(olga.post(addressOf(order, under), atLimit), 303);
  }
});

test("if two operators act on one order, the second sees what the first did; a form takes effect once", async () => {
  const order = await confirmOne(app, null);
  const path = addressOf(order, "/fulfil");
  for (const version of ["1", "3", "", "x"]) {
    await expectAnswer(olga.post(path, { version, reference: "AWB-1" }), 409);
  }
  assert.equal(await statusOf(order), "confirmed");
  const version = await readVersion(otto, order);
  await olga.post(path, { version, reference: "AWB-FIRST" });
  const again = olga.post(path, { version, reference: "AWB-FIRST" });
  await expectAnswer(again, addressOf(order, "?done=repeated"));
  const seen = ["Olga Operator changed the order to fulfilled", "AWB-FIRST", "AWB-SECOND"];
  await expectAnswer(otto.post(path, { version, reference: "AWB-SECOND" }), 409, ...seen);
  const fields = { version, reason: "Too late", typed_name: order.orderNumber };
  await expectAnswer(otto.post(addressOf(order, "/cancel"), fields), 409, /Too late/);
  assert.equal(await statusOf(order), "fulfilled");
  assert.equal(await stockOf(order), order.stock - 2);
  assert.equal((await eventsOn(order.orderId)).length, 1);
});

test("concurrent cancellations cancel once: one audit event, one e-mail, stock released once", async () => {
  const order = await confirmOne(app, null);
  const typed = { version: await readVersion(olga, order), typed_name: order.orderNumber };
  const cancel = (by: TestOperator, reason: string) =>
    by.post(addressOf(order, "/cancel"), { ...typed, reason });
  const sent = await Promise.all([cancel(olga, "Scrapped"), cancel(otto, "Lost")]);
  assert.deepEqual(sent.map(({ statusCode }) => statusCode).toSorted(), [303, 409]);
  assert.equal(await stockOf(order), order.stock);
  assert.equal((await mailsOf(order, "order cancelled")).length, 1);
  assert.equal((await eventsOn(order.orderId)).length, 1);
});

test("a draft can be neither fulfilled nor cancelled by an operator, and shows when it ends", async () => {
  const order = await draftOrder(app, null);
  const end = new Date(app.clock.now.getTime() + draftLifeDays * 86_400_000).toISOString();
  await expectAnswer(olga.get(addressOf(order)), 200, `datetime="${end}"`);
  const fields = { version: "1", reference: "A", reason: "R", typed_name: order.orderNumber };
  for (const under of ["/fulfil", "/cancel"]) {
    await expectAnswer(olga.post(addressOf(order, under), fields), 409);
  }
  assert.equal(await statusOf(order), "draft");
});

test("an internal note is visible to operators and in no page, file or API response for buyers", async () => {
  const order = await confirmOne(app, "PO-NOTED");
  const secret = "whisper-of-the-desk";
  const sent = olga.post(addressOf(order, "/notes"), { text: `${secret}\n<b>` });
  await expectAnswer(sent, addressOf(order, "?done=noted"));
  const page = await expectAnswer(otto.get(addressOf(order)), 200, secret);
  assert.ok(!page.body.includes("<b>"));
  const own = `/orders/${order.orderId}`;
  const pages = ["/", "/orders", own, `${own}/lines.csv`, `${own}/quote.pdf`, "/orders/export.csv"];
  const answers = await Promise.all([
    ...[...pages, "/orders?q=PO-NOTED"].map(order.buyer.get),
    ...[`orders/${order.orderId}`, "orders"].map(order.account.get),
    order.buyer.post(`${own}/duplicate`),
    expectAnswer(olga.get("/console/orders/export.csv?po=PO-NOTED"), 200, "PO-NOTED"),
  ]);
  await olga.post(addressOf(order, "/cancel"), {
    version: "2",
    reason: "R",
    typed_name: "PO-NOTED",
  });
  const text = "select body from mails where account_id = $1";
  const mails = await query<{ body: string }>(text, [order.account.accountId]);
  assert.ok(mails.length > 0);
  for (const { body } of [...answers, ...mails]) assert.ok(!body.includes(secret));
  assert.deepEqual(await actionsOn(order.orderId), [
    "added a note to an order",
    "cancelled an order",
  ]);
});

test("a note has 1 to 2,000 characters, and a refusal keeps what was typed", async () => {
  const note = addressOf(await draftOrder(app, null), "/notes");
  const long = "n".repeat(2_001);
  await expectAnswer(olga.post(note, { text: long }), 422, long);
  await expectAnswer(olga.post(note, { text: " \n" }), 422);
  await expectAnswer(olga.post(note, { text: long.slice(1) }), 303);
});

/** Fulfils an order as Olga sees it. */
async function fulfil(order: ConfirmedOrder, reference: string) {
  const fields = { version: await readVersion(olga, order), reference };
  const done = addressOf(order, "?done=fulfilled");
  return expectAnswer(olga.post(addressOf(order, "/fulfil"), fields), done);
}

async function fulfilOne(poNumber: string | null, reference: string): Promise<ConfirmedOrder> {
  const order = await confirmOne(app, poNumber);
  await fulfil(order, reference);
  return order;
}

test("a wrong reference of a fulfilled order is corrected: buyers see the new one, history and audit log both", async () => {
  const order = await fulfilOne("PO-CORRECT", "AWB-WRONG");
  await expectAnswer(olga.get(addressOf(order)), 200, 'value="AWB-WRONG"');
  const fields = { version: await readVersion(olga, order), reference: " AWB  RIGHT " };
  const corrected = addressOf(order, "?done=corrected");
  await expectAnswer(olga.post(addressOf(order, "/reference"), fields), corrected);
  assert.deepEqual([await statusOf(order), await stockOf(order)], ["fulfilled", order.stock - 2]);
  const [event] = await eventsOn(order.orderId);
  assert.equal(event?.action, "corrected the reference of an order");
  assert.deepEqual(JSON.parse(event?.before ?? ""), { reference: "AWB-WRONG" });
  assert.deepEqual(JSON.parse(event?.after ?? ""), { reference: "AWB RIGHT" });
  const both = "reference AWB RIGHT instead of AWB-WRONG";
  await expectAnswer(olga.get(addressOf(order)), 200, both);
  const own = order.buyer.get(`/orders/${order.orderId}`);
  await expectAnswer(own, 200, both, "Delivery reference: AWB RIGHT");
});

const taskList = "/console/orders?status=confirmed&changes=yes";

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
async function readTask(): Promise<number> {
  const { body } = await olga.get("/console");
  const row = body.split(/<li\b/).find((one) => one.includes("Change requests to answer"));
  return Number(/class="badge short">(\d+)</.exec(row ?? "")?.[1] ?? 0);
}

async function isListed({ orderNumber }: ConfirmedOrder): Promise<boolean> {
  return (await olga.get(taskList)).body.includes(orderNumber);
}

test("an open change request is on its order, on the home page and in a list", async () => {
  const earlier = await readTask();
  const order = await confirmOne(app, "PO-ASK");
  const other = await confirmOne(app, null);
  await request(order, "Ship to dock 2.\nNot <b>dock 1</b>.");
  await request(order, "And by sea.");
  await expectAnswer(
    olga.get(addressOf(order)),
    200,
    /2 changes requested/,
    /<p class="typed">Ship to dock 2\.\nNot &#60;b&#62;dock 1/,
    /Change requested by Una Buyer<br>\s*<span class="typed">And by sea\.</,
    order.buyer.email,
  );
  assert.equal(await readTask(), earlier + 1);
  assert.deepEqual([await isListed(order), await isListed(other)], [true, false]);
  const drafts = await olga.get("/console/orders?status=draft&changes=yes");
  assert.doesNotMatch(drafts.body, /changes(=|&#61;)yes|name="changes" value="yes"/);
  const seen = (await expectAnswer(reader.get(addressOf(order)), 200, /And by sea\./)).body;
  assert.ok(!seen.includes("Mark as answered"));
  await expectAnswer(reader.post(addressOf(order, "/answered")), 403);
});

test("an order is not fulfilled past a change request that the operator did not see", async () => {
  const order = await confirmOne(app, null);
  const fields = { ...(await readFields(order, "/fulfil")), reference: "AWB-1" };
  const several = `/console/orders/fulfil?order=${order.orderId}`;
  const page = await olga.get(several);
  assert.doesNotMatch(page.body, /before shipping/);
  await request(order, "Cancel it.");
  const fulfil = addressOf(order, "/fulfil");
  await expectAnswer(olga.post(fulfil, fields), 409, /Una Buyer requested a change on/);
  const selected = readForm(page.body, "/console/orders/fulfil");
  const both = olga.post("/console/orders/fulfil", { ...selected, reference: "AWB-1" });
  await expectAnswer(both, 409, /A change was requested, or a request answered/);
  const warning = `Answer the requests on ${order.orderNumber} before shipping.`;
  await expectAnswer(olga.get(several), 200, warning);
  const current = { ...(await readFields(order, "/fulfil")), reference: "AWB-1" };
  await expectAnswer(olga.post(fulfil, current), 303);
  assert.equal(await isListed(order), false);
  assert.ok(!(await olga.get(addressOf(order))).body.includes("Mark as answered"));
  await expectAnswer(olga.post(addressOf(order, "/answered"), { version: "4" }), 409);
});
