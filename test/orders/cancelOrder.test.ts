// Discarding, cancelling, fulfilling and duplicating orders (decision 32).

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { operatorActor } from "../../src/audit/actor.ts";
import { cancelOrder, discardDraft, fulfilOrder } from "../../src/orders/cancelOrder.ts";
import { duplicateOrder } from "../../src/orders/drafts/duplicateOrder.ts";
import type { StoredOrder } from "../../src/orders/order.ts";
import type { OrderAction } from "../../src/orders/orderEvent.ts";
import { selectTimeline } from "../../src/orders/queries.ts";
import type { SignedIn } from "../../src/signIn/signedIn.ts";
import { insertOffer } from "../support/insertOffer.ts";
import { daysLater, type OrderFixture, openOrderFixture } from "../support/orderFixture.ts";

let fixture: OrderFixture;
let buyer: SignedIn;

before(async () => {
  fixture = await openOrderFixture();
  buyer = await fixture.openBuyer();
});

after(() => fixture.close());

const offer = (partNumber: string, fields = {}) =>
  insertOffer(fixture.db, { partNumber, ...fields });

const quantitiesOf = ({ lines }: StoredOrder) => lines.map(({ quantity }) => quantity);

test("a draft is discarded once", async () => {
  const one = await offer("E-19");
  const draft = await fixture.draft(buyer, [[one, 2]]);
  const request = { signedIn: buyer, orderId: draft.orderId, requestId: "r", now: fixture.now };
  const discard = () => fixture.db.transaction((tx) => discardDraft(tx, request));
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
  await fixture.run("update offers set available_stock = 3 where offer_id = $1", [three]);
  const request = { signedIn: buyer, orderId: draft.orderId, requestId: "r", now: fixture.now };
  const duplicate = await fixture.db.transaction((tx) => duplicateOrder(tx, request));
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
  assert.deepEqual(event?.details, { from: draft.orderId, leftOut: duplicate.leftOut });
  await fixture.run("update offers set status = 'ON_HOLD' where offer_id = $1", [one]);
  const nothing = await fixture.db.transaction((tx) => duplicateOrder(tx, request));
  assert.equal(nothing.outcome, "nothing");
});

test("a cancelled order returns the stock it took, a fulfilled one does not", async () => {
  const one = await offer("E-23", { stock: 10 });
  const action: OrderAction = {
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
  };
  const draft = await fixture.draft(buyer, [[one, 4]]);
  const cancel = (order: StoredOrder) =>
    fixture.db.transaction((tx) => cancelOrder(tx, order.orderId, "vendor fell through", action));
  assert.equal((await cancel(draft)).outcome, "closed");
  await fixture.confirm(buyer, draft);
  await fixture.run("update offers set available_stock = 20 where offer_id = $1", [one]);
  assert.equal((await cancel(draft)).outcome, "done");
  assert.equal((await cancel(draft)).outcome, "already");
  assert.equal(await fixture.stockOf(one), 24);
  const timeline = await selectTimeline(fixture.db, draft.orderId);
  assert.equal(timeline.at(-1)?.details.reason, "vendor fell through");
  assert.equal(timeline.at(-1)?.actorName, "Olga Desk");
  const next = await fixture.draft(buyer, [[one, 4]]);
  await fixture.confirm(buyer, next);
  const fulfil = () =>
    fixture.db.transaction((tx) => fulfilOrder(tx, next.orderId, "DN-1", action));
  assert.equal((await fulfil()).outcome, "done");
  assert.equal((await fulfil()).outcome, "already");
  assert.equal((await cancel(next)).outcome, "closed");
  assert.equal(await fixture.stockOf(one), 20);
});
