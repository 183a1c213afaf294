// The search of the console: what it finds, for whom, and that it reads indexes.
import assert from "node:assert/strict";
import { before, test } from "node:test";
import { newId } from "../../src/db/newId.ts";
import { parseEmail } from "../../src/mail/emailAddress.ts";
import type { PasswordHash } from "../../src/signIn/passwordHasher.ts";
import type { UserId } from "../../src/signIn/signedIn.ts";
import { insertUser } from "../../src/signIn/userQueries.ts";
import { type ConfirmedOrder, draftOrder } from "../support/confirmedOrder.ts";
import { app, openConsole, query } from "../support/console.ts";
import { expectAnswer } from "../support/expectAnswer.ts";
import { findLogged } from "../support/findLogged.ts";
import { openOperator, type TestOperator } from "../support/testOperator.ts";
import { withUnfilledReplica } from "../support/unfilledReplica.ts";

let admin: TestOperator;
let order: ConfirmedOrder;
let userId: UserId;
let keyId: string;

openConsole();

before(async () => {
  admin = await openOperator(app, { name: "Olga Ölund" });
  order = await draftOrder(app, "PX-4711/A");
  const { accountId } = order.account;
  const named = "name = 'Nordwind Air-Cargo', email = 'ops@nordwind.example'";
  await query(`update accounts set ${named} where account_id = $1`, [accountId]);
  const text = `update api_keys set name = 'ERP of Kiel' where account_id = $1
    returning key_id as "keyId"`;
  const [key] = await query<{ keyId: string }>(text, [accountId]);
  keyId = key?.keyId ?? assert.fail();
  userId = newId() as UserId;
  await insertUser(app.database.db, {
    ...{ userId, accountId, name: "María Ruiz", role: "buyer", now: app.clock.now },
    email: parseEmail("maria.ruiz@nordwind.example") ?? assert.fail(),
    passwordHash: "none" as PasswordHash,
  });
});

/** The addresses of the options, by group. */
async function find(q: string, by = admin): Promise<Record<string, string[]>> {
  const { body, statusCode } = await app.server.inject({
    url: `/console/search?${new URLSearchParams({ q })}`,
    headers: { cookie: by.cookie, "x-fragment": "yes" },
  });
  assert.equal(statusCode, 200);
  const groups = body.split('role="group"').slice(1);
  return Object.fromEntries(
    groups.map((group) => {
      const title = /aria-label="([^"]*)"/.exec(group)?.[1] ?? "";
      const hrefs = [...group.matchAll(/data-href="([^"]*)"/g)].map(([, href = ""]) => href);
      return [title, hrefs.map((href) => href.replaceAll("&#61;", "="))];
    }),
  );
}

test("orders, accounts, people and keys are found by numbers, ids, beginnings of words, and orders by a fragment of their PO", async () => {
  const { orderId, orderNumber } = order;
  const digits = orderNumber.slice(3);
  const account = `/console/accounts/${order.account.accountId}`;
  const writings = [orderNumber, orderNumber.toLowerCase(), digits, `#${digits}`, `SO ${digits}`];
  const starts = [orderId, orderId.slice(0, 13), "px-47", "PO PX-4711", "4711", "po 711/a"];
  const both = ["4711 nordwind", "cargo nord px-4711", "PO 4711 ops@nordwind.example"];
  const { accountId, key } = order.account;
  for (const [kind, page, texts] of [
    ["Orders", `/console/orders/${orderId}`, [...writings, ...starts, ...both]],
    ["Accounts", account, ["nordw", "cargo nord", "Air-Cargo", "ops@nordwind", accountId]],
    ["People", `${account}/people/${userId}`, ["ruiz", "MARÍA r", "maria.ruiz@", userId]],
    ["API keys", `/console/keys/${keyId}`, ["kiel", key.slice(-4), keyId]],
  ] as const) {
    for (const q of texts) assert.deepEqual((await find(q))[kind], [page], q);
  }
  for (const q of ["4711 nobody", "47 nordwind", "9999 nordwind", "11", "run 999999999"]) {
    const found = await find(q);
    assert.deepEqual([found["Orders"], found["Imports"]], [undefined, undefined], q);
  }
  assert.equal((await find("ordwind"))["Accounts"], undefined);
  const list = admin.get("/console/orders?status=all&po=4711");
  await expectAnswer(list, 200, `/console/orders/${orderId}`);
});

test("parts, requests and pages are found", async () => {
  const { partNumber, account } = order;
  assert.deepEqual((await find(partNumber.toLowerCase()))["Parts"], [
    `/console/catalog/parts/${partNumber}`,
  ]);
  const call = await account.post("catalog", { part_numbers: [partNumber] });
  const { requestId } = await findLogged(app.database.db, String(call.headers["x-request-id"]));
  assert.deepEqual((await find(requestId))["API requests"], [`/console/requests/${requestId}`]);
  assert.deepEqual((await find("impor"))["Pages"]?.slice(0, 2), [
    "/console/imports",
    "/console/imports/new",
  ]);
  assert.deepEqual((await find("o"))["Pages"]?.slice(0, 2), ["/console/orders", "/console/outbox"]);
  const every = await find("");
  assert.ok(every["Go to"]?.includes("/console/reports"));
});

test("while the catalog is loading, everything but parts is found, and parts are reported as missing", async () => {
  const note = /Parts are not available yet, because the catalog is still loading\./;
  await withUnfilledReplica(app, async () => {
    const page = await admin.get("/console/search?q=nordwind");
    assert.equal(page.statusCode, 200);
    assert.match(page.body, /Nordwind Air-Cargo|<mark>Nordwind/);
    assert.match(page.body, note);
    const none = await admin.get("/console/search?q=NOTHING-1");
    assert.match(none.body, note);
    for (const kind of ["", "parts"]) {
      const url = `/console/search?${new URLSearchParams({ q: "NOTHING-1", kind })}`;
      const headers = { cookie: admin.cookie, "x-fragment": "yes" };
      const options = await expectAnswer(app.server.inject({ url, headers }), 200);
      assert.match(options.body, note);
    }
  });
  assert.doesNotMatch((await admin.get("/console/search?q=nordwind")).body, note);
});

test("what a role may not see is not found", async () => {
  const reader = await openOperator(app, { role: "read-only", name: "Rita Reader" });
  assert.deepEqual((await find("ölund"))["People"], [`/console/operators/${admin.operatorId}`]);
  assert.equal((await find("ölund", reader))["People"], undefined);
  assert.deepEqual((await find("company"))["Pages"], ["/console/company"]);
  assert.deepEqual(await find("company", reader), {});
  assert.equal((await find("", reader))["Go to"]?.includes("/console/operators"), false);
  assert.equal((await find("create account", reader))["Pages"], undefined);
  assert.deepEqual((await find("nordwind", reader))["Accounts"]?.length, 1);
});

test("a complete key is not searched, and not shown again", async () => {
  const page = await admin.get(`/console/search?q=${order.account.key}`);
  assert.match(page.body, /complete API key, which is a secret/);
  assert.ok(!page.body.includes(order.account.key));
  assert.deepEqual(await find(order.account.key), {});
});
