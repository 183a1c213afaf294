// Following the changes of orders with `updated_since` (decision 156).

import assert from "node:assert/strict";
import { before, test } from "node:test";
import type { Order, OrderListAnswer } from "../../src/kit/contract/orders.ts";
import { endOrder } from "../../src/orders/endOrder.ts";
import { correctReference } from "../../src/orders/operatorChanges.ts";
import type { OrderAction } from "../../src/orders/orderEvent.ts";
import { awaitWaiting } from "../support/awaitLocks.ts";
import { confirmOne } from "../support/confirmedOrder.ts";
import { insertOffer } from "../support/insertOffer.ts";
import { placeDraft } from "../support/placeDraft.ts";
import { runSql } from "../support/runSql.ts";
import { share } from "../support/share.ts";
import { openTestApp, type TestAccount } from "../support/testApp.ts";
import { anyOperator } from "../support/testOperator.ts";

const longAgo = "2020-01-01T00:00:00Z";

const app = share(() => openTestApp({ rateLimitCatalog: 0, rateLimitOrders: 0 }));

before(async () => {
  await insertOffer(app.database.db, { partNumber: "P2", stock: 1_000_000 });
});

const byOperator = (): OrderAction => ({ actor: anyOperator, now: app.clock.now });

async function poll(
  account: TestAccount,
  cursor: string | null,
  more = "",
): Promise<OrderListAnswer> {
  const from = cursor === null ? "" : `&cursor=${cursor}`;
  const response = await account.get(`orders?updated_since=${longAgo}${from}${more}`);
  assert.equal(response.statusCode, 200, response.body);
  return response.json();
}

/** Changes an order as the service does, and holds the change until `release` resolves. */
async function change(orderId: string, release: Promise<unknown>): Promise<void> {
  await app.database.db.transaction(async (tx) => {
    await runSql(tx, "update orders set version = version + 1 where order_id = $1", [orderId]);
    await release;
  });
}

const idsOf = (answer: OrderListAnswer): string[] => answer.orders.map(({ order_id }) => order_id);

test("an order says when it was confirmed, delivered and cancelled, with reference and reason", async () => {
  const { db } = app.database;
  const first = await confirmOne(app, "4711");
  const second = await confirmOne(app, null, first);
  const read = async (orderId: string): Promise<Order> =>
    (await first.account.get(`orders/${orderId}`)).json().order;
  const placed = await read(await placeDraft(first.account, { P2: 1 }, null));
  assert.equal(placed.updated_at, placed.created_at);
  assert.deepEqual([placed.confirmed_at, placed.cancellation_reason], [null, null]);
  const now = app.clock.now.toISOString();
  assert.equal((await read(first.orderId)).confirmed_at, now);
  await db.transaction((tx) =>
    endOrder(tx, first.orderId, { kind: "fulfilled", reference: "DN-1" }, byOperator()),
  );
  await db.transaction((tx) =>
    endOrder(tx, second.orderId, { kind: "cancelled", reason: "Recall" }, byOperator()),
  );
  const [fulfilled, cancelled] = [await read(first.orderId), await read(second.orderId)];
  assert.deepEqual(
    [fulfilled.fulfilled_at, fulfilled.fulfilment_reference, fulfilled.cancelled_at],
    [now, "DN-1", null],
  );
  assert.deepEqual(
    [cancelled.confirmed_at, cancelled.cancelled_at, cancelled.cancellation_reason],
    [now, now, "Recall"],
  );
  const { orders } = await poll(first.account, null);
  assert.deepEqual(orders, [placed, fulfilled, cancelled]);
});

test("a corrected reference is a change that a poll returns; the order stays fulfilled", async () => {
  const { db } = app.database;
  const { account, orderId } = await confirmOne(app, null);
  const by = byOperator();
  await db.transaction((tx) => endOrder(tx, orderId, { kind: "fulfilled", reference: "DN-1" }, by));
  const first = await poll(account, null);
  const [before] = first.orders;
  const correction = { orderId, version: 3, reference: "DN-2", actor: anyOperator };
  const { outcome } = await correctReference(db, { ...correction, now: app.clock.now });
  assert.equal(outcome, "done");
  const { orders } = await poll(account, first.next_cursor);
  const updated_at = orders[0]?.updated_at;
  assert.notEqual(updated_at, before?.updated_at);
  assert.deepEqual(orders, [{ ...before, updated_at, fulfilment_reference: "DN-2" }]);
  const one = await account.get(`orders/${orderId}`);
  assert.deepEqual(one.json().order, orders[0]);
});

test("a poll returns the oldest change first, and continues where it ended", async () => {
  const account = await app.openAccount();
  const empty = await poll(account, null);
  assert.deepEqual([empty.orders, empty.has_more], [[], false]);
  const ids: string[] = [];
  for (let place = 0; place < 3; place += 1) ids.push(await placeDraft(account, { P2: 1 }, "A"));
  const [first = "", second = "", third = ""] = ids;
  const page = await poll(account, empty.next_cursor, "&limit=2");
  assert.deepEqual([idsOf(page), page.has_more], [[first, second], true]);
  const rest = await poll(account, page.next_cursor, "&limit=2");
  assert.deepEqual([idsOf(rest), rest.has_more], [[third], false]);
  assert.deepEqual(idsOf(await poll(account, rest.next_cursor)), []);
  await change(second, Promise.resolve());
  await change(first, Promise.resolve());
  assert.deepEqual(idsOf(await poll(account, rest.next_cursor)), [second, first]);
  assert.deepEqual(idsOf(await poll(account, rest.next_cursor, "&po_number=B")), []);
  const other = await app.openAccount();
  assert.deepEqual(idsOf(await poll(other, rest.next_cursor)), []);
});

test("a cursor with a time that no order can have is refused", async () => {
  const account = await app.openAccount();
  const { next_cursor } = await poll(account, null);
  const bytes = Buffer.from(next_cursor ?? "", "base64url");
  for (const micros of [2n ** 63n - 1n, -(2n ** 63n)]) {
    bytes.writeBigInt64BE(micros);
    const cursor = bytes.toString("base64url");
    const response = await account.get(`orders?updated_since=${longAgo}&cursor=${cursor}`);
    assert.equal(response.statusCode, 400, `${micros}: ${response.body}`);
  }
  for (const since of ["0000-01-01T00:00:00%2B23:59", "9999-12-31T23:59:59.999-23:59"]) {
    const first = await account.get(`orders?updated_since=${since}`);
    assert.equal(first.statusCode, 200, first.body);
    const cursor = first.json().next_cursor;
    const second = await account.get(`orders?updated_since=${since}&cursor=${cursor}`);
    assert.equal(second.statusCode, 200, second.body);
  }
});

test("a poll waits for a change in progress, so that none is committed behind its cursor", {
  timeout: 20_000,
}, async () => {
  const account = await app.openAccount();
  const [slow, quick] = [
    await placeDraft(account, { P2: 1 }, null),
    await placeDraft(account, { P2: 1 }, null),
  ];
  const { next_cursor: cursor } = await poll(account, null);
  const release = Promise.withResolvers<void>();
  const changing = change(slow, release.promise);
  while ((await app.database.db.query(lockedText)).length === 0);
  await change(quick, Promise.resolve());
  const polling = poll(account, cursor);
  await awaitWaiting(app.database.db, "advisory");
  release.resolve();
  await changing;
  assert.deepEqual(idsOf(await polling), [slow, quick]);
});

test("a clock that is set back, as by a failover, leaves no change behind a cursor", async () => {
  const account = await app.openAccount();
  const [first, second] = [
    await placeDraft(account, { P2: 1 }, null),
    await placeDraft(account, { P2: 1 }, null),
  ];
  const session = await app.database.openOwner();
  await session.client.query("set session_replication_role = replica");
  await runSql(
    session,
    "update orders set changed_at = now() + interval '1 hour' where order_id = $1",
    [second],
  );
  await session.close();
  const before = await poll(account, null);
  assert.deepEqual(idsOf(before), [first, second]);
  await change(first, Promise.resolve());
  const after = await poll(account, before.next_cursor);
  assert.deepEqual(idsOf(after), [first]);
  await change(second, Promise.resolve());
  assert.deepEqual(idsOf(await poll(account, after.next_cursor)), [second]);
});

const lockedText = {
  name: "",
  text: `select from pg_locks l join pg_stat_activity a using (pid)
    where l.locktype = 'advisory' and l.mode = 'ShareLock' and l.granted
      and a.datname = current_database()`,
  values: [],
};

test("while many change orders at once, a poller sees the last state of each", async () => {
  const account = await app.openAccount();
  const ids: string[] = [];
  for (let place = 0; place < 12; place += 1) {
    ids.push(await placeDraft(account, { P2: 1 }, null));
  }
  const seen = new Map<string, string | undefined>();
  let cursor: string | null = null;
  const readOnce = async (): Promise<void> => {
    const answer: OrderListAnswer = await poll(account, cursor, "&limit=3");
    for (const order of answer.orders) seen.set(order.order_id, order.updated_at);
    cursor = answer.next_cursor;
  };
  let isDone = false;
  const writers = ids.slice(0, 4).map(async (_id, writer) => {
    for (let round = 0; round < 25; round += 1) {
      const id = ids[(writer * 3 + (round % 3)) % ids.length] ?? "";
      await change(id, new Promise((resolve) => setTimeout(resolve, (writer * 7 + round) % 9)));
    }
  });
  const reading = (async () => {
    while (!isDone) await readOnce();
  })();
  await Promise.all(writers);
  isDone = true;
  await reading;
  for (let page = 0; page < 8; page += 1) await readOnce();
  for (const id of ids) {
    const { order } = (await account.get(`orders/${id}`)).json();
    assert.equal(seen.get(id), order.updated_at, id);
  }
});

test("a cursor of the other list, a wrong time and an unknown parameter are refused", async () => {
  const account = await app.openAccount();
  await placeDraft(account, { P2: 1 }, null);
  await placeDraft(account, { P2: 1 }, null);
  const { next_cursor: changes } = await poll(account, null);
  const { next_cursor: pages } = (await account.get("orders?limit=1")).json();
  for (const [query, message] of [
    [`cursor=${changes}`, /cursor belongs to a list with updated_since/],
    [`updated_since=${longAgo}&cursor=${pages}`, /cursor belongs to a list without updated_since/],
    ["updated_since=yesterday", /updated_since must be a time like 2026/],
    ["updated_since=2026-13-01T00:00:00Z", /updated_since is not a time/],
    ["updated_since=2026-02-30T00:00:00Z", /updated_since is not a time/],
    ["updated_since=2026-11-21T00:00:00+02:00", /write \+ as %2B/],
    [
      "since=2026-01-01",
      /since is not a parameter .* po_number, order_number, status, updated_since, limit, cursor/,
    ],
  ] as const) {
    const response = await account.get(`orders?${query}`);
    assert.equal(response.statusCode, 400, query);
    assert.match(response.json().error.message, message);
  }
});
