import assert from "node:assert/strict";
import { before, test } from "node:test";
import { awaitWaiting } from "../support/awaitLocks.ts";
import { insertOffer } from "../support/insertOffer.ts";
import { runSql } from "../support/runSql.ts";
import { share } from "../support/share.ts";
import { openTestApp } from "../support/testApp.ts";

const app = share(() => openTestApp({ rateLimitOrders: 0 }, 8));
const buyer = share(() => app.openAccount());
let partId: string;

before(async () => {
  await insertOffer(app.database.db, { partNumber: "P1", stock: 50 });
  partId = await buyer.partId("P1");
});

const orderOf = (quantity: number, account = buyer, key?: string, extra = {}) =>
  account.post(
    "orders",
    { items: [{ part_id: partId, quantity }], ...extra },
    key === undefined ? {} : { "idempotency-key": key },
  );

async function countOrders(): Promise<number> {
  const text = "select count(*)::integer as count from orders";
  const rows = await runSql<{ count: number }>(app.database.db, text);
  return rows[0]?.count ?? -1;
}

test("a repeated Idempotency-Key returns the first response byte for byte and writes nothing", async () => {
  const first = await orderOf(2, buyer, "PO-1");
  assert.equal(first.headers["idempotent-replayed"], undefined);
  const before = await countOrders();
  app.clock.now = new Date(app.clock.now.getTime() + 1);
  const second = await orderOf(2, buyer, "PO-1");
  assert.equal(second.statusCode, 201);
  assert.equal(second.body, first.body);
  assert.equal(second.headers["location"], first.headers["location"]);
  assert.equal(second.headers["idempotent-replayed"], "true");
  assert.equal(await countOrders(), before);
});

test("bodies are compared after parsing: key order, white space, unknown fields and null do not matter", async () => {
  const first = await orderOf(2, buyer, "PO-2");
  const response = await app.server.inject({
    method: "POST",
    url: "/api/b2b/orders",
    headers: {
      authorization: `Bearer ${buyer.key}`,
      "content-type": "application/json",
      "idempotency-key": "PO-2",
    },
    payload: `{ "notes": null, "t": 7, "items": [ {"quantity": 2.0, "part_id": "${partId}"} ] }`,
  });
  assert.equal(response.body, first.body);
});

/** A part_id of P1 from another second than the others. */
async function lookUpAgain(account = buyer): Promise<string> {
  app.clock.now = new Date(app.clock.now.getTime() + 1000);
  const again = await account.partId("P1");
  assert.notEqual(again, partId);
  return again;
}

const texts = { po_number: "4711", ship_to: "Dock 4", notes: "call" };
const sent = (part_id: unknown, item: object = {}, order: object = {}) => ({
  items: [{ part_id, quantity: 2, remark: "job 1", needed_by: "2099-01-02", ...item }],
  ...texts,
  ...order,
});

test("a part that is looked up again is the same part, also when its first part_id has expired", async () => {
  const key = { "idempotency-key": "PO-AGAIN" };
  const first = await buyer.post("orders", sent(partId), key);
  const before = await countOrders();
  const { now } = app.clock;
  for (const wait of [0, 86_400_000]) {
    app.clock.now = new Date(now.getTime() + wait);
    for (const part_id of [await lookUpAgain(), partId]) {
      const again = await buyer.post("orders", sent(part_id), key);
      assert.deepEqual([again.statusCode, again.body], [201, first.body]);
      assert.equal(again.headers["idempotent-replayed"], "true");
    }
  }
  const later = await buyer.post("orders", sent(partId), { "idempotency-key": "PO-LATER" });
  assert.equal(later.json().error.code, "PART_ID_EXPIRED");
  app.clock.now = now;
  assert.equal(await countOrders(), before);
});

test("a request is compared with the first request, not with what became of its order", async () => {
  const key = { "idempotency-key": "PO-EDITED" };
  const first = await buyer.post("orders", sent(partId), key);
  const values = [first.json().order.order_id];
  for (const text of [
    "update orders set notes = 'edited', po_number = '1', version = 2 where order_id = $1",
    "delete from order_lines where order_id = $1",
  ]) {
    await runSql(app.database.db, text, values);
  }
  const again = await buyer.post("orders", sent(await lookUpAgain()), key);
  assert.deepEqual([again.statusCode, again.body], [201, first.body]);
});

const item = (body: ReturnType<typeof sent>) => body.items[0];
const differences: readonly (readonly [string, (same: string, other: string) => object])[] = [
  ["items[0].part_id", (_, other) => sent(other, { quantity: 3 })],
  ["items[0].part_id", () => sent("pt_garbage")],
  ["items[0].quantity", (same) => sent(same, { quantity: 3, remark: "x" })],
  ["items[0].remark", (same) => sent(same, { remark: null, needed_by: null })],
  ["items[0].needed_by", (same) => sent(same, { needed_by: "2099-01-03" })],
  [
    "items[1].part_id",
    (same) => ({ ...sent(same), items: [item(sent(same)), item(sent(same))], notes: "" }),
  ],
  ["po_number", (same) => sent(same, {}, { po_number: null, notes: "x" })],
  ["ship_to", (same) => sent(same, {}, { ship_to: null })],
  ["notes", (same) => sent(same, {}, { notes: "x" })],
];

test("another request with the same key names the order and the first field that differs", async () => {
  await insertOffer(app.database.db, { partNumber: "P2", stock: 50 });
  const other = await buyer.partId("P2");
  const key = { "idempotency-key": "PO-3" };
  const first = (await buyer.post("orders", sent(partId), key)).json().order.order_id;
  const same = await lookUpAgain();
  for (const [path, write] of differences) {
    const second = await buyer.post("orders", write(same, other), key);
    assert.equal(second.statusCode, 422, path);
    const { code, message, details } = second.json().error;
    assert.deepEqual(
      [code, details[0].path, details[0].order_id, details.length],
      ["IDEMPOTENCY_KEY_REUSED", path, first, 1],
    );
    assert.ok(message.includes(first) && message.includes(path), message);
    assert.doesNotMatch(JSON.stringify(second.json()), /new key|another key/);
  }
});

test("an order that was stored with a hash only replays to the same body, and names no field", async () => {
  const key = { "idempotency-key": "PO-OLD" };
  const first = await buyer.post("orders", sent(partId), key);
  const { order_id } = first.json().order;
  const owner = await app.database.openOwner();
  await owner.client.query("update orders set request = null where order_id = $1", [order_id]);
  await owner.close();
  assert.equal((await buyer.post("orders", sent(partId), key)).body, first.body);
  const other = (await buyer.post("orders", sent(partId, { quantity: 3 }), key)).json();
  assert.equal(other.error.code, "IDEMPOTENCY_KEY_REUSED");
  assert.deepEqual([other.error.details[0].path, other.error.details[0].order_id], ["", order_id]);
});

test("after an error, a corrected body can use the same key", async () => {
  assert.equal((await orderOf(51, buyer, "PO-4")).json().error.code, "INSUFFICIENT_STOCK");
  assert.equal((await orderOf(50, buyer, "PO-4")).statusCode, 201);
});

test("a key is bound for the life of its order, even after its part_ids and part have expired", async () => {
  const first = await orderOf(3, buyer, "PO-5");
  const { db } = app.database;
  app.clock.now = new Date(app.clock.now.getTime() + 90 * 86_400_000);
  await runSql(db, "update offers set status = 'ON_HOLD'");
  assert.equal((await orderOf(3, buyer, "PO-5")).body, first.body);
  await runSql(db, "update offers set status = 'ACTIVE'");
  app.clock.now = new Date();
});

test("equal keys of two accounts are independent", async () => {
  const other = await app.openAccount();
  const items = [{ part_id: await other.partId("P1"), quantity: 1 }];
  const mine = (await orderOf(1, buyer, "PO-6")).json();
  const theirs = (await other.post("orders", { items }, { "idempotency-key": "PO-6" })).json();
  assert.notEqual(theirs.order.order_id, mine.order.order_id);
});

test("without a key, each request creates a new order", async () => {
  const [first, second] = [(await orderOf(1)).json(), (await orderOf(1)).json()];
  assert.notEqual(first.order.order_id, second.order.order_id);
});

test("keys of 1 to 255 printable ASCII characters are accepted, others rejected", async () => {
  for (const key of ["k", "K".repeat(255), "PO 4711 / 2026-11-21 ~!"]) {
    assert.equal((await orderOf(1, buyer, key)).statusCode, 201, key);
  }
  for (const key of ["", "K".repeat(256), "ключ", "tab\there"]) {
    const response = await orderOf(1, buyer, key);
    assert.equal(response.statusCode, 400, key);
    assert.equal(response.json().error.details[0].path, "Idempotency-Key");
  }
});

test("100 concurrent equal requests with one key create one order and get equal responses", async () => {
  const before = await countOrders();
  const answers = await Promise.all(Array.from({ length: 100 }, () => orderOf(4, buyer, "PO-100")));
  assert.deepEqual([...new Set(answers.map((answer) => answer.statusCode))], [201]);
  assert.equal(new Set(answers.map((answer) => answer.body)).size, 1);
  const replayed = answers.filter((answer) => answer.headers["idempotent-replayed"] === "true");
  assert.equal(replayed.length, 99);
  assert.equal(await countOrders(), before + 1);
});

test("a retry that would be refused gets the order that the first request is storing", async () => {
  const { db } = app.database;
  const session = await db.openSession();
  await session.client.query("begin; lock table order_lines in share mode");
  const first = orderOf(1, buyer, "PO-SLOW");
  await awaitWaiting(db, "relation");
  await runSql(db, "update offers set status = 'ON_HOLD'");
  const second = orderOf(1, buyer, "PO-SLOW");
  await awaitWaiting(db, "advisory");
  await session.client.query("rollback");
  await session.close();
  assert.equal((await first).statusCode, 201);
  assert.equal((await second).body, (await first).body);
  assert.equal((await second).headers["idempotent-replayed"], "true");
  assert.equal((await orderOf(1, buyer, "PO-HELD")).json().error.code, "PART_NOT_ORDERABLE");
  await runSql(db, "update offers set status = 'ACTIVE'");
});

test("an order that waits too long for a lock other than its key's is UNAVAILABLE", async () => {
  const session = await app.database.openOwner();
  await session.client.query("begin; lock table agreement_rules in access exclusive mode");
  const late = await orderOf(1, buyer, "PO-LATE");
  await session.client.query("rollback");
  await session.close();
  assert.deepEqual([late.statusCode, late.json().error.code], [503, "UNAVAILABLE"]);
  assert.equal((await orderOf(1, buyer, "PO-LATE")).headers["idempotent-replayed"], undefined);
});

test("a second request waits for the first, then gets IDEMPOTENCY_IN_PROGRESS with Retry-After", async () => {
  const session = await app.database.db.openSession();
  await session.client.query("begin");
  const name = `order ${buyer.accountId} PO-BUSY`;
  await session.client.query("select pg_advisory_xact_lock(hashtextextended($1, 0))", [name]);
  const startedMs = performance.now();
  const response = await orderOf(1, buyer, "PO-BUSY");
  const waitedMs = performance.now() - startedMs;
  await session.client.query("rollback");
  await session.close();
  assert.equal(response.statusCode, 409);
  assert.equal(response.json().error.code, "IDEMPOTENCY_IN_PROGRESS");
  assert.match(String(response.headers["retry-after"]), /^\d+$/);
  assert.ok(waitedMs > 3_000, `${waitedMs} ms`);
  assert.equal((await orderOf(1, buyer, "PO-BUSY")).statusCode, 201);
});
