// A review names the other orders of its PO number.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type { OrderId } from "../../src/orders/order.ts";
import { openDraftingBuyer } from "../support/draftingBuyer.ts";
import { placeDraft } from "../support/placeDraft.ts";
import type { TestAccount, TestApp } from "../support/testApp.ts";
import type { TestVisitor } from "../support/testVisitor.ts";

let app: TestApp;
let account: TestAccount;
let buyer: TestVisitor;

before(async () => {
  ({ app, account, buyer } = await openDraftingBuyer("SAME-1"));
});

after(() => app.close());

const place = (poNumber: string, by = account) => placeDraft(by, { "SAME-1": 1 }, poNumber);

const review = async (orderId: OrderId) => (await buyer.get(`/orders/${orderId}/confirm`)).body;

async function read(orderId: OrderId) {
  return (await account.get(`orders/${orderId}`)).json().order;
}

test("a review names other orders of the account with the same PO number", async () => {
  const first = await place("PO-SAME");
  await place("PO-SAME", await app.openAccount());
  await place("PO-SAME-2");
  assert.doesNotMatch(await review(first), /also on/);
  const second = await place("po-same");
  const { order_number } = await read(first);
  const link = `<a href="/orders/${first}">${order_number}</a>`;
  const named = await review(second);
  assert.ok(named.includes(`<p><strong>This PO number is also on ${link}.</strong></p>`));
  // A notice directly above the button, not a hint beside the field.
  assert.match(named, /class="notice short"[\s\S]{0,900}also on[\s\S]{0,300}>Confirm order/);
});

test("a PO number is confirmed as the system sent it, with its spaces", async () => {
  for (const poNumber of ["PO 1 ", " PO-2", "PO\n5"]) {
    const orderId = await place(poNumber);
    const page = await review(orderId);
    const fingerprint = /name="reviewed" value="([^"]*)"/.exec(page)?.[1] ?? assert.fail();
    const fields = {
      reviewed: fingerprint,
      version: "1",
      review: "yes",
      "was-po_number": poNumber,
    };
    const typed = poNumber.replace(/\n/g, "");
    const answer = await buyer.post(`/orders/${orderId}/confirm`, { ...fields, po_number: typed });
    assert.equal(answer.headers["location"], `/orders/${orderId}?done=confirmed`);
    const { status, po_number } = await read(orderId);
    assert.deepEqual([status, po_number], ["confirmed", poNumber]);
  }
});

test("a review names the newest orders of a PO number, none that was cancelled", async () => {
  const cancelled = await place("PO-MANY");
  await buyer.post(`/orders/${cancelled}/discard`, { version: "1", confirm: "yes" });
  assert.equal((await read(cancelled)).status, "cancelled");
  const draft = await place("PO-MANY");
  assert.doesNotMatch(await review(draft), /also on/);
  for (let count = 0; count < 4; count += 1) await place("PO-MANY");
  const named = await review(draft);
  assert.equal(named.match(/SO-\d{6}<\/a>/g)?.length, 3);
  assert.match(named, /, <a href="\/orders\?q&#61;PO-MANY">other orders<\/a>\./);
});
