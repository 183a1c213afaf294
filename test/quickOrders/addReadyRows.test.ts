// Adding ready rows to drafts: all or nothing, once, at current prices.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { selectOrder } from "../../src/orders/queries.ts";
import { type AddedRows, addReadyRows } from "../../src/quickOrders/addReadyRows.ts";
import type { ListId } from "../../src/quickOrders/orderList.ts";
import { selectList } from "../../src/quickOrders/queries.ts";
import type { SignedIn } from "../../src/signIn/signedIn.ts";
import { insertBuyer } from "../support/insertBuyer.ts";
import { insertOffer } from "../support/insertOffer.ts";
import { changeLists } from "../support/listFixes.ts";
import { readListRows, sendCheckedList, sendList, statesOf } from "../support/sendList.ts";
import { openTestDatabase, type TestDatabase } from "../support/testDatabase.ts";

const now = new Date("2026-11-21T12:00:00Z");
let database: TestDatabase;
let buyer: SignedIn;

before(async () => {
  database = await openTestDatabase();
  const { db } = database;
  buyer = await insertBuyer(db, now);
  await insertOffer(db, { partNumber: "ONE-1", stock: 50 });
  await insertOffer(db, { partNumber: "TWO-1", price: 250 });
  await insertOffer(db, { partNumber: "EURO-1", currency: "EUR" });
});

after(() => database.close());

async function add(listId: ListId, more: Partial<AddedRows> = {}) {
  const { db } = database;
  const signedIn = more.signedIn ?? buyer;
  const list = await selectList(db, buyer.account.accountId, listId);
  const version = list?.version ?? 0;
  await database.replica.catchUp();
  return addReadyRows(database, {
    signedIn,
    listId,
    version,
    draftId: null,
    requestId: "r1",
    now,
    ...more,
  });
}

async function linesOf(orderId: string | undefined) {
  const order = await selectOrder(database.db, buyer.account.accountId, orderId ?? "");
  return order?.lines.map(({ partNumber, quantity }) => `${partNumber} x ${quantity}`);
}

async function countOrders(): Promise<number> {
  const text = "select count(*)::integer as orders from orders";
  const rows = await database.db.query<{ orders: number }>({ name: "", text, values: [] });
  return rows[0]?.orders ?? 0;
}

test("the ready rows become one draft in their order, the other rows stay", async () => {
  const { db } = database;
  const text = "TWO-1\t3\nNEVER-1\t1\nONE-1\t2\nTWO-1\t1";
  const listId = await sendCheckedList(database, buyer, text, now);
  const added = await add(listId);
  assert.ok(added.outcome === "added");
  assert.deepEqual(await linesOf(added.orderIds[0]), ["TWO-1 x 4", "ONE-1 x 2"]);
  assert.deepEqual(await statesOf(db, listId), ["added", "not_found", "added", "added"]);
  const rows = await readListRows(db, listId);
  assert.deepEqual(rows[0]?.orderId, added.orderIds[0]);
});

test("a repeated request, or ten concurrent ones, create one draft", async () => {
  const listId = await sendCheckedList(database, buyer, "ONE-1\t2", now);
  const before = await countOrders();
  const version = 1;
  const all = await Promise.all(Array.from({ length: 10 }, () => add(listId, { version })));
  const again = await add(listId, { version });
  const orderIds = [...all, again].map((one) => (one.outcome === "added" ? one.orderIds : one));
  assert.equal(new Set(orderIds.map((ids) => JSON.stringify(ids))).size, 1);
  assert.equal(await countOrders(), before + 1);
});

test("if the buyer saw an older version of the list, nothing is added", async () => {
  const { db } = database;
  const listId = await sendCheckedList(database, buyer, "ONE-1\t2\nTWO-1\t2", now);
  await changeLists(database, buyer, now).fix(listId, 2, "remove");
  assert.deepEqual(await add(listId, { version: 1 }), { outcome: "stale" });
  assert.deepEqual(await statesOf(db, listId), ["ready"]);
});

test("rows that are no longer ready or have a new price are reported and stored", async () => {
  const { db } = database;
  await insertOffer(db, { partNumber: "MOVES-1", stock: 10 });
  const listId = await sendCheckedList(database, buyer, "MOVES-1\t5\nONE-1\t1", now);
  const change = (set: string) =>
    db.query({
      name: "",
      text: `update offers set ${set} where part_number = 'MOVES-1'`,
      values: [],
    });
  await change("list_price = 1100");
  assert.deepEqual(await add(listId), { outcome: "changed", rows: 1 });
  assert.equal((await readListRows(db, listId))[0]?.unitPrice?.minor, 1100n);
  await change("received = 4");
  assert.deepEqual(await add(listId), { outcome: "changed", rows: 1 });
  assert.deepEqual(await statesOf(db, listId), ["short", "ready"]);
  assert.equal((await add(listId)).outcome, "added");
  assert.deepEqual(await statesOf(db, listId), ["short", "added"]);
});

test("a row with a new offer or currency at the same price is reported and stored", async () => {
  const { db } = database;
  await insertOffer(db, { partNumber: "SWAPS-1", vendor: "First" });
  await insertOffer(db, { partNumber: "SWAPS-1", vendor: "Second", status: "ON_HOLD" });
  const run = (text: string) => db.query({ name: "", text, values: [] });
  const swapped = await sendCheckedList(database, buyer, "SWAPS-1\t1", now);
  await run(`update offers set status = case vendor when 'First' then 'ON_HOLD' else 'ACTIVE' end
    where part_number = 'SWAPS-1'`);
  assert.deepEqual(await add(swapped), { outcome: "changed", rows: 1 });
  assert.equal((await add(swapped)).outcome, "added");
  const turned = await sendCheckedList(database, buyer, "SWAPS-1\t1", now);
  await run("update offers set currency = 'EUR' where part_number = 'SWAPS-1'");
  assert.deepEqual(await add(turned), { outcome: "changed", rows: 1 });
});

test("lists with unchecked rows or without a ready row add nothing", async () => {
  const { db } = database;
  const waiting = await sendList(db, buyer, "ONE-1\t1", now);
  assert.deepEqual(await add(waiting), { outcome: "checking" });
  const listId = await sendCheckedList(database, buyer, "NEVER-1\t1", now);
  assert.deepEqual(await add(listId), { outcome: "nothing" });
});

test("each currency gets its own draft", async () => {
  const listId = await sendCheckedList(database, buyer, "ONE-1\t1\nEURO-1\t1\nTWO-1\t1", now);
  const added = await add(listId);
  assert.ok(added.outcome === "added");
  assert.deepEqual(await Promise.all(added.orderIds.map(linesOf)), [
    ["ONE-1 x 1", "TWO-1 x 1"],
    ["EURO-1 x 1"],
  ]);
});

test("rows can be added to an existing draft of one currency", async () => {
  const { db } = database;
  const first = await add(await sendCheckedList(database, buyer, "ONE-1\t1", now));
  assert.ok(first.outcome === "added");
  const [draftId = ""] = first.orderIds;
  const second = await sendCheckedList(database, buyer, "ONE-1\t2\nTWO-1\t1", now);
  assert.deepEqual(await add(second, { draftId }), {
    outcome: "added",
    orderIds: [draftId],
    created: 0,
  });
  assert.deepEqual(await linesOf(draftId), ["ONE-1 x 3", "TWO-1 x 1"]);
  const mixed = await sendCheckedList(database, buyer, "ONE-1\t1\nEURO-1\t1", now);
  assert.deepEqual(await add(mixed, { draftId }), { outcome: "several currencies" });
  const euro = await sendCheckedList(database, buyer, "EURO-1\t1", now);
  assert.equal((await add(euro, { draftId })).outcome, "refused");
  assert.deepEqual(await statesOf(db, euro), ["ready"]);
});

test("another account's list is unknown, and so is another account's draft", async () => {
  const { db } = database;
  const listId = await sendCheckedList(database, buyer, "ONE-1\t1", now);
  const stranger = await insertBuyer(db, now);
  assert.deepEqual(await add(listId, { signedIn: stranger }), { outcome: "unknown" });
  const theirs = await sendCheckedList(database, stranger, "ONE-1\t1", now);
  const list = await selectList(db, stranger.account.accountId, theirs);
  const own = await add(listId);
  assert.ok(own.outcome === "added");
  const request = { listId: theirs, version: list?.version ?? 0, signedIn: stranger };
  const draftId = own.orderIds[0] ?? "";
  assert.deepEqual(await add(theirs, { ...request, draftId }), { outcome: "no draft" });
});
