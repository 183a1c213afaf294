import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { connectClient } from "../../src/db/connection.ts";
import type { Queryable } from "../../src/db/database.ts";
import { migrateSchema } from "../../src/db/migrateSchema.ts";
import { openDatabase } from "../../src/db/openDatabase.ts";
import { lacksPooler, openPooler, type Pooler } from "../support/pooler.ts";
import { openPostgresServer, type PostgresServer } from "../support/postgresServer.ts";
import { runSql } from "../support/runSql.ts";
import { startServed } from "../support/servedNode.ts";

const ownerOptions = { applicationName: "owner", settings: {}, timeoutMs: 5_000 };
let server: PostgresServer;

before(async () => {
  server = await openPostgresServer();
  await migrateSchema(server.address);
});

after(() => server.close());

const poolers = [
  { title: "that rejects unknown parameters", settings: {} },
  {
    title: "that ignores the parameters",
    settings: { ignore_startup_parameters: "options,statement_timeout,application_name" },
  },
] as const;

type Session = Record<"role" | "timezone" | "statementTimeout" | "lockTimeout", string>;

async function describeSession(db: Queryable): Promise<Session | undefined> {
  const text = `select current_user as role, current_setting('timezone') as timezone,
    current_setting('statement_timeout') as "statementTimeout",
    current_setting('lock_timeout') as "lockTimeout"`;
  return (await runSql<Session>(db, text))[0];
}

/** Waits until a statement of any connection sleeps. */
async function waitForSleep(): Promise<void> {
  const owner = await connectClient(server.address, ownerOptions);
  const text = "select from pg_stat_activity where wait_event = 'PgSleep'";
  while ((await owner.query(text)).rowCount === 0);
  await owner.end();
}

function open(pooler: Pick<Pooler, "address">, poolSize = 2) {
  const onIdleError = (): void => undefined;
  return openDatabase({ address: pooler.address, poolSize, applicationName: "test", onIdleError });
}

for (const { title, settings } of poolers) {
  test(`a pooler ${title}: every connection has its role and its limits`, {
    skip: lacksPooler,
  }, async (t) => {
    const pooler = await openPooler(server, settings);
    const db = open(pooler);
    t.after(async () => {
      await db.close();
      await pooler.close();
    });
    const limits = { role: "partsdesk_service", timezone: "UTC" };
    const pooled = { ...limits, statementTimeout: "4600ms", lockTimeout: "4300ms" };
    assert.deepEqual(await describeSession(db), pooled);
    const session = await db.openSession();
    t.after(() => session.close());
    const none = { statementTimeout: "0", lockTimeout: "0" };
    assert.deepEqual(await describeSession(session), { ...limits, ...none });
    const sleeping = runSql(session, "select pg_sleep(20)");
    const cancelled = assert.rejects(sleeping, { code: "57014" });
    await waitForSleep();
    await session.cancel();
    await cancelled;
    assert.deepEqual(await migrateSchema(pooler.address), []);
  });

  test(`a pooler ${title}: the service starts and is ready`, { skip: lacksPooler }, async (t) => {
    const pooler = await openPooler(server, settings);
    const served = await startServed(pooler);
    t.after(async () => {
      await served.end();
      await pooler.close();
    });
    const ready = await fetch(`${served.url}/readyz`);
    assert.deepEqual([ready.status, await ready.json()], [200, { status: "ok" }]);
    assert.doesNotMatch(served.output(), /"level":(40|50)/);
  });
}

test("a pooler that resets nothing: a connection gets nothing of the one before it", {
  skip: lacksPooler,
}, async (t) => {
  const pooler = await openPooler(server, { server_reset_query: "", default_pool_size: "1" });
  t.after(() => pooler.close());
  const used = open(pooler, 1);
  await describeSession(used);
  await used.close();
  const client = await connectClient(pooler.address, ownerOptions);
  const { rows } = await client.query("select current_user, current_setting('statement_timeout')");
  assert.deepEqual(rows, [{ current_user: "partsdesk", current_setting: "0" }]);
  await client.end();
  const again = open(pooler, 1);
  assert.equal((await describeSession(again))?.role, "partsdesk_service");
  await again.close();
});

test("a connection on which a setting does not hold is not used", async () => {
  const refused = connectClient(server.address, {
    applicationName: "refused",
    settings: { statement_timeout: "4600ms", lock_timeout: "4300" },
    timeoutMs: 5_000,
  });
  await assert.rejects(refused, {
    name: "UnavailableError",
    message: /lock_timeout 4300ms and not 4300, although it was set/,
  });
});
