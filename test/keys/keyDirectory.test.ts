import assert from "node:assert/strict";
import { Socket } from "node:net";
import { after, before, beforeEach, test } from "node:test";
import { setTimeout as delay } from "node:timers/promises";
import type { AccountId, KeyId } from "../../src/accounts/account.ts";
import { createAccount } from "../../src/accounts/openAccount.ts";
import { selectAccount } from "../../src/accounts/queries.ts";
import { suspendAccount } from "../../src/accounts/suspension.ts";
import { shellActor } from "../../src/audit/actor.ts";
import { UnavailableError } from "../../src/db/databaseErrors.ts";
import { newId } from "../../src/db/newId.ts";
import { createKey } from "../../src/keys/issueKey.ts";
import {
  createKeyAuthenticator,
  type KeyAuthenticator,
  keyMaxAgeMs,
} from "../../src/keys/keyAuthenticator.ts";
import { type NodeDirectory, openKeyDirectory } from "../../src/keys/keyDirectory.ts";
import { hashKey, mintKey, type PlainKey } from "../../src/keys/plainKey.ts";
import { revokeKey } from "../../src/keys/revokeKey.ts";
import { Failure } from "../../src/kit/errors.ts";
import type { Currency } from "../../src/kit/money.ts";
import { openDatabaseProxy } from "../support/databaseProxy.ts";
import { share } from "../support/share.ts";
import { openTestDatabase } from "../support/testDatabase.ts";

type Issued = { readonly accountId: AccountId; readonly keyId: KeyId; readonly key: PlainKey };

const now = new Date();
const database = share(openTestDatabase);
const proxy = share(() => openDatabaseProxy(database.address));
let directory: NodeDirectory;
let authenticator: KeyAuthenticator;
let monotonicMs = 0;

before(async () => {
  directory = openKeyDirectory({
    address: proxy.address,
    monotonicMs: () => monotonicMs,
    onError: () => undefined,
    beforeConnect: async () => undefined,
  });
  const ended = async () => undefined;
  const uses = { record: () => undefined, flush: ended, close: ended };
  authenticator = createKeyAuthenticator(directory, uses, keyMaxAgeMs);
});

beforeEach(() => expectCurrent());

after(() => directory.close());

/** Waits until the directory has read everything committed. */
async function expectCurrent(): Promise<void> {
  for (;;) {
    try {
      return await directory.catchUp();
    } catch (error) {
      // The connection is made again.
      assert.ok(error instanceof UnavailableError);
    }
  }
}

/** Waits until a key is no longer accepted. */
async function expectEnd({ key }: Issued): Promise<void> {
  while (isAccepted(key)) await delay(5);
}

async function issue(accountId = newId() as AccountId): Promise<Issued> {
  const currency = "USD" as Currency;
  const account = { accountId, name: accountId, email: "a@b.example", currency, discount: 0, now };
  const issued = await database.db.transaction(async (tx) => {
    await createAccount(tx, account);
    return createKey(tx, { accountId, name: "test", expiresAt: null, now });
  });
  return { accountId, ...issued };
}

const socket = new Socket();
const present = (key: string) => {
  return { authorization: `Bearer ${key}`, address: "192.0.2.1", socket };
};

const isAccepted = (key: PlainKey, purpose: "catalog" | "orders" = "catalog") =>
  authenticator.find(present(key), now, purpose) !== undefined;

const authenticate = (key: string) => authenticator.authenticate(present(key), now, "catalog");

const revoke = ({ keyId }: Issued) =>
  revokeKey(database.db, { keyId, accountId: null }, now, shellActor);

const hasCode = (code: string) => (error: unknown) =>
  error instanceof Failure && error.code === code;

test("the keys of one connection are told apart", async () => {
  const [one, other] = [await issue(), await issue()];
  for (const { key, keyId } of [one, one, other, one]) {
    assert.equal((await authenticate(key)).keyId, keyId);
    assert.equal(authenticator.find(present(key), now, "catalog")?.keyId, keyId);
  }
  const padded = `${" ".repeat(200)}${one.key}`;
  assert.equal(authenticator.find(present(padded), now, "catalog")?.keyId, one.keyId);
  const scheme = { ...present(one.key), authorization: `Basic ${one.key}` };
  assert.equal(authenticator.find(scheme, now, "catalog"), undefined);
  const missing = { ...present(one.key), authorization: undefined };
  assert.equal(authenticator.find(missing, now, "catalog"), undefined);
  await assert.rejects(authenticator.authenticate(missing, now, "catalog"), /missing or malformed/);
});

test("a newly issued key works immediately", async () => {
  const issued = await issue();
  assert.deepEqual(await authenticate(issued.key), {
    accountId: issued.accountId,
    keyId: issued.keyId,
  });
  assert.ok(isAccepted(issued.key));
});

test("a revocation or suspension ends only the keys it applies to", async () => {
  const [first, second, third] = [await issue(), await issue(), await issue()];
  await expectCurrent();
  await revoke(first);
  await expectEnd(first);
  await assert.rejects(authenticate(first.key), hasCode("KEY_REVOKED"));
  const account = await selectAccount(database.db, second.accountId);
  assert.ok(account);
  await suspendAccount.perform(
    { db: database.db },
    { id: account.accountId, input: {} },
    { actor: shellActor, now },
  );
  await expectEnd(second);
  await assert.rejects(authenticate(second.key), hasCode("ACCOUNT_SUSPENDED"));
  assert.ok(isAccepted(third.key));
});

test("without a database, keys work for 60 seconds in lookups and 5 in orders", async () => {
  const issued = await issue();
  await expectCurrent();
  const refused = proxy.nextRefusal();
  proxy.refuse();
  await refused;
  assert.equal(directory.ageMs(), 0);
  monotonicMs += 5_000;
  assert.ok(isAccepted(issued.key, "orders"));
  monotonicMs += 1;
  assert.ok(!isAccepted(issued.key, "orders"));
  monotonicMs += 54_999;
  assert.ok(isAccepted(issued.key));
  await authenticate(issued.key);
  await assert.rejects(authenticate(mintKey()), UnavailableError, "it may have been issued");
  monotonicMs += 1;
  assert.ok(!isAccepted(issued.key));
  await assert.rejects(authenticate(issued.key), UnavailableError);
  await assert.rejects(authenticate("sk_live_x"), hasCode("INVALID_API_KEY"));
  proxy.restore();
  await expectCurrent();
  assert.ok(isAccepted(issued.key));
});

test("a connection that does not respond is replaced, and requests do not wait indefinitely", async () => {
  const issued = await issue();
  await expectCurrent();
  proxy.hang();
  await assert.rejects(authenticate(mintKey()), UnavailableError);
  assert.ok(isAccepted(issued.key));
  proxy.restore();
  await expectCurrent();
});

test("a revocation during a lost connection takes effect on reconnect", async () => {
  const issued = await issue();
  await expectCurrent();
  const refused = proxy.nextRefusal();
  proxy.refuse();
  await refused;
  await revoke(issued);
  assert.ok(isAccepted(issued.key), "nobody could know");
  proxy.restore();
  await expectEnd(issued);
});

test("a revocation whose notification is lost takes effect with the next proof", async () => {
  const [revoked, other] = [await issue(), await issue()];
  await expectCurrent();
  const session = await database.openOwner();
  const alter = (what: string) =>
    session.client.query(`alter table api_keys ${what} trigger key_access_changed`);
  await alter("disable");
  await revoke(revoked);
  await expectEnd(revoked);
  assert.ok(isAccepted(other.key));
  await alter("enable");
  await session.close();
});

test("many unknown keys are looked up with few statements, up to a limit", async () => {
  const sentBefore = proxy.countSent();
  const wrong = Array.from({ length: 900 }, () => directory.seek(hashKey(mintKey())));
  assert.deepEqual([...new Set(await Promise.all(wrong))], [undefined]);
  const sent = proxy.countSent() - sentBefore;
  // One statement or two, and what a proof sends in between.
  assert.ok(sent >= 1 && sent <= 20, `${sent}`);
  const tooMany = Array.from({ length: 1_500 }, () => directory.seek(hashKey(mintKey())));
  const results = await Promise.allSettled(tooMany);
  const refused = results.filter(({ status }) => status === "rejected");
  assert.ok(refused.length >= 400 && refused.length <= 500, `${refused.length}`);
  const startMs = performance.now();
  for (let count = 0; count < 10; count += 1) await directory.seek(hashKey(mintKey()));
  const ms = performance.now() - startMs;
  assert.ok(ms >= 100, `10 in a row wait 20 ms each, not ${ms} ms altogether`);
});
