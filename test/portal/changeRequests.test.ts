// Requests of buyers to change a confirmed order. Without JavaScript.
import assert from "node:assert/strict";
import { test } from "node:test";
import { maxChangeLength, maxChangeRequests } from "../../src/orders/requestChange.ts";
import { type ConfirmedOrder, confirmOne, draftOrder } from "../support/confirmedOrder.ts";
import { readForm } from "../support/openedForm.ts";
import { app, openPortal, openStranger } from "../support/portal.ts";
import { refuse, run } from "../support/steps.ts";
import { openOperator } from "../support/testOperator.ts";
import { sendAs } from "../support/testVisitor.ts";

openPortal({ publicUrl: "https://parts.example" });

function addressOf({ orderId }: ConfirmedOrder, under = ""): string {
  return `/orders/${orderId}${under}`;
}

type Mail = { readonly recipient: string; readonly subject: string; readonly body: string };

/** The e-mails of change requests of an order. */
function mailsOf({ orderNumber }: ConfirmedOrder): Promise<Mail[]> {
  return run<Mail>(
    `select recipient, subject, body from mails
      where kind = 'change requested' and position($1 in subject) > 0`,
    [orderNumber],
  );
}

async function readFields(order: ConfirmedOrder): Promise<Record<string, string>> {
  return readForm((await order.buyer.get(addressOf(order))).body, addressOf(order, "/change"));
}

async function send(order: ConfirmedOrder, message: string) {
  const fields = { ...(await readFields(order)), message };
  return order.buyer.post(addressOf(order, "/change"), fields);
}

test("a requested change of a confirmed order is in its history and mailed once", async () => {
  const order = await confirmOne(app, "PO-CHANGE");
  const before = (await order.account.get(`orders/${order.orderId}`)).json().order;
  const message = "Cancel line 1, please.\nSubtotal USD 0.00 {{link}} <b>é</b>";
  const sent = await send(order, `  ${message.replaceAll("\n", "\r\n")}\r\n`);
  assert.equal(sent.headers.location, addressOf(order, "?done=requested"));
  const { body } = await order.buyer.get(sent.headers.location);
  assert.match(body, /Change request sent/);
  assert.match(body, /Change requested by Una Buyer<br>\s*<span class="typed">Cancel line 1/);
  assert.ok(body.includes("please.\nSubtotal USD 0.00 {{link}} &#60;b&#62;é"));
  const [mail, ...more] = await mailsOf(order);
  assert.deepEqual(more, []);
  assert.equal(mail?.recipient, "support@localhost");
  assert.match(mail?.subject ?? "", /^Change requested: order SO-\d+, PO-CHANGE for /);
  const lines = mail?.body.split("\n") ?? [];
  assert.ok(lines.includes("    Cancel line 1, please."));
  assert.ok(lines.includes("    Subtotal USD 0.00 { {link}} <b>é</b>"));
  assert.ok(lines.includes(`https://parts.example/console/orders/${order.orderId}`));
  const { updated_at: _, ...unchanged } = (
    await order.account.get(`orders/${order.orderId}`)
  ).json().order;
  assert.deepEqual({ ...unchanged, updated_at: before.updated_at }, before);
});

test("a refused change request keeps what was typed, and stores nothing", async () => {
  const order = await confirmOne(app, null);
  const long = "é".repeat(maxChangeLength + 1);
  const refused = await send(order, long);
  assert.equal(refused.statusCode, 422);
  assert.match(refused.body, /2,001 characters\. The maximum is 2,000\./);
  assert.match(refused.body, /<details class="question" open>\s*<summary[^>]*>Request a change/);
  assert.equal(readForm(refused.body, addressOf(order, "/change"))["message"], long);
  const empty = await send(order, " \n ");
  assert.equal(empty.statusCode, 422);
  assert.match(empty.body, /Write what should change\./);
  assert.deepEqual(await mailsOf(order), []);
  assert.equal((await send(order, "é".repeat(maxChangeLength))).statusCode, 303);
});

test("a form that is sent twice, concurrently too, requests one change", async () => {
  const order = await confirmOne(app, null);
  const fields = { ...(await readFields(order)), message: "Ship by sea." };
  const post = () => order.buyer.post(addressOf(order, "/change"), fields);
  const sent = [...(await Promise.all([post(), post(), post()])), await post()];
  for (const { headers } of sent) {
    assert.equal(headers.location, addressOf(order, "?done=requested"));
  }
  assert.equal((await mailsOf(order)).length, 1);
  const { body } = await order.buyer.get(addressOf(order));
  assert.equal(body.match(/Change requested by/g)?.length, 1);
  assert.equal((await send(order, "Ship by sea.")).statusCode, 303);
  assert.equal((await mailsOf(order)).length, 2);
});

test("only a confirmed order takes change requests, and what was typed is shown again", async () => {
  const draft = await draftOrder(app, null);
  assert.deepEqual(await readFields(draft), {});
  const message = "Too early <i>";
  const early = await draft.buyer.post(addressOf(draft, "/change"), { form: "x", message });
  assert.equal(early.statusCode, 409);
  assert.match(early.body, /Not sent: this order is draft/);
  assert.match(early.body, /<p class="typed">Too early &#60;i&#62;<\/p>/);
  const long = await draft.buyer.post(addressOf(draft, "/change"), { message: "" });
  assert.equal(long.statusCode, 409);
  const order = await confirmOne(app, null);
  const fields = { ...(await readFields(order)), message: "Too late" };
  await run("update orders set status = 'cancelled' where order_id = $1", [order.orderId]);
  const late = await order.buyer.post(addressOf(order, "/change"), fields);
  assert.equal(late.statusCode, 409);
  assert.match(late.body, /Not sent: this order is cancelled/);
  assert.match(late.body, /<p class="typed">Too late<\/p>/);
  assert.deepEqual([...(await mailsOf(draft)), ...(await mailsOf(order))], []);
});

test("an order has up to 20 change requests, then its page names an address", async () => {
  const order = await confirmOne(app, null);
  const last = await readFields(order);
  for (let time = 0; time < maxChangeRequests; time += 1) {
    assert.equal((await send(order, `Request ${time}`)).statusCode, 303);
  }
  const { body } = await order.buyer.get(addressOf(order));
  assert.ok(!body.includes("Request a change"));
  assert.match(body, /To change or cancel this order, write to <a href="mailto:/);
  const more = await order.buyer.post(addressOf(order, "/change"), { ...last, message: "21st" });
  assert.equal(more.statusCode, 409);
  assert.match(more.body, /Not sent: this order has 20 change requests/);
  assert.match(more.body, /<p class="typed">21st<\/p>/);
  assert.equal((await mailsOf(order)).length, maxChangeRequests);
});

test("neither another account nor an operator viewing as a buyer requests a change", async () => {
  const order = await confirmOne(app, null);
  const stranger = await openStranger();
  const fields = { ...(await readFields(order)), message: "Not mine" };
  await refuse(404, addressOf(order, "/change"), fields, stranger);
  const operator = await openOperator(app);
  const started = await operator.post(`/console/accounts/${order.account.accountId}/view`);
  const cookie = started.cookies.find(({ name }) => name === "__Host-partsdesk-view");
  const viewer = sendAs(app.server, cookie?.name ?? "", cookie?.value ?? "");
  const page = await viewer.get(addressOf(order));
  assert.equal(page.statusCode, 200);
  assert.ok(!page.body.includes("Request a change"));
  assert.equal((await viewer.post(addressOf(order, "/change"), fields)).statusCode, 403);
  assert.deepEqual(await mailsOf(order), []);
  const { body } = await order.buyer.get(addressOf(order));
  assert.ok(!body.includes("Change requested"));
});
