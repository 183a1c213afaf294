// A list that was ordered before says so above its rows, so that nobody orders it twice by mistake.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type { AccountId } from "../../src/accounts/account.ts";
import { checkList } from "../../src/quickOrders/checkList.ts";
import { selectSameLists } from "../../src/quickOrders/repeated/sameListQueries.ts";
import { insertOffer } from "../support/insertOffer.ts";
import { listIdOf, pasteCheckedList } from "../support/sendList.ts";
import { openTestApp, type TestApp } from "../support/testApp.ts";
import { openVisitor, type TestVisitor } from "../support/testVisitor.ts";

let app: TestApp;
let accountId: AccountId;
let as: TestVisitor;

before(async () => {
  app = await openTestApp();
  ({ accountId } = await app.openAccount());
  as = await openVisitor(app, accountId);
  for (const partNumber of ["ONE-1", "TWO-2"]) {
    await insertOffer(app.database.db, { partNumber, stock: 900 });
  }
});

after(() => app.close());

const send = (rows: string, by = as) => pasteCheckedList(app, by, rows);
const warning = /You may be ordering the same parts twice/;

/** Adds the ready rows of a list to a new draft; returns its address. */
async function add(address: string): Promise<string> {
  const added = await as.post(`${address}/add`, { version: "1", draft: "" });
  assert.equal(added.statusCode, 303, added.body);
  return String(added.headers.location).replace(/\?.*/, "");
}

async function expectWarning(address: string, first: string, order: string) {
  const { body } = await as.get(address);
  assert.match(body, warning);
  const [, notice = ""] = /(The same list was created by [\s\S]*?)<\/p>/.exec(body) ?? [];
  assert.ok(notice.includes(`href="${first}?show&#61;all"`), notice);
  assert.match(notice, new RegExp(`It was added to <a href="${order}">[^<]+</a> .Draft.`));
}

test("the same rows name the list and order that have them, in any order and layout", async () => {
  const first = await send("ONE-1\t3\nTWO-2\t4");
  assert.doesNotMatch((await as.get(await send("ONE-1\t3\nTWO-2\t4"))).body, warning);
  const order = await add(first);
  for (const rows of [
    "ONE-1\t3\nTWO-2\t4",
    "TWO-2 x 4\none-1 x 3",
    "Qty,Cond,Part number\n4,NE,TWO-2\n3,,ONE-1\nBest regards,,",
  ]) {
    await expectWarning(await send(rows), first, order);
  }
  for (const rows of ["ONE-1\t3\nTWO-2\t5", "ONE-1\t3", "ONE-1\t3\nTWO-2\t4\nTWO-2\t4"]) {
    assert.doesNotMatch((await as.get(await send(rows))).body, warning, rows);
  }
});

test("a list is not compared with itself, and what is completely ordered needs no warning", async () => {
  const address = await send("ONE-1\t11");
  await add(address);
  assert.doesNotMatch((await as.get(`${address}?show=all`)).body, warning);
  const again = await send("ONE-1\t11");
  await add(again);
  assert.doesNotMatch((await as.get(`${again}?show=all`)).body, warning);
});

test("a warning never prevents adding the rows", async () => {
  const first = await send("ONE-1\t12");
  await add(first);
  const again = await send("ONE-1\t12");
  assert.match((await as.get(again)).body, warning);
  assert.match(await add(again), /^\/orders\//);
});

test("the same upload is recognized after its rows were edited, and before they are checked", async () => {
  const text = "ONE-1\t13\nNEVER-9\t1";
  const first = await send(text);
  await add(first);
  const { db } = app.database;
  await db.query({
    name: "test_forget_rows",
    text: "update quick_orders set rows_digest = null where quick_order_id = $1",
    values: [listIdOf(first)],
  });
  const sent = await as.post("/quick-order", { rows: text });
  assert.match((await as.get(String(sent.headers.location))).body, warning);
  await checkList(app.database, listIdOf(String(sent.headers.location)), () => app.clock.now);
});

test("another account is never told, a colleague is", async () => {
  const first = await send("ONE-1\t14");
  await add(first);
  const colleague = await openVisitor(app, accountId);
  assert.match((await colleague.get(await send("ONE-1\t14", colleague))).body, warning);
  const stranger = await openVisitor(app, (await app.openAccount()).accountId);
  assert.doesNotMatch((await stranger.get(await send("ONE-1\t14", stranger))).body, warning);
});

test("ordering a list again is no mistake, but a list that was ordered so counts", async () => {
  const first = await send("ONE-1\t15");
  const again = await as.post(`${first}/repeat`, {});
  const copy = String(again.headers.location);
  await checkList(app.database, listIdOf(copy), () => app.clock.now);
  await add(first);
  assert.doesNotMatch((await as.get(copy)).body, warning);
  await add(copy);
  const lists = await findSame(await send("ONE-1\t15"));
  assert.deepEqual(
    lists.map(({ listId }) => listId),
    [listIdOf(copy), listIdOf(first)],
  );
});

async function findSame(address: string, since = new Date(0)) {
  const found = await selectSameLists(app.database.db, accountId, listIdOf(address), since);
  return found.filter(({ isSame }) => isSame);
}

test("only what was ordered since then counts, and no order that was cancelled", async () => {
  const { db } = app.database;
  const first = await send("ONE-1\t16");
  const order = (await add(first)).replace("/orders/", "");
  const same = await send("ONE-1\t16");
  const [changed] = await db.query<{ at: Date; next: Date }>({
    name: "test_order_change",
    text: `select changed_at as at, changed_at + interval '1 ms' as next from orders
      where order_id = $1`,
    values: [order],
  });
  assert.ok(changed);
  assert.equal((await findSame(same, changed.at)).length, 1);
  assert.equal((await findSame(same, changed.next)).length, 0);
  await db.query({
    name: "test_cancel",
    text: "update orders set status = 'cancelled' where order_id = $1",
    values: [order],
  });
  assert.equal((await findSame(same)).length, 0);
});
