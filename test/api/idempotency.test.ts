import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { awaitWaiting } from "../support/awaitLocks.ts";
import { insertOffer } from "../support/insertOffer.ts";
import { openTestApp, type TestAccount, type TestApp } from "../support/testApp.ts";

let app: TestApp;
let buyer: TestAccount;
let partId: string;

before(async () => {
  app = await openTestApp({ rateLimitOrders: 0 }, 8);
  buyer = await app.openAccount();
  await insertOffer(app.database.db, { partNumber: "P1", stock: 50 });
  const response = await buyer.post("catalog", { part_numbers: ["P1"] });
  partId = response.json().found_parts[0].part_id;
});

after(() => app.close());

const orderOf = (quantity: number, account = buyer, key?: string, extra = {}) =>
  account.post(
    "orders",
    { items: [{ part_id: partId, quantity }], ...extra },
    key === undefined ? {} : { "idempotency-key": key },
  );

async function countOrders(): Promise<number> {
  const text = "select count(*)::integer as count from orders";
  const rows = await app.database.db.query<{ count: number }>({ name: "count", text, values: [] });
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

test("the same key with another body is rejected with the id of the first order", async () => {
  const first = (await orderOf(1, buyer, "PO-3")).json().order.order_id;
  for (const second of [
    await orderOf(2, buyer, "PO-3"),
    await orderOf(1, buyer, "PO-3", { notes: "n" }),
  ]) {
    assert.equal(second.statusCode, 422);
    const { error } = second.json();
    assert.equal(error.code, "IDEMPOTENCY_KEY_REUSED");
    assert.equal(error.details[0].order_id, first);
    assert.match(error.message, new RegExp(first));
  }
});

test("after an error, a corrected body can use the same key", async () => {
  assert.equal((await orderOf(51, buyer, "PO-4")).json().error.code, "INSUFFICIENT_STOCK");
  assert.equal((await orderOf(50, buyer, "PO-4")).statusCode, 201);
});

test("a key is bound for the life of its order, even after its part_ids and part have expired", async () => {
  const first = await orderOf(3, buyer, "PO-5");
  const { db } = app.database;
  app.clock.now = new Date(app.clock.now.getTime() + 90 * 86_400_000);
  await db.query({ name: "hold", text: "update offers set status = 'ON_HOLD'", values: [] });
  assert.equal((await orderOf(3, buyer, "PO-5")).body, first.body);
  await db.query({ name: "unhold", text: "update offers set status = 'ACTIVE'", values: [] });
  app.clock.now = new Date();
});

test("equal keys of two accounts are independent", async () => {
  const other = await app.openAccount();
  const lookup = await other.post("catalog", { part_numbers: ["P1"] });
  const items = [{ part_id: lookup.json().found_parts[0].part_id, quantity: 1 }];
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
  await db.query({ name: "hold", text: "update offers set status = 'ON_HOLD'", values: [] });
  const second = orderOf(1, buyer, "PO-SLOW");
  await awaitWaiting(db, "advisory");
  await session.client.query("rollback");
  await session.close();
  assert.equal((await first).statusCode, 201);
  assert.equal((await second).body, (await first).body);
  assert.equal((await second).headers["idempotent-replayed"], "true");
  assert.equal((await orderOf(1, buyer, "PO-HELD")).json().error.code, "PART_NOT_ORDERABLE");
  await db.query({ name: "unhold", text: "update offers set status = 'ACTIVE'", values: [] });
});

test("an order that waits too long for a lock other than its key's is UNAVAILABLE", async () => {
  const session = await app.database.db.openSession();
  await session.client.query(
    "begin; set local role none; lock table agreement_rules in access exclusive mode",
  );
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
