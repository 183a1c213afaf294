// Who may use the operator API, for every operation in its table.
import assert from "node:assert/strict";
import { test } from "node:test";
import { shellActor } from "../../src/audit/actor.ts";
import { revokeOperatorKey } from "../../src/keys/operatorKey.ts";
import { mintKey } from "../../src/keys/plainKey.ts";
import { hasScope, scopes } from "../../src/kit/access.ts";
import { operations } from "../../src/surface.ts";
import { findLogged } from "../support/findLogged.ts";
import { callOperatorApi, openSystem } from "../support/operatorApi.ts";
import { share } from "../support/share.ts";
import { openTestApp } from "../support/testApp.ts";

const app = share(() => openTestApp({ rateLimitOrders: 0 }));
const unknownId = "01900000-0000-7000-8000-000000000000";
const fill = (path: string) => path.replace(/:\w+/g, unknownId);

const codeOf = (answer: { json(): { error: { code: string } } }) => answer.json().error.code;

test("an operation answers a key with its scope, and refuses one with every other scope", async () => {
  assert.ok(operations.length > 0);
  for (const granted of scopes) {
    const system = await openSystem(app, [granted]);
    for (const { method, path, scope, id } of operations) {
      const answer = await system.send(method, fill(path), method === "GET" ? undefined : {});
      const name = `${id} with ${granted}`;
      if (hasScope([granted], scope)) {
        assert.ok([200, 400, 404].includes(answer.statusCode), `${name}: ${answer.body}`);
        continue;
      }
      assert.equal(answer.statusCode, 403, name);
      assert.equal(codeOf(answer), "INSUFFICIENT_SCOPE", name);
      assert.equal(answer.json().error.details[0].scope, scope, name);
    }
  }
});

test("no key is without a scope", async () => {
  await assert.rejects(openSystem(app, []), /operator_keys_scopes_check/);
});

test("to write includes to read, and nothing else", () => {
  for (const granted of scopes) {
    const may = scopes.filter((scope) => hasScope([granted], scope));
    const read = granted.replace(":write", ":read");
    assert.deepEqual(may, read === granted ? [granted] : [read, granted]);
  }
});

test("no key, a wrong one, a buyer's and one that ended are refused by every operation", async () => {
  const { key: buyersKey } = await app.openAccount();
  const revoked = await openSystem(app);
  const { db } = app.database;
  const call = { actor: shellActor, now: app.clock.now };
  await revokeOperatorKey.perform({ db }, { id: revoked.keyId, input: {} }, call);
  for (const [key, code] of [
    ["", "INVALID_API_KEY"],
    [mintKey("ok_live_"), "INVALID_API_KEY"],
    [buyersKey, "INVALID_API_KEY"],
    [revoked.key, "KEY_REVOKED"],
  ] as const) {
    for (const { method, path, id } of operations) {
      // Each address may send few wrong keys.
      app.clock.now = new Date(app.clock.now.getTime() + 2_000);
      const answer = await callOperatorApi(app, key).send(method, fill(path));
      assert.equal(answer.statusCode, 401, id);
      assert.equal(codeOf(answer), code, id);
      assert.equal(answer.headers["www-authenticate"], "Bearer");
    }
  }
});

test("a key of the operator API is unknown to the API of buyers", async () => {
  const { key } = await openSystem(app);
  for (const path of ["catalog", "orders"]) {
    const url = `/public/api/v1/b2b/${path}`;
    const headers = { authorization: `Bearer ${key}`, "content-type": "application/json" };
    const answer = await app.server.inject({ method: "POST", url, headers, payload: "{}" });
    assert.equal(answer.statusCode, 401);
    assert.equal(codeOf(answer), "INVALID_API_KEY");
  }
});

test("too many wrong keys from one address are answered with 429", async () => {
  app.clock.now = new Date(Math.floor(app.clock.now.getTime() / 60_000 + 2) * 60_000);
  const stranger = callOperatorApi(app, mintKey("ok_live_"));
  for (let count = 0; count < 60; count += 1) {
    assert.equal((await stranger.get("/accounts")).statusCode, 401, String(count));
  }
  const answer = await stranger.get("/accounts");
  assert.deepEqual([answer.statusCode, codeOf(answer)], [429, "RATE_LIMITED"]);
  assert.ok(Number(answer.headers["retry-after"]) > 0);
});

test("each key has the limit of orders per minute, with its headers", async (t) => {
  const limited = await openTestApp({ rateLimitOrders: 3 });
  t.after(() => limited.close());
  const system = await openSystem(limited);
  for (const remaining of [2, 1, 0]) {
    const { headers } = await system.get("/accounts");
    assert.equal(headers["ratelimit-policy"], '"operator";q=3;w=60');
    assert.match(String(headers["ratelimit"]), new RegExp(`^"operator";r=${remaining};t=\\d+$`));
  }
  assert.equal((await system.get("/accounts")).statusCode, 429);
  assert.equal((await (await openSystem(limited)).get("/accounts")).statusCode, 200);
});

test("a request is logged with its key, and the key remembers its last use to the minute", async () => {
  const system = await openSystem(app);
  const answer = await system.get("/accounts?limit=0");
  assert.equal(answer.statusCode, 400);
  const logged = await findLogged(app.database.db, String(answer.headers["x-request-id"]));
  assert.deepEqual(
    [logged.keyId, logged.accountId, logged.route, logged.status, logged.errorCode],
    [system.keyId, null, "/operator/v1/accounts", 400, "VALIDATION_FAILED"],
  );
  const readUse = async () => {
    const text = "select last_used_at as at from operator_keys where key_id = $1";
    const rows = await app.database.db.query<{ at: Date }>({
      name: "",
      text,
      values: [system.keyId],
    });
    return rows[0]?.at.getTime();
  };
  const first = app.clock.now.getTime();
  assert.equal(await readUse(), first);
  app.clock.now = new Date(first + 30_000);
  await system.get("/accounts");
  assert.equal(await readUse(), first);
  app.clock.now = new Date(first + 61_000);
  await system.get("/accounts");
  assert.equal(await readUse(), first + 61_000);
});

test("an address or a method that the API has not is answered as in the API of buyers", async () => {
  const system = await openSystem(app);
  const unknown = await system.get("/nothing");
  assert.deepEqual([unknown.statusCode, codeOf(unknown)], [404, "NOT_FOUND"]);
  const put = await system.send("PUT", "/accounts", {});
  assert.deepEqual([put.statusCode, codeOf(put)], [405, "METHOD_NOT_ALLOWED"]);
  assert.equal(put.headers["allow"], "GET, HEAD");
});
