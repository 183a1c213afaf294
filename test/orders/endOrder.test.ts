// Discarding, cancelling, fulfilling and duplicating orders.

import assert from "node:assert/strict";
import { test } from "node:test";
import { operatorActor } from "../../src/audit/actor.ts";
import { moveStock } from "../../src/catalog/queries.ts";
import { duplicateOrder } from "../../src/orders/drafts/createDraft.ts";
import { discardDraft, endOrder } from "../../src/orders/endOrder.ts";
import type { StoredOrder } from "../../src/orders/order.ts";
import type { OrderAction } from "../../src/orders/orderEvent.ts";
import { selectTimeline } from "../../src/orders/queries.ts";
import { insertOffer } from "../support/insertOffer.ts";
import { daysLater, openOrderFixture } from "../support/orderFixture.ts";
import { share } from "../support/share.ts";

const fixture = share(openOrderFixture);
const buyer = share(() => fixture.openBuyer());

const offer = (partNumber: string, fields = {}) =>
  insertOffer(fixture.db, { partNumber, ...fields });

/** An action of an operator, a day later. */
const byOperator = (): OrderAction => ({
  actor: operatorActor({
    signedIn: {
      operator: {
        operatorId: buyer.user.userId,
        name: "Olga Desk",
        email: "olga@fixture.example",
        role: "admin",
      },
    },
    requestId: "r",
  }),
  now: daysLater(fixture, 1),
});

const quantitiesOf = ({ lines }: StoredOrder) => lines.map(({ quantity }) => quantity);

test("a draft is discarded once", async () => {
  const one = await offer("E-19");
  const draft = await fixture.draft(buyer, [[one, 2]]);
  const request = { signedIn: buyer, orderId: draft.orderId, requestId: "r", now: fixture.now };
  const discard = (version = 1) =>
    fixture.db.transaction((tx) => discardDraft(tx, { ...request, version }));
  assert.equal((await discard(2)).outcome, "stale");
  assert.equal((await discard()).outcome, "done");
  assert.equal((await discard()).outcome, "already");
  assert.equal((await fixture.read(draft)).status, "cancelled");
});

test("a duplicate has the lines that can be ordered at today's prices, and lists the others", async () => {
  const [one, two, three] = [
    await offer("E-20"),
    await offer("E-21"),
    await offer("E-22", { stock: 4 }),
  ];
  const draft = await fixture.draft(buyer, [
    [one, 3],
    [two, 1],
    [three, 4],
  ]);
  await fixture.run("update offers set list_price = 1100 where offer_id = $1", [one]);
  await fixture.run("update offers set status = 'DISCONTINUED' where offer_id = $1", [two]);
  await fixture.run("update offers set received = 3 where offer_id = $1", [three]);
  const request = { signedIn: buyer, orderId: draft.orderId, requestId: "r", now: fixture.now };
  const duplicate = await fixture.db.transaction((tx) =>
    duplicateOrder(tx, { ...request, again: false }),
  );
  assert.ok(duplicate.outcome === "created");
  assert.notEqual(duplicate.order.orderId, draft.orderId);
  const stored = await fixture.read(duplicate.order);
  assert.deepEqual([quantitiesOf(stored), stored.subtotal.minor], [[3], 3300n]);
  assert.deepEqual(
    duplicate.leftOut.map(({ partNumber, code }) => [partNumber, code]),
    [
      ["E-21", "PART_NOT_ORDERABLE"],
      ["E-22", "INSUFFICIENT_STOCK"],
    ],
  );
  const [event] = await selectTimeline(fixture.db, duplicate.order.orderId);
  const { orderId: from, orderNumber: fromNumber } = draft;
  const { lines: prices, ...details } = event?.details ?? {};
  const notCopied = { poNumber: draft.poNumber };
  const { leftOut } = duplicate;
  assert.deepEqual(details, { from, fromVersion: 1, fromNumber, leftOut, notCopied });
  assert.deepEqual(
    prices?.map(({ partNumber, unitPrice }) => [partNumber, unitPrice?.after.amount]),
    [["E-20", "11.00"]],
  );
  await fixture.run("update offers set status = 'ON_HOLD' where offer_id = $1", [one]);
  const nothing = await fixture.db.transaction((tx) =>
    duplicateOrder(tx, { ...request, again: true }),
  );
  assert.equal(nothing.outcome, "nothing");
});

test("cancelling releases what an order allocated, fulfilling also takes it from on hand", async () => {
  const one = await offer("E-23", { stock: 10 });
  const action = byOperator();
  const draft = await fixture.draft(buyer, [[one, 4]]);
  const cancel = (order: StoredOrder) =>
    fixture.db.transaction((tx) =>
      endOrder(tx, order.orderId, { kind: "cancelled", reason: "vendor fell through" }, action),
    );
  assert.equal((await cancel(draft)).outcome, "closed");
  await fixture.confirm(buyer, draft);
  await fixture.run("update offers set received = 20 + shipped + allocated where offer_id = $1", [
    one,
  ]);
  assert.deepEqual(await fixture.countsOf(one), { onHand: 24, allocated: 4, available: 20 });
  assert.equal((await cancel(draft)).outcome, "done");
  assert.equal((await cancel(draft)).outcome, "already");
  assert.deepEqual(await fixture.countsOf(one), { onHand: 24, allocated: 0, available: 24 });
  const timeline = await selectTimeline(fixture.db, draft.orderId);
  assert.equal(timeline.at(-1)?.details.reason, "vendor fell through");
  assert.equal(timeline.at(-1)?.actorName, "Olga Desk");
  const next = await fixture.draft(buyer, [[one, 4]]);
  await fixture.confirm(buyer, next);
  assert.deepEqual(await fixture.countsOf(one), { onHand: 24, allocated: 4, available: 20 });
  const fulfil = () =>
    fixture.db.transaction((tx) =>
      endOrder(tx, next.orderId, { kind: "fulfilled", reference: "DN-1" }, action),
    );
  assert.equal((await fulfil()).outcome, "done");
  assert.equal((await fulfil()).outcome, "already");
  assert.equal((await cancel(next)).outcome, "closed");
  assert.deepEqual(await fixture.countsOf(one), { onHand: 20, allocated: 0, available: 20 });
});

test("an order ends also where less is on hand than it allocated", async () => {
  const one = await offer("E-24", { stock: 10 });
  const orders = [
    await fixture.draft(buyer, [[one, 6]], "PO-1"),
    await fixture.draft(buyer, [[one, 4]], "PO-2"),
  ] as const;
  for (const order of orders) await fixture.confirm(buyer, order);
  await fixture.run("update offers set received = 3 where offer_id = $1", [one]);
  assert.deepEqual(await fixture.countsOf(one), { onHand: 3, allocated: 10, available: 0 });
  const [first, second] = orders;
  await fixture.db.transaction((tx) =>
    endOrder(tx, first.orderId, { kind: "fulfilled", reference: "DN-2" }, byOperator()),
  );
  assert.deepEqual(await fixture.countsOf(one), { onHand: -3, allocated: 4, available: 0 });
  await fixture.db.transaction((tx) =>
    endOrder(tx, second.orderId, { kind: "cancelled", reason: "short" }, byOperator()),
  );
  assert.deepEqual(await fixture.countsOf(one), { onHand: -3, allocated: 0, available: 0 });
});

test("the database refuses to allocate more than is available, and to release what is not", async () => {
  const one = await offer("E-25", { stock: 10 });
  const move = (movement: "allocate" | "release" | "ship", quantity: number) =>
    fixture.db.transaction(async (tx) =>
      moveStock(tx, movement, new Map([[one, quantity]]), fixture.now),
    );
  await move("allocate", 7);
  await assert.rejects(move("allocate", 4), { constraint: "offers_allocation" });
  await assert.rejects(move("release", 8), { constraint: "offers_allocated_check" });
  await assert.rejects(move("ship", 8), { constraint: "offers_allocated_check" });
  await move("allocate", 3);
  assert.deepEqual(await fixture.countsOf(one), { onHand: 10, allocated: 10, available: 0 });
});
