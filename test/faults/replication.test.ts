// Two real servers with synchronous replication. A fault hits if a server has an order that its
// standby, frozen before it was placed, lacks.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { setTimeout as delay } from "node:timers/promises";
import { Client } from "pg";
import { UnavailableError } from "../../src/db/databaseErrors.ts";
import { migrateSchema } from "../../src/db/migrateSchema.ts";
import { exportOrders } from "../../src/orders/documents/writeOrderFile.ts";
import { readReportedOrders } from "../../src/orders/recordQueries.ts";
import { type ApiClient, openApiClient } from "../support/apiClient.ts";
import { placeDraft } from "../support/placeDraft.ts";
import { openPostgresServer, type PostgresServer } from "../support/postgresServer.ts";
import { type ServedNode, startServed } from "../support/servedNode.ts";
import { openTestApp } from "../support/testApp.ts";
import { openPool } from "../support/testDatabase.ts";
import { openTestReplica } from "../support/testReplica.ts";
import { openVisitor } from "../support/testVisitor.ts";

const limitMs = 120_000;
const cancelTries = 5;
const unknown = /The outcome is unknown\. Repeat the request with the same Idempotency-Key\./;

let primary: PostgresServer;
let standby: PostgresServer;
let node: ServedNode;
let api: ApiClient;

async function ask<Row>(server: PostgresServer, text: string): Promise<Row[]> {
  const client = new Client(server.address);
  await client.connect();
  try {
    return (await client.query(text)).rows as Row[];
  } finally {
    await client.end();
  }
}

async function countOrders(server: PostgresServer): Promise<number> {
  const [row] = await ask<{ count: number }>(server, "select count(*)::int from orders");
  return row?.count ?? -1;
}

/** Makes every commit wait for the standby. */
async function requireStandby(): Promise<void> {
  await ask(primary, "alter system set synchronous_standby_names = '*'");
  await ask(primary, "select pg_reload_conf()");
  const state = "select from pg_stat_replication where sync_state = 'sync'";
  while ((await ask(primary, state)).length === 0) await delay(50);
}

/** Waits until the standby shows what it has received: commits do not wait for that. */
async function replayReceived(): Promise<void> {
  const [received] = await ask<{ lsn: string }>(
    standby,
    "select pg_last_wal_receive_lsn()::text as lsn",
  );
  const replayed = `select where pg_last_wal_replay_lsn() >= '${received?.lsn}'`;
  while ((await ask(standby, replayed)).length === 0) await delay(10);
}

before(async () => {
  primary = await openPostgresServer();
  await migrateSchema(primary.address);
  standby = await openPostgresServer({ standbyOf: primary });
  await requireStandby();
  const [one, other] = [primary, standby].map(({ address }) => `${address.host}:${address.port}`);
  const url = `postgres://partsdesk@${one},${other}/postgres?target_session_attrs=read-write`;
  node = await startServed({ url });
  api = await openApiClient(primary, node.url);
});

after(async () => {
  // If a test failed, the node would wait for its commits.
  standby.thaw();
  await node.end();
  await standby.close();
  await primary.close();
});

test("an order whose wait for the standby is cancelled has an unknown outcome", {
  timeout: limitMs,
}, async (t) => {
  let hits = 0;
  for (let attempt = 0; attempt < cancelTries; attempt += 1) {
    const before = await countOrders(primary);
    standby.freeze();
    const ordering = api.order(`cancel-${attempt}`);
    const cancel = `select pg_cancel_backend(pid) from pg_stat_activity
      where wait_event = 'SyncRep' and query = 'commit'`;
    while ((await ask(primary, cancel)).length === 0) await delay(20);
    const answer = await ordering;
    if ((await countOrders(primary)) > before) hits += 1;
    standby.thaw();
    assert.equal(answer.status, 503, answer.text);
    assert.match(answer.text, unknown);
    const repeated = await api.order(`cancel-${attempt}`);
    assert.deepEqual([repeated.status, repeated.isReplayed], [201, true], repeated.text);
  }
  t.diagnostic(`${hits} of ${cancelTries} cancelled waits left an order that the standby lacks`);
  assert.equal(hits, cancelTries);
});

test("negative control: an order that the standby received is confirmed and replayed", {
  timeout: limitMs,
}, async () => {
  const placed = await api.order("control");
  assert.deepEqual([placed.status, placed.isReplayed], [201, false], placed.text);
  const repeated = await api.order("control");
  assert.deepEqual([repeated.status, repeated.isReplayed], [201, true]);
  assert.equal((await api.get(`orders/${placed.orderId}`)).status, 200);
  await replayReceived();
  assert.equal(await countOrders(primary), await countOrders(standby));
});

test("reads that wait for a frozen standby share a commit, and lookups go on", {
  timeout: limitMs,
}, async () => {
  standby.freeze();
  const reading = Promise.all(Array.from({ length: 40 }, () => api.get("orders")));
  const waiting = "select query from pg_stat_activity where wait_event = 'SyncRep'";
  const ofReads = async (): Promise<number> => {
    const found = await ask<{ query: string }>(primary, waiting);
    return found.filter(({ query }) => query.includes("pg_logical_emit_message")).length;
  };
  while ((await ofReads()) === 0) await delay(20);
  for (let lookup = 0; lookup < 50; lookup += 1) assert.equal((await api.lookUp()).status, 200);
  assert.equal(await ofReads(), 1);
  standby.thaw();
  const statuses = (await reading).map(({ status }) => status);
  assert.deepEqual([...new Set(statuses)], [200]);
});

test("a page says that an order is confirmed only if the standby has that", {
  timeout: limitMs,
}, async (t) => {
  const db = openPool(primary.address, 4);
  const { address, url } = primary;
  const close = async (): Promise<void> => undefined;
  const replica = openTestReplica(db);
  const openOwner = () => db.openSession();
  const app = await openTestApp({}, { db, replica, address, url, openOwner, close });
  t.after(() => app.close());
  const account = await app.openAccount();
  const buyer = await openVisitor(app, account.accountId);
  const [draft, confirmed] = [
    await placeDraft(account, { P1: 1 }, "draft"),
    await placeDraft(account, { P1: 1 }, "confirmed"),
  ];
  const pages = [`/orders/${draft}`, `/orders/${confirmed}`, "/orders", "/"];
  const statuses = async () =>
    Promise.all(pages.map(async (page) => (await buyer.get(page)).statusCode));
  const review = await buyer.get(`/orders/${confirmed}/confirm`);
  const [, fingerprint = ""] = /name="reviewed" value="([^"]*)"/.exec(review.body) ?? [];
  const done = await buyer.post(`/orders/${confirmed}/confirm`, { reviewed: fingerprint });
  assert.equal(done.statusCode, 303);
  assert.deepEqual(await statuses(), [200, 200, 200, 200]);
  standby.freeze();
  assert.deepEqual(await statuses(), [200, 503, 503, 503]);
  const session = await db.openSession();
  const { accountId } = account;
  const rows = exportOrders(readReportedOrders(db, session, { accountId, status: null }));
  await assert.rejects(Array.fromAsync(rows), UnavailableError);
  await session.close();
  standby.thaw();
  assert.deepEqual(await statuses(), [200, 200, 200, 200]);
  assert.match((await buyer.get("/orders/export.csv")).body, new RegExp(`${confirmed},confirmed`));
});

test("a replay, a read and a failover never confirm an order that the standby lacks", {
  timeout: limitMs,
}, async (t) => {
  const before = await countOrders(standby);
  standby.freeze();
  const hanging = await api.order("lost");
  assert.equal(hanging.status, 503, hanging.text);
  assert.match(hanging.text, unknown);
  await primary.stop("immediate");
  await primary.start();
  assert.equal(await countOrders(primary), before + 1, "the fault did not hit");
  const repeated = await api.order("lost");
  assert.equal(repeated.status, 503, repeated.text);
  assert.match(repeated.text, unknown);
  assert.equal((await api.get("orders")).status, 503);

  await primary.stop("immediate");
  await standby.stop("kill");
  await standby.start();
  await ask(standby, "select pg_promote(false)");
  while ((await ask(standby, "select where pg_is_in_recovery()")).length > 0) await delay(50);
  assert.equal(await countOrders(standby), before);
  const again = await api.order("lost");
  assert.deepEqual([again.status, again.isReplayed], [201, false], again.text);
  assert.equal(await countOrders(standby), before + 1);
  assert.equal((await api.get(`orders/${again.orderId}`)).status, 200);
  assert.equal((await fetch(`${node.url}/readyz`)).status, 200);
  t.diagnostic("1 of 1 unconfirmed orders was lost with the primary, and none that was confirmed");
});
