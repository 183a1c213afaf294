import assert from "node:assert/strict";
import { test } from "node:test";
import type { KeyId } from "../../src/accounts/account.ts";
import { selectAccount } from "../../src/accounts/queries.ts";
import { resumeAccount, suspendAccount } from "../../src/accounts/suspension.ts";
import { shellActor } from "../../src/audit/actor.ts";
import { newId } from "../../src/db/newId.ts";
import { createKey } from "../../src/keys/issueKey.ts";
import { mintKey } from "../../src/keys/plainKey.ts";
import { selectKeys } from "../../src/keys/queries.ts";
import { revokeKey } from "../../src/keys/revokeKey.ts";
import { rotateKey } from "../../src/keys/rotateKey.ts";
import { failedAuthenticationsPerMinute } from "../../src/server/api/admission.ts";
import { runSql } from "../support/runSql.ts";
import { share } from "../support/share.ts";
import { openTestApp } from "../support/testApp.ts";

const anyones = (keyId: string) => ({ keyId, accountId: null });

const app = share(() => openTestApp({ rateLimitCatalog: 5, rateLimitOrders: 0 }));
const buyer = share(() => app.openAccount());

const listOrders = (authorization?: string, remoteAddress = "127.0.0.1") =>
  app.server.inject({
    url: "/api/b2b/orders",
    remoteAddress,
    headers: authorization === undefined ? {} : { authorization },
  });

/** Moves the clock. */
function pass(ms: number): void {
  app.clock.now = new Date(app.clock.now.getTime() + ms);
}

test("a missing or malformed header is INVALID_API_KEY with a message for each", async () => {
  for (const header of [undefined, "", "Bearer", "Bearer ", "Basic abc", buyer.key, "Bearer a b"]) {
    const response = await listOrders(header);
    assert.equal(response.statusCode, 401, String(header));
    assert.equal(response.headers["www-authenticate"], "Bearer");
    assert.equal(response.json().error.code, "INVALID_API_KEY");
    assert.match(response.json().error.message, /missing or malformed/);
  }
});

test("the authentication scheme is case-insensitive", async () => {
  for (const scheme of ["Bearer", "bearer", "BEARER"]) {
    assert.equal((await listOrders(`${scheme} ${buyer.key}`)).statusCode, 200);
  }
});

test("an unknown key and one with a wrong checksum are INVALID_API_KEY", async () => {
  const letter = buyer.key[20] === "a" ? "b" : "a";
  const flipped = `${buyer.key.slice(0, 20)}${letter}${buyer.key.slice(21)}`;
  for (const key of [mintKey(), flipped]) {
    const response = await listOrders(`Bearer ${key}`);
    assert.equal(response.statusCode, 401);
    assert.equal(response.json().error.code, "INVALID_API_KEY");
  }
});

test("two Authorization headers are rejected, even if one is valid", async () => {
  const headers = { authorization: [`Bearer ${buyer.key}`, "Bearer x"] as unknown as string };
  const response = await app.server.inject({ url: "/api/b2b/orders", headers });
  assert.equal(response.statusCode, 401);
});

test("a revoked key is KEY_REVOKED", async () => {
  const { db } = app.database;
  const { accountId } = buyer;
  const now = app.clock.now;
  const issued = await db.transaction((tx) =>
    createKey(tx, { accountId, name: "short", expiresAt: null, now }),
  );
  assert.equal((await listOrders(`Bearer ${issued.key}`)).statusCode, 200);
  assert.equal(await revokeKey(db, anyones(issued.keyId), now, shellActor), "revoked");
  const response = await listOrders(`Bearer ${issued.key}`);
  assert.equal(response.statusCode, 401);
  assert.equal(response.json().error.code, "KEY_REVOKED");
  assert.equal(response.headers["www-authenticate"], "Bearer");
  assert.equal(await revokeKey(db, anyones(issued.keyId), now, shellActor), "already revoked");
  assert.equal(await revokeKey(db, anyones(newId()), now, shellActor), "unknown");
});

test("a key is valid until it expires, then KEY_REVOKED", async () => {
  const expiresAt = new Date(app.clock.now.getTime() + 10_000);
  const { accountId } = buyer;
  const now = app.clock.now;
  const issued = await app.database.db.transaction((tx) =>
    createKey(tx, { accountId, name: "e", expiresAt, now }),
  );
  pass(9_999);
  assert.equal((await listOrders(`Bearer ${issued.key}`)).statusCode, 200);
  pass(1);
  assert.equal((await listOrders(`Bearer ${issued.key}`)).json().error.code, "KEY_REVOKED");
});

test("a rotated key that expires before its overlap reports its own expiry", async () => {
  const { db } = app.database;
  const { accountId } = buyer;
  const now = app.clock.now;
  const expiresAt = new Date(now.getTime() + 3_600_000);
  const old = await db.transaction((tx) => createKey(tx, { accountId, name: "s", expiresAt, now }));
  const rotated = await rotateKey(db, anyones(old.keyId), 168, now, shellActor);
  assert.ok(rotated.outcome === "rotated");
  assert.deepEqual(rotated.oldKeyEndsAt, expiresAt);
});

test("rotation issues a new key; the old key remains valid during the overlap", async () => {
  const { db } = app.database;
  const { accountId } = buyer;
  const old = await db.transaction((tx) =>
    createKey(tx, { accountId, name: "r", expiresAt: null, now: app.clock.now }),
  );
  const rotated = await rotateKey(db, anyones(old.keyId), 1, app.clock.now, shellActor);
  assert.ok(rotated.outcome === "rotated");
  assert.equal((await listOrders(`Bearer ${rotated.issued.key}`)).statusCode, 200);
  assert.equal((await listOrders(`Bearer ${old.key}`)).statusCode, 200);
  assert.equal(
    (await rotateKey(db, anyones(old.keyId), 1, app.clock.now, shellActor)).outcome,
    "not active",
  );
  pass(3_600_000);
  assert.equal((await listOrders(`Bearer ${old.key}`)).json().error.code, "KEY_REVOKED");
  assert.equal((await listOrders(`Bearer ${rotated.issued.key}`)).statusCode, 200);
  const now = await rotateKey(db, anyones(rotated.issued.keyId), 0, app.clock.now, shellActor);
  assert.equal(now.outcome, "rotated");
  const superseded = await listOrders(`Bearer ${rotated.issued.key}`);
  assert.equal(superseded.json().error.code, "KEY_REVOKED");
});

test("a suspended account gets 403 until it is resumed", async () => {
  const { db } = app.database;
  const guest = await app.openAccount();
  const account = await selectAccount(db, guest.accountId);
  assert.ok(account);
  await suspendAccount.perform(
    { db },
    { id: account.accountId, input: {} },
    { actor: shellActor, now: app.clock.now },
  );
  const response = await guest.get("orders");
  assert.equal(response.statusCode, 403);
  assert.equal(response.json().error.code, "ACCOUNT_SUSPENDED");
  await resumeAccount.perform(
    { db },
    { id: account.accountId, input: {} },
    { actor: shellActor, now: app.clock.now },
  );
  assert.equal((await guest.get("orders")).statusCode, 200);
});

test("the last use is recorded at most once per minute and key", async () => {
  const guest = await app.openAccount();
  const lastUse = async () => {
    const keys = await selectKeys(app.database.db, guest.accountId);
    return keys.find((key) => key.keyId === (guest.keyId as KeyId))?.lastUsedAt?.getTime();
  };
  assert.equal(await lastUse(), undefined);
  const first = app.clock.now.getTime();
  await guest.get("orders");
  assert.equal(await lastUse(), first);
  pass(59_000);
  await guest.get("orders");
  assert.equal(await lastUse(), first);
  pass(2_000);
  await guest.get("orders");
  assert.equal(await lastUse(), first + 61_000);
});

test("the database has only a hash of a key, and no log line contains the key", async () => {
  const { db } = app.database;
  const rows = await runSql<{ row: string }>(db, "select to_jsonb(k)::text as row from api_keys k");
  const stored = rows.map((row) => row.row).join("\n");
  assert.ok(!stored.includes(buyer.key.slice(8, 40)));
  assert.ok(!JSON.stringify(app.logLines).includes("sk_live_"));
});

test("requests up to the limit have RateLimit headers; the next one is 429 with Retry-After", async () => {
  app.clock.now = new Date(Math.ceil(app.clock.now.getTime() / 60_000) * 60_000 + 20_000);
  const guest = await app.openAccount();
  for (let left = 4; left >= 0; left -= 1) {
    const response = await guest.post("catalog", { part_numbers: ["x"] });
    assert.equal(response.statusCode, 200);
    assert.equal(response.headers["ratelimit-policy"], '"catalog";q=5;w=60');
    assert.equal(response.headers["ratelimit"], `"catalog";r=${left};t=40`);
  }
  const response = await guest.post("catalog", "{not even json");
  assert.equal(response.statusCode, 429);
  assert.equal(response.json().error.code, "RATE_LIMITED");
  assert.equal(response.headers["retry-after"], "40");
  const neighbour = await app.openAccount();
  assert.equal((await neighbour.post("catalog", { part_numbers: ["x"] })).statusCode, 200);
  pass(40_000);
  assert.equal((await guest.post("catalog", { part_numbers: ["x"] })).statusCode, 200);
});

test("without a limit there are no RateLimit headers", async () => {
  assert.equal((await buyer.get("orders")).headers["ratelimit"], undefined);
});

test("wrong keys are limited per address; valid keys from that address still work", async () => {
  const from = "192.0.2.7";
  for (let place = 0; place < failedAuthenticationsPerMinute; place += 1) {
    assert.equal((await listOrders("Bearer nonsense", from)).statusCode, 401);
  }
  const limited = await listOrders("Bearer nonsense", from);
  assert.equal(limited.statusCode, 429);
  assert.match(String(limited.headers["retry-after"]), /^\d+$/);
  assert.equal((await listOrders(`Bearer ${buyer.key}`, from)).statusCode, 200);
  assert.equal((await listOrders("Bearer nonsense", "192.0.2.8")).statusCode, 401);
});
