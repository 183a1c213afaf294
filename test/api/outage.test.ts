import assert from "node:assert/strict";
import { before, test } from "node:test";
import { setTimeout as delay } from "node:timers/promises";
import { insertOffer } from "../support/insertOffer.ts";
import { openProxiedApp, proxiedPoolSize } from "../support/proxiedApp.ts";
import { runSql } from "../support/runSql.ts";
import { share } from "../support/share.ts";
import type { TestAccount } from "../support/testApp.ts";

const limits = { rateLimitOrders: 0, rateLimitCatalog: 0 };
const proxied = share(() => openProxiedApp(limits));
let buyer: TestAccount;
let partId: string;

before(async () => {
  buyer = await proxied.app.openAccount();
  await insertOffer(proxied.direct.db, { partNumber: "P1" });
  partId = await buyer.partId("P1");
});

const lookUp = () => buyer.post("catalog", { part_numbers: ["P1"], include: ["account_price"] });
const order = () => buyer.post("orders", { items: [{ part_id: partId, quantity: 1 }] });

/** Expects that lookups find their prices, and orders fail with their code within five seconds. */
async function expectOutage(): Promise<void> {
  const [lookup, ordered] = await Promise.all([lookUp(), order()]);
  for (const { headers } of [lookup, ordered]) {
    const line = proxied.app.logLines.findLast(
      ({ request_id }) => request_id === headers["x-request-id"],
    );
    assert.ok(Number(line?.["duration_ms"]) < 5_000, JSON.stringify(line));
  }
  assert.equal(lookup.statusCode, 200);
  assert.ok(lookup.json().found_parts[0].account_price.unit_price);
  assert.equal(ordered.statusCode, 503);
  assert.equal(ordered.json().error.code, "UNAVAILABLE");
  assert.match(String(ordered.headers["retry-after"]), /^[1-9]\d*$/);
}

/** Expects that the service responds again and every connection is back in the pool. */
async function expectRecovery(): Promise<void> {
  for (let attempt = 0; attempt < 200 && (await order()).statusCode !== 201; attempt += 1);
  assert.equal((await order()).statusCode, 201);
  const answers = await Promise.all(Array.from({ length: proxiedPoolSize * 8 }, order));
  assert.ok(answers.every((answer) => answer.statusCode === 201));
  const countBusy = () => {
    const { total, idle, waiting } = proxied.app.database.db.countConnections();
    assert.ok(total <= proxiedPoolSize);
    return total - idle + waiting;
  };
  for (let attempt = 0; attempt < 500 && countBusy() > 0; attempt += 1) await delay(20);
  assert.equal(countBusy(), 0);
}

test("without a database, lookups have prices, and orders are 503 until it is back", async () => {
  proxied.proxy.refuse();
  await expectOutage();
  proxied.proxy.restore();
  await expectRecovery();
});

test("with a hanging database, requests are answered within five seconds", async () => {
  proxied.proxy.hang();
  await expectOutage();
  proxied.proxy.restore();
  await expectRecovery();
});

test("a statement that runs too long is cancelled and its connection reused", async (t) => {
  const session = await proxied.direct.openOwner();
  t.after(() => session.close());
  await session.client.query("begin");
  await session.client.query("lock table offers, agreement_rules in access exclusive mode");
  await expectOutage();
  await session.client.query("rollback");
  await expectRecovery();
});

test("an exhausted pool is reported as an outage and does not hang", async () => {
  const { db } = proxied.app.database;
  const release = Promise.withResolvers<void>();
  const holders = Array.from({ length: proxiedPoolSize }, () =>
    db.transaction(async (tx) => {
      await runSql(tx, "select 1");
      await release.promise;
    }),
  );
  await lookUp();
  await expectOutage();
  release.resolve();
  await Promise.all(holders);
  await expectRecovery();
});
