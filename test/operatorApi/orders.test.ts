// The orders of all accounts for the distributor's own systems.
import assert from "node:assert/strict";
import { before, test } from "node:test";
import { selectAuditEvents } from "../../src/audit/queries.ts";
import { awaitWaiting } from "../support/awaitLocks.ts";
import { confirmOne } from "../support/confirmedOrder.ts";
import { insertOffer } from "../support/insertOffer.ts";
import { openSystem } from "../support/operatorApi.ts";
import { placeDraft } from "../support/placeDraft.ts";
import { runSql } from "../support/runSql.ts";
import { share } from "../support/share.ts";
import { openTestApp } from "../support/testApp.ts";

const app = share(() => openTestApp({ rateLimitCatalog: 0, rateLimitOrders: 0 }, 30));
let system: Awaited<ReturnType<typeof openSystem>>;

before(async () => {
  await insertOffer(app.database.db, { partNumber: "FEED-1", stock: 1_000_000 });
  system = await openSystem(app);
});

type Listed = { order_id: string; updated_at: string; account_id: string };
type Page = { orders: Listed[]; next_cursor: string; has_more: boolean };

async function list(query: string): Promise<Page> {
  const answer = await system.get(`/orders?${query}`);
  assert.equal(answer.statusCode, 200, answer.body);
  return answer.json();
}

async function change(orderId: string, release: Promise<unknown>): Promise<void> {
  await app.database.db.transaction(async (tx) => {
    await runSql(tx, "update orders set version = version + 1 where order_id = $1", [orderId]);
    await release;
  });
}

/** The cursor after all changes so far. */
async function readAll(): Promise<string> {
  let page = await list("limit=100");
  while (page.has_more) page = await list(`limit=100&cursor=${page.next_cursor}`);
  return page.next_cursor;
}

test("the changes of all accounts are read oldest first, once, from where the reader was", async () => {
  const start = await readAll();
  const [one, other] = [await app.openAccount(), await app.openAccount()];
  const first = await placeDraft(one, { "FEED-1": 1 }, "A");
  const second = await placeDraft(other, { "FEED-1": 1 }, "B");
  const third = await placeDraft(one, { "FEED-1": 1 }, "C");
  const page = await list(`limit=2&cursor=${start}`);
  assert.deepEqual(
    page.orders.map(({ order_id, account_id }) => [order_id, account_id]),
    [
      [first, one.accountId],
      [second, other.accountId],
    ],
  );
  assert.equal(page.has_more, true);
  const rest = await list(`cursor=${page.next_cursor}`);
  assert.deepEqual([rest.orders.map(({ order_id }) => order_id), rest.has_more], [[third], false]);
  const none = await list(`cursor=${rest.next_cursor}`);
  assert.deepEqual([none.orders, none.next_cursor], [[], rest.next_cursor]);
  await change(first, Promise.resolve());
  const changed = await list(`cursor=${none.next_cursor}`);
  assert.deepEqual(
    changed.orders.map(({ order_id }) => order_id),
    [first],
  );
  for (const [filter, expected] of [
    [`account=${other.accountId}`, [second]],
    ["po_number=C", [third]],
    ["status=confirmed", []],
  ] as const) {
    const { orders } = await list(`${filter}&cursor=${start}`);
    assert.deepEqual(
      orders.map(({ order_id }) => order_id),
      expected,
      filter,
    );
  }
});

test("an order has its account and its lines with all that was asked for, by id and by number", async () => {
  const { orderId, orderNumber, account, partNumber } = await confirmOne(app, "PO-1");
  const byId = (await system.get(`/orders/${orderId}`)).json();
  assert.deepEqual((await system.get(`/orders/${orderNumber}`)).json(), byId);
  const { order } = byId;
  assert.deepEqual(
    [order.account_id, order.po_number, order.status, order.lines.length],
    [account.accountId, "PO-1", "confirmed", 1],
  );
  const [line] = order.lines;
  assert.equal(line.part_number, partNumber);
  for (const name of ["manufacturer", "cage", "certificate", "remark", "needed_by", "requested"]) {
    assert.ok(name in line, name);
  }
});

test("a fulfilled order stays so: the same request again changes nothing, another is refused", async () => {
  const { orderId, orderNumber } = await confirmOne(app, null);
  const fulfil = (reference: string) => system.post(`/orders/${orderNumber}/fulfil`, { reference });
  const done = await fulfil("DN-1");
  assert.deepEqual(
    [done.statusCode, done.json().order.status, done.json().order.fulfilment_reference],
    [200, "fulfilled", "DN-1"],
  );
  const again = await fulfil("DN-1");
  assert.deepEqual([again.statusCode, again.json()], [200, done.json()]);
  const other = await fulfil("DN-2");
  assert.deepEqual([other.statusCode, other.json().error.code], [409, "CONFLICT"]);
  assert.equal(other.json().error.details[0].state, "fulfilled");
  const cancelled = await system.post(`/orders/${orderId}/cancel`, { reason: "Late" });
  assert.equal(cancelled.statusCode, 409);
  const filter = { subjectId: orderId };
  const events = await selectAuditEvents(app.database.db, filter, { before: null, limit: 9 });
  assert.deepEqual(
    events.map(({ action, operatorName, operatorRole }) => [action, operatorName, operatorRole]),
    [["fulfilled an order", "erp", "key"]],
  );
});

test("an order that is cancelled returns its stock; a draft is not cancelled here", async () => {
  const { orderId, account, partNumber, stock } = await confirmOne(app, null);
  const readStock = async () => {
    const found = await account.post("catalog", { part_numbers: [partNumber] });
    return found.json().found_parts[0].available_stock;
  };
  assert.equal(await readStock(), stock - 2);
  const cancel = (reason: string) => system.post(`/orders/${orderId}/cancel`, { reason });
  const done = await cancel("Recall");
  assert.deepEqual([done.statusCode, done.json().order.status], [200, "cancelled"]);
  assert.equal(await readStock(), stock);
  assert.equal((await cancel("Recall")).statusCode, 200);
  assert.equal((await cancel("Other")).statusCode, 409);
  assert.equal(await readStock(), stock);
  const draft = await placeDraft(account, { "FEED-1": 1 }, null);
  const refused = await system.post(`/orders/${draft}/cancel`, { reason: "No" });
  assert.equal(refused.json().error.details[0].state, "draft");
});

test("a body without its field, a wrong parameter and an unknown order are refused", async () => {
  const { orderId } = await confirmOne(app, null);
  for (const body of [{}, { reference: "" }, { reference: "a\0b" }, { reference: 5 }, null, []]) {
    const answer = await system.post(`/orders/${orderId}/fulfil`, body);
    assert.deepEqual([answer.statusCode, answer.json().error.code], [400, "VALIDATION_FAILED"]);
  }
  for (const query of ["cursor=abc", "updated_since=yesterday", "account=nobody", "limit=101"]) {
    assert.equal((await system.get(`/orders?${query}`)).statusCode, 400, query);
  }
  for (const id of ["SO-1", "x", "01900000-0000-7000-8000-000000000000"]) {
    assert.equal((await system.get(`/orders/${id}`)).statusCode, 404, id);
  }
});

test("a reader waits for a change in progress of any account", { timeout: 20_000 }, async () => {
  const [one, other] = [await app.openAccount(), await app.openAccount()];
  const slow = await placeDraft(one, { "FEED-1": 1 }, null);
  const quick = await placeDraft(other, { "FEED-1": 1 }, null);
  const start = await readAll();
  const release = Promise.withResolvers<void>();
  const held = Promise.withResolvers<void>();
  const changing = app.database.db.transaction(async (tx) => {
    await runSql(tx, "update orders set version = version + 1 where order_id = $1", [slow]);
    held.resolve();
    await release.promise;
  });
  await held.promise;
  await change(quick, Promise.resolve());
  const reading = list(`cursor=${start}`);
  await awaitWaiting(app.database.db, "advisory");
  release.resolve();
  await changing;
  const { orders } = await reading;
  assert.deepEqual(
    orders.map(({ order_id }) => order_id),
    [slow, quick],
  );
});

test("while ten writers change orders of many accounts, a reader misses no last state", async () => {
  const accounts = await Promise.all(Array.from({ length: 5 }, () => app.openAccount()));
  const ids: string[] = [];
  for (let place = 0; place < 20; place += 1) {
    const account = accounts[place % accounts.length] ?? assert.fail();
    ids.push(await placeDraft(account, { "FEED-1": 1 }, null));
  }
  const seen = new Map<string, string>();
  let cursor = await readAll();
  const readOnce = async (): Promise<number> => {
    const page = await list(`limit=7&cursor=${cursor}`);
    for (const { order_id, updated_at } of page.orders) seen.set(order_id, updated_at);
    cursor = page.next_cursor;
    return page.orders.length;
  };
  let isDone = false;
  const writers = Array.from({ length: 10 }, async (_, writer) => {
    for (let round = 0; round < 20; round += 1) {
      const id = ids[(writer * 2 + (round % 2)) % ids.length] ?? "";
      await change(id, new Promise((resolve) => setTimeout(resolve, (writer * 7 + round) % 9)));
    }
  });
  const reading = (async () => {
    while (!isDone) await readOnce();
  })();
  await Promise.all(writers);
  isDone = true;
  await reading;
  while ((await readOnce()) > 0);
  for (const id of ids) {
    const { order } = (await system.get(`/orders/${id}`)).json();
    assert.equal(seen.get(id), order.updated_at, id);
  }
});
