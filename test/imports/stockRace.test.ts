// Orders that move stock while a feed is applied (decision 153): whichever commits first, each unit
// counts once.

import assert from "node:assert/strict";
import { test } from "node:test";
import type { StockMode } from "../../src/catalog/feedStock.ts";
import { moveStock } from "../../src/catalog/queries.ts";
import type { Transaction } from "../../src/db/database.ts";
import { insertEvent, updateOrder } from "../../src/orders/changeQueries.ts";
import { endOrder } from "../../src/orders/endOrder.ts";
import { type StoredOrder, sumByOffer } from "../../src/orders/order.ts";
import type { OrderAction } from "../../src/orders/orderEvent.ts";
import { awaitWaiting } from "../support/awaitLocks.ts";
import { runSql } from "../support/runSql.ts";
import { share } from "../support/share.ts";
import { openStockFixture } from "../support/stockFixture.ts";

const fixture = share(() => openStockFixture(20));

const stockRow = (part: string, quantity: number) =>
  `part_number,vendor,condition,quantity\n${part},Acme,NE,${quantity}\n`;

/** Does the work in a transaction that stays open until it is released. */
async function holdOpen(work: (tx: Transaction) => Promise<unknown>) {
  const [isDone, gate] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const ended = fixture.db.transaction(async (tx) => {
    await work(tx);
    await runSql(tx, "select 1");
    isDone.resolve();
    await gate.promise;
  });
  await Promise.race([isDone.promise, ended]);
  return async () => {
    gate.resolve();
    await ended;
  };
}

async function confirmIn(tx: Transaction, order: StoredOrder, action: OrderAction): Promise<void> {
  const confirmed: StoredOrder = { ...order, status: "confirmed", version: order.version + 1 };
  moveStock(tx, "allocate", sumByOffer(order.lines), action.now);
  updateOrder(tx, confirmed);
  insertEvent(tx, order.orderId, confirmed.version, "confirmed", { action, details: {} });
}

type Race = {
  readonly name: string;
  readonly mode: StockMode;
  readonly move: (tx: Transaction, order: StoredOrder, action: OrderAction) => Promise<unknown>;
  readonly isDraft?: true;
  readonly expected: { readonly onHand: number; readonly allocated: number };
};

const fulfil: Race["move"] = (tx, { orderId }, action) =>
  endOrder(tx, orderId, { kind: "fulfilled", reference: "DN" }, action);
const cancel: Race["move"] = (tx, { orderId }, action) =>
  endOrder(tx, orderId, { kind: "cancelled", reason: "no" }, action);

// Counted 50 at minute 4; an order for 10 moves at minute 5.
const races: readonly Race[] = [
  { name: "fulfilled", mode: "on-hand", move: fulfil, expected: { onHand: 40, allocated: 0 } },
  { name: "fulfilled", mode: "available", move: fulfil, expected: { onHand: 50, allocated: 0 } },
  { name: "cancelled", mode: "on-hand", move: cancel, expected: { onHand: 50, allocated: 0 } },
  { name: "cancelled", mode: "available", move: cancel, expected: { onHand: 60, allocated: 0 } },
  {
    name: "confirmed",
    mode: "on-hand",
    move: confirmIn,
    isDraft: true,
    expected: { onHand: 50, allocated: 10 },
  },
  {
    name: "confirmed",
    mode: "available",
    move: confirmIn,
    isDraft: true,
    expected: { onHand: 50, allocated: 10 },
  },
];

for (const [place, { name, mode, move, isDraft = false, expected }] of races.entries()) {
  test(`an order ${name} while quantities ${mode} are applied counts once`, async () => {
    const part = `R-${place}`;
    await fixture.feedCatalog({ [part]: 30 }, { mode: "on-hand" });
    const lines = [[await fixture.offerOf(part), 10]] as const;
    const order = isDraft
      ? await fixture.draft(fixture.buyer, lines, "PO", fixture.after(1))
      : await fixture.order(part, 10, 1);
    const action = { ...fixture.byOperator, now: fixture.after(5) };
    const release = await holdOpen((tx) => move(tx, order, action));
    const importing = fixture.feedStock(stockRow(part, 50), { at: 6, asOf: 4, mode });
    await awaitWaiting(fixture.db, "transactionid");
    await release();
    assert.equal((await importing).counts["updated"], 1);
    const available = expected.onHand - expected.allocated;
    assert.deepEqual(await fixture.stock(part), { ...expected, available });
  });
}

const lockVendors = (tx: Transaction) =>
  runSql(tx, "lock table vendors in share row exclusive mode");

test("a confirmation while quantities are written is busy, and then decided by them", async () => {
  for (const [mode, quantity, outcome] of [
    ["on-hand", 9, "changed"],
    ["available", 10, "confirmed"],
  ] as const) {
    const part = `W-${mode}`;
    await fixture.feedCatalog({ [part]: 30 }, { mode: "on-hand" });
    const lines = [[await fixture.offerOf(part), 10]] as const;
    const draft = await fixture.draft(fixture.buyer, lines, "PO", fixture.after(1));
    const release = await holdOpen(lockVendors);
    const importing = fixture.feedStock(stockRow(part, quantity), { at: 6, asOf: 4, mode });
    // It has written its quantities, and cannot store the mode of its vendor.
    await awaitWaiting(fixture.db, "relation");
    const confirm = async () =>
      (await fixture.confirm(fixture.buyer, draft, fixture.after(5))).outcome;
    assert.equal(await confirm(), "busy");
    await release();
    assert.equal((await importing).counts["updated"], 1);
    assert.equal(await confirm(), outcome);
    const allocated = outcome === "confirmed" ? 10 : 0;
    const available = quantity - allocated;
    assert.deepEqual(await fixture.stock(part), { onHand: quantity, allocated, available });
  }
});

test("feeds and orders at the same time lose and invent nothing", async () => {
  const part = "R-BUSY";
  await fixture.feedCatalog({ [part]: 900 }, { mode: "on-hand" });
  const offerId = await fixture.offerOf(part);
  const drafts: StoredOrder[] = [];
  for (let count = 0; count < 24; count += 1) {
    const lines = [[offerId, count + 1]] as const;
    drafts.push(await fixture.draft(fixture.buyer, lines, "PO", fixture.after(1)));
  }
  let isOver = false;
  async function feedUntilOver(): Promise<number> {
    let feeds = 0;
    for (; !isOver; feeds += 1) {
      const options = { at: 9, asOf: 0, mode: "on-hand" } as const;
      await fixture.feedStock(stockRow(part, 1_000 + (feeds % 2)), options);
    }
    await fixture.feedStock(stockRow(part, 1_000), { at: 9, asOf: 0, mode: "on-hand" });
    return feeds;
  }
  const feeding = feedUntilOver();
  const moves = drafts.map(async (draft, place) => {
    while ((await fixture.confirm(fixture.buyer, draft, fixture.after(2))).outcome === "busy");
    if (place % 3 === 0) return { allocated: place + 1, shipped: 0 };
    const kind = place % 3 === 1 ? "fulfilled" : "cancelled";
    const order = await fixture.read(draft);
    while ((await fixture.end(order, kind, 3)).outcome === "busy");
    return { allocated: 0, shipped: kind === "fulfilled" ? place + 1 : 0 };
  });
  const moved = await Promise.all(moves).finally(() => {
    isOver = true;
  });
  assert.ok((await feeding) > 1);
  const sum = (what: "allocated" | "shipped") => moved.reduce((all, one) => all + one[what], 0);
  const [onHand, allocated] = [1_000 - sum("shipped"), sum("allocated")];
  const expected = { onHand, allocated, available: onHand - allocated };
  assert.deepEqual(await fixture.stock(part), expected);
});
