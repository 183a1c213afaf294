import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type { AccountId, KeyId } from "../../src/accounts/account.ts";
import { createAccount } from "../../src/accounts/openAccount.ts";
import type { Database } from "../../src/db/database.ts";
import { newId } from "../../src/db/newId.ts";
import { createKey } from "../../src/keys/issueKey.ts";
import { createKeyUseLog } from "../../src/keys/keyUseLog.ts";
import { selectKeys } from "../../src/keys/queries.ts";
import type { Currency } from "../../src/kit/money.ts";
import { openDatabaseProxy } from "../support/databaseProxy.ts";
import { share } from "../support/share.ts";
import { openPool, openTestDatabase } from "../support/testDatabase.ts";

const accountId = newId() as AccountId;
const now = new Date();
const direct = share(openTestDatabase);
const proxy = share(() => openDatabaseProxy(direct.address));
let db: Database;

before(async () => {
  db = openPool(proxy.address, 4);
  const currency = "USD" as Currency;
  const account = { accountId, name: "A", email: "a@b.example", currency, discount: 0, now };
  await direct.db.transaction((tx) => createAccount(tx, account));
});

after(() => db.close());

async function issue(count: number): Promise<KeyId[]> {
  return direct.db.transaction(async (tx) => {
    const ids: KeyId[] = [];
    while (ids.length < count) {
      const key = { accountId, name: "k", expiresAt: null, now };
      ids.push((await createKey(tx, key)).keyId);
    }
    return ids;
  });
}

async function lastUse(keyId: KeyId): Promise<Date | null | undefined> {
  const keys = await selectKeys(direct.db, accountId);
  return keys.find((key) => key.keyId === keyId)?.lastUsedAt;
}

async function countNetworks(keyId: KeyId): Promise<number> {
  const session = await direct.db.openSession();
  const text = "select count(*)::integer as networks from key_networks where key_id = $1";
  const { rows } = await session.client.query(text, [keyId]);
  await session.close();
  return rows[0].networks;
}

test("uses that the database did not accept are written when it is back, and reported once", async () => {
  const [keyId = newId() as KeyId] = await issue(1);
  const failures: unknown[] = [];
  const log = createKeyUseLog(db, (error) => failures.push(error));
  proxy.refuse();
  log.record({ keyId, network: "192.0.2.0/24", at: now });
  await log.flush();
  log.record({ keyId, network: "198.51.100.0/24", at: now });
  await log.flush();
  assert.equal(failures.length, 1);
  assert.equal(await lastUse(keyId), null);
  proxy.restore();
  await log.close();
  assert.deepEqual(await lastUse(keyId), now);
  assert.equal(await countNetworks(keyId), 2);
});

test("a frequently used key is written once every two seconds", async () => {
  const [keyId = newId() as KeyId] = await issue(1);
  const log = createKeyUseLog(db, assert.ifError);
  const use = (ms: number) =>
    log.record({ keyId, network: "192.0.2.0/24", at: new Date(now.getTime() + ms) });
  use(0);
  await log.flush();
  const sentBefore = proxy.countSent();
  for (let ms = 0; ms < 2_000; ms += 50) use(ms);
  await log.flush();
  assert.equal(proxy.countSent(), sentBefore);
  use(2_000);
  await log.flush();
  assert.ok(proxy.countSent() > sentBefore);
  await log.close();
});

test("nodes that record the same keys in different order do not disturb each other", async () => {
  const ids = await issue(200);
  const failures: unknown[] = [];
  const logs = [0, 1, 2, 3].map(() => createKeyUseLog(db, (error) => failures.push(error)));
  for (let round = 0; round < 5; round += 1) {
    const at = new Date(now.getTime() + round * 61_000);
    for (const [place, log] of logs.entries()) {
      const order = place % 2 === 0 ? ids : ids.toReversed();
      for (const keyId of order) log.record({ keyId, network: `10.0.${round}.0/24`, at });
    }
    await Promise.all(logs.map((log) => log.flush()));
  }
  assert.deepEqual(failures, []);
  assert.equal(await countNetworks(ids[7] ?? assert.fail()), 5);
});
