// Keys in memory while PostgreSQL crashes, freezes or is a standby. A fault has hit if the
// directory has not seen a revocation when the server is back.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { setTimeout as delay } from "node:timers/promises";
import { Client } from "pg";
import type { AccountId, KeyId } from "../../src/accounts/account.ts";
import { createAccount } from "../../src/accounts/openAccount.ts";
import { readMonotonicMs } from "../../src/catalog/replica/monotonicClock.ts";
import type { Database } from "../../src/db/database.ts";
import { UnavailableError } from "../../src/db/databaseErrors.ts";
import { migrateSchema } from "../../src/db/migrateSchema.ts";
import { newId } from "../../src/db/newId.ts";
import { createKey } from "../../src/keys/issueKey.ts";
import { type NodeDirectory, openKeyDirectory } from "../../src/keys/keyDirectory.ts";
import { hashKey, type KeyHash } from "../../src/keys/plainKey.ts";
import type { Currency } from "../../src/kit/money.ts";
import { openPostgresServer, type PostgresServer } from "../support/postgresServer.ts";
import { openPool } from "../support/testDatabase.ts";

type Issued = { readonly keyId: KeyId; readonly hash: KeyHash };

const limitMs = 60_000;
const accountId = newId() as AccountId;
const now = new Date();
let server: PostgresServer;
let db: Database;
let directory: NodeDirectory;

function openDirectoryOf({ address }: PostgresServer): NodeDirectory {
  return openKeyDirectory({
    address,
    monotonicMs: readMonotonicMs,
    onError: () => undefined,
    beforeConnect: async () => undefined,
  });
}

before(async () => {
  server = await openPostgresServer();
  await migrateSchema(server.address);
  db = openPool(server.address);
  const currency = "USD" as Currency;
  const account = { accountId, name: "A", email: "a@b.example", currency, discount: 0, now };
  await db.transaction((tx) => createAccount(tx, account));
  directory = openDirectoryOf(server);
});

after(async () => {
  await directory.close();
  await db.close();
  await server.close();
});

async function issue(): Promise<Issued> {
  const key = { accountId, name: "k", expiresAt: null, now };
  const issued = await db.transaction((tx) => createKey(tx, key));
  const hash = hashKey(issued.key);
  while ((await directory.seek(hash).catch(() => undefined)) === undefined) await delay(50);
  return { keyId: issued.keyId, hash };
}

/** Revokes a key on a connection of its own, before the directory can have connected again. */
async function revokeDirectly({ keyId }: Issued): Promise<void> {
  const client = new Client(server.address);
  await client.connect();
  await client.query("update api_keys set revoked_at = now() where key_id = $1", [keyId]);
  await client.end();
}

const isValid = ({ hash }: Issued) => directory.find(hash)?.revokedAt === null;

/** Revokes a key after each fault, and returns how often the directory was behind. */
async function revokeAfter(fault: () => Promise<void>): Promise<number> {
  let behind = 0;
  for (let round = 0; round < 3; round += 1) {
    const [revoked, control] = [await issue(), await issue()];
    await directory.catchUp();
    await fault();
    assert.ok(isValid(revoked) && isValid(control), "nothing is forgotten");
    await revokeDirectly(revoked);
    if (isValid(revoked)) behind += 1;
    const startMs = performance.now();
    while (isValid(revoked)) await delay(5);
    const ms = performance.now() - startMs;
    assert.ok(ms < 10_000, `${ms} ms`);
    assert.ok(isValid(control));
  }
  return behind;
}

for (const mode of ["fast", "immediate", "kill"] as const) {
  test(`a revocation after a ${mode} restart takes effect on reconnect`, {
    timeout: limitMs,
  }, async (t) => {
    const behind = await revokeAfter(async () => {
      await server.stop(mode);
      await server.start();
    });
    t.diagnostic(`${behind} of 3 revocations came before the connection was back`);
    assert.ok(behind > 0);
  });
}

test("a frozen server proves nothing, and a revocation takes effect when it responds", {
  timeout: limitMs,
}, async () => {
  const frozenMs = 6_000;
  const [revoked, control] = [await issue(), await issue()];
  await directory.catchUp();
  server.freeze();
  await delay(frozenMs);
  const { ageMs } = directory;
  assert.ok(ageMs() >= frozenMs - 1_000, `${ageMs()} ms`);
  assert.ok(isValid(revoked) && isValid(control));
  await assert.rejects(directory.catchUp(), UnavailableError);
  server.thaw();
  await revokeDirectly(revoked);
  while (isValid(revoked)) await delay(5);
  assert.ok(isValid(control));
  while (ageMs() > 2_000) await delay(50);
});

test("negative control: without a fault, a revocation takes effect immediately", {
  timeout: limitMs,
}, async (t) => {
  const delaysMs: number[] = [];
  for (let round = 0; round < 50; round += 1) {
    const revoked = await issue();
    await revokeDirectly(revoked);
    const startMs = performance.now();
    while (isValid(revoked)) await new Promise(setImmediate);
    delaysMs.push(performance.now() - startMs);
  }
  const worst = Math.max(...delaysMs);
  t.diagnostic(`the slowest of 50 took ${worst.toFixed(1)} ms`);
  assert.ok(worst < 1_000);
});

test("a standby proves nothing until it is promoted", { timeout: limitMs }, async () => {
  const { hash } = await issue();
  const standby = await openPostgresServer({ standbyOf: server });
  const following = openDirectoryOf(standby);
  await assert.rejects(following.catchUp(), UnavailableError);
  await delay(2_000);
  assert.equal(following.ageMs(), Number.POSITIVE_INFINITY);
  const client = new Client(standby.address);
  await client.connect();
  await client.query("select pg_promote()");
  await client.end();
  while (following.ageMs() === Number.POSITIVE_INFINITY) await delay(20);
  assert.equal(following.find(hash)?.accountId, accountId);
  await following.close();
  await standby.close();
});
