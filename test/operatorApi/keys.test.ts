// Keys of the operator API in the console and the shell.
import assert from "node:assert/strict";
import { test } from "node:test";
import { shellActor } from "../../src/audit/actor.ts";
import { revokeOperatorKey } from "../../src/keys/operatorKey.ts";
import { admin, app, count, eventsOn, moveClock, openConsole } from "../support/console.ts";
import { expectAnswer } from "../support/expectAnswer.ts";
import { callOperatorApi, openSystem } from "../support/operatorApi.ts";

openConsole({ rateLimitOrders: 0 });

const path = "/console/operator-keys";
const readKey = (body: string) => /ok_live_\w{38}/.exec(body)?.[0] ?? assert.fail("no key");
const worksWith = async (key: string) =>
  (await callOperatorApi(app, key).get("/accounts")).statusCode === 200;

test("an admin issues a key with scopes, which is shown once and stored as a hash", async () => {
  await expectAnswer(admin.get(`${path}/new`), 200, "Scopes");
  const form = { name: "ERP", "accounts:read": "yes", expires: "" };
  const issued = await expectAnswer(admin.post(`${path}/new`, form), 200, "Copy the key now");
  const key = readKey(issued.body);
  assert.ok(await worksWith(key));
  assert.equal(
    await count("operator_keys where operator_keys::text like '%' || $1 || '%'", [key]),
    0,
  );
  const list = await expectAnswer(admin.get(path), 200, "ERP", "accounts:read");
  assert.doesNotMatch(list.body, /ok_live_\w/);
  const address = /href="(\/console\/operator-keys\/[0-9a-f-]{36})"/.exec(list.body)?.[1] ?? "";
  const page = await expectAnswer(admin.get(address), 200, "accounts:read");
  assert.doesNotMatch(page.body, /ok_live_\w/);
  const [event] = await eventsOn(address.split("/").at(-1) ?? "");
  assert.equal(event?.action, "issued an operator key");
  assert.doesNotMatch(String(event?.after), /ok_live/);
});

test("a key without a name, a scope or a day in the future is not issued", async () => {
  const before = await count("operator_keys");
  for (const form of [
    { name: "", "accounts:read": "yes", expires: "" },
    { name: "ERP", expires: "" },
    { name: "ERP", "accounts:all": "yes", expires: "" },
    { name: "ERP", "accounts:read": "yes", expires: "2020-01-01" },
  ]) {
    await expectAnswer(admin.post(`${path}/new`, form), 422);
  }
  assert.equal(await count("operator_keys"), before);
});

test("a replaced key works until its overlap ends, and is not replaced twice", async () => {
  const old = await openSystem(app);
  const rotate = (overlap: string) => admin.post(`${path}/${old.keyId}/rotate`, { overlap });
  const rotated = await expectAnswer(rotate("1"), 200, "Copy the key now");
  const next = readKey(rotated.body);
  assert.deepEqual([await worksWith(old.key), await worksWith(next)], [true, true]);
  await expectAnswer(rotate("1"), 409, "already been replaced");
  moveClock(3_600_001);
  assert.deepEqual([await worksWith(old.key), await worksWith(next)], [false, true]);
});

test("a revoked key stops working immediately", async () => {
  const { key, keyId } = await openSystem(app);
  assert.ok(await worksWith(key));
  await expectAnswer(admin.post(`${path}/${keyId}/revoke`), 303);
  assert.equal(await worksWith(key), false);
  const call = { actor: shellActor, now: app.clock.now };
  const { db } = app.database;
  const again = await revokeOperatorKey.perform({ db }, { id: keyId, input: {} }, call);
  assert.ok(again && "same" in again);
  assert.equal((await eventsOn(keyId)).filter(({ action }) => /revoked/.test(action)).length, 1);
});
