// A PO number that is typed on the review is stored by the click that confirms (decision 247).
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type { OrderId } from "../../src/orders/order.ts";
import { selectTimeline } from "../../src/orders/queries.ts";
import { openDraftingBuyer } from "../support/draftingBuyer.ts";
import { insertOffer } from "../support/insertOffer.ts";
import { readForm } from "../support/openedForm.ts";
import { placeDraft } from "../support/placeDraft.ts";
import type { TestAccount, TestApp } from "../support/testApp.ts";
import type { TestVisitor } from "../support/testVisitor.ts";

let app: TestApp;
let account: TestAccount;
let buyer: TestVisitor;

before(async () => {
  ({ app, account, buyer } = await openDraftingBuyer("TYPED-1"));
});

after(() => app.close());

const place = (poNumber: string | null = null) => placeDraft(account, { "TYPED-1": 1 }, poNumber);

const addressOf = (orderId: OrderId) => `/orders/${orderId}/confirm`;

async function stateOf(orderId: OrderId) {
  const { order } = (await account.get(`orders/${orderId}`)).json();
  return [order.status, order.po_number];
}

const run = (text: string) => app.database.db.query({ name: "", text, values: [] });

/** The fields of the review of a draft with a PO number typed into it. */
async function typeInto(orderId: OrderId, poNumber: string) {
  const { body } = await buyer.get(addressOf(orderId));
  return { ...readForm(body, addressOf(orderId)), po_number: poNumber };
}

test("one click confirms an order with the PO number typed on its review", async () => {
  for (const [before, typed, after] of [
    [null, "PO-9 ", "PO-9"],
    ["PO-OLD", "PO-NEW", "PO-NEW"],
    ["PO-GONE", " ", null],
  ] as const) {
    const orderId = await place(before);
    const confirmed = await buyer.post(addressOf(orderId), await typeInto(orderId, typed));
    assert.equal(confirmed.headers.location, `/orders/${orderId}?done=confirmed`);
    assert.deepEqual(await stateOf(orderId), ["confirmed", after]);
    const timeline = await selectTimeline(app.database.db, orderId);
    assert.deepEqual(
      timeline.map(({ kind }) => kind),
      ["placed", "edited", "confirmed"],
    );
    assert.deepEqual(timeline[1]?.details, { poNumber: { before, after } });
  }
});

test("confirming with a typed PO number leaves another draft the person's current one", async () => {
  const current = await place("PO-CURRENT");
  await buyer.post(`/orders/${current}/current`);
  const orderId = await place();
  await buyer.post(addressOf(orderId), await typeInto(orderId, "PO-ASIDE"));
  assert.deepEqual(await stateOf(orderId), ["confirmed", "PO-ASIDE"]);
  assert.match((await buyer.get("/")).body, /data-draft>[\s\S]*?PO-CURRENT · /);
});

test("a typed PO number of another order is saved, and its review warns before confirming", async () => {
  const other = await place("PO-TAKEN");
  const orderId = await place();
  const saved = await buyer.post(addressOf(orderId), await typeInto(orderId, "po-taken"));
  assert.equal(saved.headers.location, `${addressOf(orderId)}?done=saved`);
  assert.deepEqual(await stateOf(orderId), ["draft", "po-taken"]);
  const { body } = await buyer.get(String(saved.headers.location));
  assert.match(body, /Saved\. Check the order and confirm it\./);
  assert.match(body, new RegExp(`This PO number is also on <a href="/orders/${other}">`));
  const confirmed = await buyer.post(addressOf(orderId), readForm(body, addressOf(orderId)));
  assert.equal(confirmed.headers.location, `/orders/${orderId}?done=confirmed`);
  assert.deepEqual(await stateOf(orderId), ["confirmed", "po-taken"]);
});

test("a PO number of another account's order is none of this account", async () => {
  const stranger = await app.openAccount();
  await placeDraft(stranger, { "TYPED-1": 1 }, "PO-THEIRS");
  const orderId = await place();
  await buyer.post(addressOf(orderId), await typeInto(orderId, "PO-THEIRS"));
  assert.deepEqual(await stateOf(orderId), ["confirmed", "PO-THEIRS"]);
});

test("a review that changed since is shown again with the typed PO number, not confirmed", async () => {
  await insertOffer(app.database.db, { partNumber: "TYPED-2", stock: 5 });
  const orderId = await placeDraft(account, { "TYPED-2": 2 }, null);
  const typed = await typeInto(orderId, "PO-MOVED");
  await run("update offers set received = 1 where part_number = 'TYPED-2'");
  const saved = await buyer.post(addressOf(orderId), typed);
  assert.equal(saved.headers.location, `${addressOf(orderId)}?done=changed`);
  assert.deepEqual(await stateOf(orderId), ["draft", "PO-MOVED"]);
  const { body } = await buyer.get(String(saved.headers.location));
  assert.match(body, /Not confirmed: the order changed in the meantime/);
  assert.match(body, /name="po_number"[^>]* value="PO-MOVED"/);
});

test("a draft that was edited since keeps its PO number, and the page repeats the typed one", async () => {
  const orderId = await place("PO-A");
  const typed = await typeInto(orderId, "PO-B");
  await buyer.post(`/orders/${orderId}`, { version: "1", notes: "in another tab" });
  const stale = await buyer.post(addressOf(orderId), typed);
  assert.equal(stale.statusCode, 409);
  assert.match(stale.body, /name="po_number"[^>]* value="PO-B"/);
  assert.deepEqual(await stateOf(orderId), ["draft", "PO-A"]);
});

test("a double click with a typed PO number confirms once", async () => {
  const orderId = await place();
  const typed = await typeInto(orderId, "PO-TWICE");
  const clicks = await Promise.all([1, 2, 3].map(() => buyer.post(addressOf(orderId), typed)));
  const done = clicks.map(({ headers }) => headers.location).toSorted();
  const [already, confirmed] = ["already", "confirmed"].map((word) => {
    return `/orders/${orderId}?done=${word}`;
  });
  assert.deepEqual(done, [already, already, confirmed]);
  const later = await buyer.post(addressOf(orderId), typed);
  assert.equal(later.headers.location, already);
  const timeline = await selectTimeline(app.database.db, orderId);
  assert.equal(timeline.filter(({ kind }) => kind === "confirmed").length, 1);
  assert.deepEqual(await stateOf(orderId), ["confirmed", "PO-TWICE"]);
});

test("a typed PO number that is too long confirms nothing", async () => {
  const orderId = await place();
  const refused = await buyer.post(addressOf(orderId), await typeInto(orderId, "P".repeat(101)));
  assert.equal(refused.statusCode, 422);
  assert.deepEqual(await stateOf(orderId), ["draft", null]);
});
