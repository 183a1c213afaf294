// Orders whose commit is not answered, or not in time. A fault hits if the order exists although
// its request failed.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { setTimeout as delay } from "node:timers/promises";
import { insertOffer } from "../support/insertOffer.ts";
import { openProxiedApp, type ProxiedApp } from "../support/proxiedApp.ts";
import type { TestAccount } from "../support/testApp.ts";

const lostTries = 20;
const repeat = "The outcome is unknown. Repeat the request with the same Idempotency-Key.";
const check = "The outcome is unknown. Check GET /orders before you repeat it.";

let proxied: ProxiedApp;
let buyer: TestAccount;
let partId: string;

before(async () => {
  proxied = await openProxiedApp();
  buyer = await proxied.app.openAccount();
  await insertOffer(proxied.direct.db, { partNumber: "P1" });
  const looked = await buyer.post("catalog", { part_numbers: ["P1"] });
  partId = looked.json().found_parts[0].part_id;
});

after(() => proxied.close());

function order(key: string | null, poNumber = key) {
  const headers: Record<string, string> = key === null ? {} : { "idempotency-key": key };
  const body = { items: [{ part_id: partId, quantity: 1 }], po_number: poNumber };
  return buyer.post("orders", body, headers);
}

async function countOrders(poNumber: string): Promise<number> {
  const text = "select order_id from orders where po_number = $1";
  const values = [poNumber];
  return (await proxied.direct.db.query({ name: "test_count_orders", text, values })).length;
}

/** Locks each table in turn, `seconds` each, and resolves when the first is locked. */
async function lockInTurn(
  tables: Readonly<Record<string, number>>,
): Promise<{ readonly released: Promise<void> }> {
  const locked = Promise.withResolvers<void>();
  const lockAll = async (): Promise<void> => {
    const sessions = await Promise.all(Object.keys(tables).map(() => proxied.direct.openOwner()));
    for (const [place, table] of Object.keys(tables).entries()) {
      const client = sessions[place]?.client;
      await client?.query("begin");
      await client?.query(`lock table ${table} in access exclusive mode`);
    }
    locked.resolve();
    for (const [place, seconds] of Object.values(tables).entries()) {
      await delay(seconds * 1_000);
      await sessions[place]?.client.query("rollback");
      await sessions[place]?.close();
    }
  };
  const released = lockAll();
  await Promise.race([locked.promise, released]);
  return { released };
}

test("an order whose commit is not answered has an unknown outcome and can be repeated", async (t) => {
  let hits = 0;
  for (let attempt = 0; attempt < lostTries; attempt += 1) {
    const key = attempt % 2 === 0 ? `lost-${attempt}` : null;
    const poNumber = `lost-${attempt}`;
    proxied.proxy.loseCommits();
    const failed = await order(key, poNumber);
    proxied.proxy.restore();
    hits += await countOrders(poNumber);
    assert.equal(failed.statusCode, 503);
    assert.equal(failed.json().error.code, "UNAVAILABLE");
    assert.equal(failed.json().error.message, key === null ? check : repeat);
    if (key === null) continue;
    const repeated = await order(key, poNumber);
    assert.deepEqual([repeated.statusCode, repeated.headers["idempotent-replayed"]], [201, "true"]);
    assert.equal(await countOrders(poNumber), 1);
  }
  t.diagnostic(`${hits} of ${lostTries} orders exist although their requests failed`);
  assert.equal(hits, lostTries);
  assert.equal(proxied.proxy.countLostCommits(), lostTries);
});

test("an order that waits for a lock at its deadline, with its commit sent, is unknown", async () => {
  const { released } = await lockInTurn({ orders: 3, order_lines: 3 });
  const late = await order("late-commit");
  assert.equal(late.json().error?.message, repeat);
  assert.equal(late.statusCode, 503);
  await released;
  while ((await countOrders("late-commit")) === 0) await delay(50);
  const repeated = await order("late-commit");
  assert.deepEqual([repeated.statusCode, repeated.headers["idempotent-replayed"]], [201, "true"]);
});

test("an order that has read only a part at its deadline is never written", async () => {
  const { released } = await lockInTurn({ orders: 3, offers: 3 });
  const late = await order("late-read");
  assert.equal(late.statusCode, 503);
  assert.match(late.json().error.message, /temporarily unavailable/);
  await released;
  const repeated = await order("late-read");
  assert.deepEqual(
    [repeated.statusCode, repeated.headers["idempotent-replayed"]],
    [201, undefined],
  );
  assert.equal(await countOrders("late-read"), 1);
});

test("negative control: an order that waits for a lock for a second is placed", async () => {
  const { released } = await lockInTurn({ orders: 1 });
  assert.equal((await order("in-time")).statusCode, 201);
  await released;
});

test("an order whose connection is lost before its commit is not written, and not unknown", async () => {
  const { released } = await lockInTurn({ offers: 2 });
  const ordering = order("cut");
  await delay(500);
  proxied.proxy.refuse();
  const failed = await ordering;
  proxied.proxy.restore();
  await released;
  assert.equal(failed.statusCode, 503);
  assert.match(failed.json().error.message, /temporarily unavailable/);
  assert.equal(await countOrders("cut"), 0);
});
