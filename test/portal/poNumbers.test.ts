// The PO number of an order, and the address that it is shipped to: typed on a draft or its review,
// sent by a system, and those of other orders.

import assert from "node:assert/strict";
import { before, test } from "node:test";
import type { OrderId } from "../../src/orders/order.ts";
import { selectTimeline } from "../../src/orders/queries.ts";
import { selectSimilarOrders } from "../../src/orders/summaryQueries.ts";
import { readForm } from "../support/openedForm.ts";
import { placeDraft } from "../support/placeDraft.ts";
import { account, app, buyer, openPortal } from "../support/portal.ts";
import { pick } from "../support/sendList.ts";
import { offer, place, read, readField, readOrder, refuse, run, submit } from "../support/steps.ts";
import type { TestAccount } from "../support/testApp.ts";
import { openVisitor } from "../support/testVisitor.ts";

openPortal();

before(() => offer("TYPED-1"));

const placeOne = (poNumber: string | null = null) => place({ "TYPED-1": 1 }, poNumber);

const addressOf = (orderId: OrderId) => `/orders/${orderId}/confirm`;

async function stateOf(orderId: OrderId) {
  const order = await readOrder(orderId);
  return [order.status, order.po_number];
}

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
    const orderId = await placeOne(before);
    const confirmed = await buyer.post(addressOf(orderId), await typeInto(orderId, typed));
    assert.equal(confirmed.headers.location, `/orders/${orderId}?done=confirmed`);
    assert.deepEqual(await stateOf(orderId), ["confirmed", after]);
    const timeline = await selectTimeline(app.database.db, orderId);
    assert.deepEqual(pick(timeline, "kind"), ["placed", "edited", "confirmed"]);
    assert.deepEqual(timeline[1]?.details, { poNumber: { before, after } });
  }
});

test("a typed PO number of another order is saved, and its review warns before confirming", async () => {
  const other = await placeOne("PO-TAKEN");
  const orderId = await placeOne();
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

test("a review that changed since is shown again with the typed PO number, not confirmed", async () => {
  await offer("TYPED-2", { stock: 5 });
  const orderId = await place({ "TYPED-2": 2 });
  const typed = await typeInto(orderId, "PO-MOVED");
  await run("update offers set received = 1 where part_number = 'TYPED-2'");
  const saved = await submit(addressOf(orderId), typed);
  assert.equal(saved, `${addressOf(orderId)}?done=changed`);
  assert.deepEqual(await stateOf(orderId), ["draft", "PO-MOVED"]);
  const { body } = await buyer.get(saved);
  assert.match(body, /Not confirmed: the order changed in the meantime/);
  assert.match(body, /name="po_number"[^>]* value="PO-MOVED"/);
});

test("a draft that was edited since keeps its PO number, and the page repeats the typed one", async () => {
  const orderId = await placeOne("PO-A");
  const typed = await typeInto(orderId, "PO-B");
  await buyer.post(`/orders/${orderId}`, { version: "1", notes: "in another tab" });
  assert.match(await refuse(409, addressOf(orderId), typed), /name="po_number"[^>]* value="PO-B"/);
  assert.deepEqual(await stateOf(orderId), ["draft", "PO-A"]);
});

test("a double click with a typed PO number confirms once", async () => {
  const orderId = await placeOne();
  const typed = await typeInto(orderId, "PO-TWICE");
  const clicks = await Promise.all([1, 2, 3].map(() => buyer.post(addressOf(orderId), typed)));
  const done = clicks.map(({ headers }) => headers.location).toSorted();
  const [already, confirmed] = ["already", "confirmed"].map(
    (word) => `/orders/${orderId}?done=${word}`,
  );
  assert.deepEqual(done, [already, already, confirmed]);
  assert.equal(await submit(addressOf(orderId), typed), already);
  const timeline = await selectTimeline(app.database.db, orderId);
  assert.equal(timeline.filter(({ kind }) => kind === "confirmed").length, 1);
  assert.deepEqual(await stateOf(orderId), ["confirmed", "PO-TWICE"]);
});

test("a typed PO number that is too long confirms nothing", async () => {
  const orderId = await placeOne();
  await refuse(422, addressOf(orderId), await typeInto(orderId, "P".repeat(101)));
  assert.deepEqual(await stateOf(orderId), ["draft", null]);
});

const review = (orderId: OrderId) => read(addressOf(orderId));

test("a review names other orders of the account with the same PO number", async () => {
  const first = await placeOne("PO-SAME");
  await placeDraft(await app.openAccount(), { "TYPED-1": 1 }, "PO-SAME");
  await placeOne("PO-SAME-2");
  assert.doesNotMatch(await review(first), /also on/);
  const second = await placeOne("po-same");
  const { order_number } = await readOrder(first);
  const link = `<a href="/orders/${first}">${order_number}</a>`;
  const named = await review(second);
  assert.ok(named.includes(`<p><strong>This PO number is also on ${link}.`));
  // A notice directly above the button, not a hint beside the field.
  assert.match(named, /class="notice short"[\s\S]{0,900}also on[\s\S]{0,900}>Confirm order/);
});

test("a PO number is confirmed as the system sent it, with its spaces", async () => {
  for (const poNumber of ["PO 1 ", " PO-2", "PO\n5"]) {
    const orderId = await placeOne(poNumber);
    const page = await review(orderId);
    const fingerprint = readField(page, "reviewed");
    const fields = {
      reviewed: fingerprint,
      version: "1",
      review: "yes",
      "was-po_number": poNumber,
    };
    const typed = poNumber.replace(/\n/g, "");
    assert.equal(
      await submit(`/orders/${orderId}/confirm`, { ...fields, po_number: typed }),
      `/orders/${orderId}?done=confirmed`,
    );
    const { status, po_number } = await readOrder(orderId);
    assert.deepEqual([status, po_number], ["confirmed", poNumber]);
  }
});

test("a review names orders with the same parts and quantities, confirmed within 14 days", async () => {
  await offer("SAME-1");
  await offer("SAME-2");
  const parts = { "SAME-1": 3, "SAME-2": 4 };
  const first = await place(parts);
  await buyer.post(addressOf(first), readForm(await review(first), addressOf(first)));
  const named =
    /The same parts and quantities were confirmed in the last 14 days: <a href="([^"]+)"/;
  const again = await place({ "SAME-2": 4, "SAME-1": 3 });
  assert.equal(named.exec(await review(again))?.[1], `/orders/${first}`);
  for (const other of [{ "SAME-1": 3 }, { ...parts, "SAME-2": 5 }]) {
    assert.doesNotMatch(await review(await place(other)), named);
  }
  const stranger = await app.openAccount();
  const ofStranger = await placeDraft(stranger, parts, null);
  const find = (orderId: OrderId, { accountId }: Pick<TestAccount, "accountId">, since: Date) =>
    selectSimilarOrders(app.database.db, { orderId, accountId, poNumber: null }, since, 9);
  assert.equal((await find(again, account, new Date(0))).length, 1);
  assert.deepEqual(await find(again, account, new Date(app.clock.now.getTime() + 1)), []);
  assert.deepEqual(await find(ofStranger, stranger, new Date(0)), []);
});

const hangar = "Example Air, Hangar 4\nMiami, FL 33166";

before(() => offer("SHIP-1"));

const placeShipped = (of = account) => placeDraft(of, { "SHIP-1": 1 }, null);

async function openFields(address: string, action = address) {
  return readForm((await buyer.get(address)).body, action);
}

test("an address typed on the review is stored by the click that confirms, and sent with it", async () => {
  const orderId = await placeShipped();
  const address = `/orders/${orderId}/confirm`;
  const typed = { ...(await openFields(address)), ship_to: hangar.replace("\n", "\r\n") };
  const confirmed = await buyer.post(address, { ...typed, notes: "Call before delivery." });
  assert.equal(confirmed.headers.location, `/orders/${orderId}?done=confirmed`);
  const order = await readOrder(orderId);
  assert.deepEqual([order.ship_to, order.notes], [hangar, "Call before delivery."]);
  const timeline = await selectTimeline(app.database.db, orderId);
  assert.deepEqual(timeline.find(({ kind }) => kind === "edited")?.details, {
    shipTo: { before: null, after: hangar },
    notes: { before: null, after: "Call before delivery." },
  });
  const page = (await buyer.get(`/orders/${orderId}`)).body;
  assert.match(page, /<dt>Ship to<\/dt>\s*<dd><span class="typed">Example Air, Hangar 4\nMiami/);
  assert.match(page, /ship-to address; notes/);
  const mails = await app.database.db.query<{ body: string }>({
    name: "",
    text: "select body from mails where subject like $1",
    values: [`%${order.order_number}%`],
  });
  assert.equal(mails.length, 2);
  for (const mail of mails) {
    assert.match(mail.body, /Ship to:\n {4}Example Air, Hangar 4\n {4}Miami, FL 33166\n/);
  }
});

test("an address that was used before is chosen with one click, on a draft and on its review", async () => {
  const own = await app.openAccount();
  const by = await openVisitor(app, own.accountId);
  await by.post(`/orders/${await placeShipped(own)}`, { version: "1", ship_to: hangar });
  const draft = `/orders/${await placeShipped(own)}`;
  const review = `${draft}/confirm`;
  assert.match(
    (await by.get(draft)).body,
    /name="use_ship_to" value="Example Air, Hangar 4\nMiami/,
  );
  const shown = readForm((await by.get(review)).body, review);
  const chosen = { ...shown, use_ship_to: hangar, po_number: "PO-7" };
  assert.equal(await submit(draft, chosen, by), review);
  const { status, ship_to, po_number } = (await own.get(draft.slice(1))).json().order;
  assert.deepEqual([status, ship_to, po_number], ["draft", hangar, "PO-7"]);
  assert.doesNotMatch((await by.get(review)).body, /use_ship_to/);
});

test("no address of another account is offered", async () => {
  const stranger = await app.openAccount();
  const orderId = await placeShipped(stranger);
  const visitor = await openVisitor(app, stranger.accountId);
  const { body } = await visitor.get(`/orders/${orderId}`);
  assert.match(body, /name="ship_to"/);
  assert.doesNotMatch(body, /use_ship_to|Hangar 4/);
});

test("an address that is too long changes nothing and stays as typed", async () => {
  const orderId = await placeShipped();
  const long = "W".repeat(501);
  const refused = await refuse(422, `/orders/${orderId}`, { version: "1", ship_to: long });
  assert.match(refused, /Ship to: 501 characters\. The maximum is 500\./);
  assert.ok(refused.includes(long));
  assert.equal((await readOrder(orderId)).ship_to, undefined);
});

test("a page that shows no address confirms nothing", async () => {
  const orderId = await placeShipped();
  const address = `/orders/${orderId}/confirm`;
  const { reviewed = "", ...fields } = await openFields(address);
  assert.match(
    await refuse(409, address, { ...fields, fingerprint: reviewed }),
    /Not confirmed: the order changed in the meantime/,
  );
  assert.equal((await readOrder(orderId)).status, "draft");
});
