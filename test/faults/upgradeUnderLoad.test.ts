// An upgrade while orders are placed and a transaction has the lock that a migration needs.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { setTimeout as delay } from "node:timers/promises";
import type { Session } from "../../src/db/database.ts";
import { migrateSchema } from "../../src/db/migrateSchema.ts";
import { insertOffer } from "../support/insertOffer.ts";
import { openTestApp, type TestAccount, type TestApp } from "../support/testApp.ts";

const migration = "0044-order-keys";
/** Longer than an order waits for a lock. */
const heldMs = 7_000;
const everyMs = 150;

let app: TestApp;
let buyer: TestAccount;
let partId: string;

before(async () => {
  app = await openTestApp({ rateLimitOrders: 0 });
  buyer = await app.openAccount();
  await insertOffer(app.database.db, { partNumber: "P1", stock: 1_000 });
  const looked = await buyer.post("catalog", { part_numbers: ["P1"] });
  partId = looked.json().found_parts[0].part_id;
});

after(() => app.close());

/** Runs `upgrade` behind a transaction that writes orders, and counts the orders that fail. */
async function orderDuring(
  upgrade: (owner: Session) => Promise<unknown>,
): Promise<{ readonly sent: number; readonly failed: number }> {
  const [owner, writer] = [await app.database.openOwner(), await app.database.openOwner()];
  await owner.client.query(`drop index orders_key_name;
    delete from schema_migrations where name = '${migration}'`);
  await writer.client.query("begin; lock table orders in row exclusive mode");
  const upgrading = upgrade(owner);
  const orders: Promise<number>[] = [];
  const body = { items: [{ part_id: partId, quantity: 1 }] };
  for (let waitedMs = 0; waitedMs < heldMs; waitedMs += everyMs) {
    orders.push(buyer.post("orders", body).then(({ statusCode }) => statusCode));
    await delay(everyMs);
  }
  await writer.client.query("rollback");
  await upgrading;
  await Promise.all([owner.close(), writer.close()]);
  const failed = (await Promise.all(orders)).filter((status) => status !== 201);
  return { sent: orders.length, failed: failed.length };
}

test("no order fails while a migration waits for a lock", async (t) => {
  const waits: string[] = [];
  const ran: string[] = [];
  const { sent, failed } = await orderDuring(async () => {
    ran.push(...(await migrateSchema(app.database.address, (line) => waits.push(line))));
  });
  t.diagnostic(`${failed} of ${sent} orders failed; the migration gave way ${waits.length} times`);
  assert.ok(waits.length >= 3, "the migration met the lock");
  assert.deepEqual([failed, ran], [0, [migration]]);
});

test("negative control: orders fail behind a migration that waits without a limit", async (t) => {
  const { sent, failed } = await orderDuring(async ({ client }) => {
    await client.query("create index orders_key_name on orders (order_id)");
  });
  t.diagnostic(`${failed} of ${sent} orders failed`);
  assert.ok(failed > 0);
});
