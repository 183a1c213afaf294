// The start page of the console: open key requests and what else needs attention.
import assert from "node:assert/strict";
import { test } from "node:test";
import { Client } from "pg";
import { shellActor } from "../../src/audit/actor.ts";
import { minIdAt, newId } from "../../src/db/newId.ts";
import { rotateKey } from "../../src/keys/rotateKey.ts";
import { countOldDrafts } from "../../src/orders/operatorQueries.ts";
import { draftOrder } from "../support/confirmedOrder.ts";
import {
  actionsOn,
  admin,
  app,
  checkFile,
  commitRun,
  openConsole,
  query,
} from "../support/console.ts";
import { expectAnswer } from "../support/expectAnswer.ts";
import { readAttribute } from "../support/readAttribute.ts";
import { catalogHeader } from "../support/sendImport.ts";

openConsole();

/** The text of a row of the page without markup. */
async function rowOf(name: string): Promise<string> {
  const { body } = await admin.get("/console");
  const row = body.split(/<li\b/).find((one) => one.includes(`<strong>${name}`)) ?? "none";
  return row.replace(/<[^>]+>/g, " ").replace(/\s+/g, " ");
}

test("an import that a guard rail stopped needs attention until someone decides", async () => {
  const rows = (price: string) => `${catalogHeader}\nT-1,BOLT,NE,EA,4,${price},USD,Vendor T\n`;
  const check = async (price: string) => checkFile(rows(price));
  const name = "Stopped imports";
  const first = await check("5.00");
  await commitRun(first);
  assert.equal(await rowOf(name), "none");
  const stopped = await check("50.00");
  assert.match(await rowOf(name), /imports Last 7 days 1 Review/);
  const commit = admin.post(`/console/imports/${stopped.runId}/commit`, { reason: " " });
  await expectAnswer(commit, 422, /Enter a reason/);
  const reason = "The vendor's new list";
  const { runId, accepted } = await commitRun(stopped, { reason });
  assert.equal(accepted, reason);
  const actions = await actionsOn(String(runId));
  assert.equal(actions.at(-1), "committed an import past its guard rails");
  assert.equal(await rowOf(name), "none");
  const dismissed = await check("500.00");
  assert.match(await rowOf(name), /1 Review/);
  const address = `/console/imports/${dismissed.runId}`;
  assert.match((await admin.get(address)).body, />Dismiss</);
  assert.equal((await admin.post(`${address}/dismiss`)).statusCode, 303);
  assert.equal(await rowOf(name), "none");
  assert.doesNotMatch((await admin.get(address)).body, />Dismiss</);
});

const dayMs = 86_400_000;

test("keys in use that expire within 14 days are a task until the account has a newer key", async () => {
  const { now } = app.clock;
  const { accountId, keyId } = await app.openAccount();
  const name = "Keys that expire soon";
  const set = async (endsInDays: number, usedDaysAgo: number) => {
    const text =
      "update api_keys set expires_at = $2, last_used_at = $3, created_at = $4 where key_id = $1";
    const at = (days: number) => new Date(now.getTime() + days * dayMs);
    await query(text, [keyId, at(endsInDays), at(-usedDaysAgo), at(-100)]);
  };
  await set(15, 1);
  assert.equal(await rowOf(name), "none");
  await set(5, 15);
  assert.equal(await rowOf(name), "none", "unused for long");
  await set(-1, 1);
  assert.equal(await rowOf(name), "none", "expired");
  await set(14, 1);
  assert.match(
    await rowOf(name),
    /expire soon In use\. The first ends .+: issue a new key 1 Review/,
  );
  const list = (await admin.get("/console/keys?state=expiring")).body;
  assert.equal(list.split(`/console/keys/${keyId}`).length, 2);
  const choice = { keyId, accountId };
  const rotated = await rotateKey(app.database.db, choice, 24, now, shellActor);
  if (rotated.outcome !== "rotated") assert.fail();
  assert.match(await rowOf(name), / 1 Review/, "a replacement keeps the end");
  const replaced = (await admin.get("/console/keys?state=expiring")).body;
  assert.deepEqual(
    [keyId, rotated.issued.keyId].map((id) => replaced.includes(`/console/keys/${id}`)),
    [false, true],
  );
  const text = `insert into api_keys (key_id, account_id, name, key_hash, last_four, created_at)
    values ($1, $2, 'new', $3, 'abcd', $4)`;
  const values = [newId(), accountId, Buffer.alloc(32, 7), now];
  await query(text, values);
  assert.equal(await rowOf(name), "none", "a newer key exists");
});

test("drafts worth something that expire within three days are a task, which counts those of its list", async () => {
  const order = await draftOrder(app, "PO-ENDING");
  const name = "Drafts that expire within 3 days";
  // The service itself may not change these columns.
  const owner = new Client(app.database.address);
  await owner.connect();
  const age = async (days: number, subtotal: number) => {
    const at = new Date(app.clock.now.getTime() - days * dayMs);
    const text = "update orders set created_at = $2, subtotal = $3 where order_id = $1";
    await owner.query(text, [order.orderId, at, subtotal]);
    return rowOf(name);
  };
  assert.equal(await age(26, 500), "none");
  assert.equal(await age(28, 0), "none");
  assert.match(await age(28, 500), /Remind the buyers to confirm or discard them 1 Review/);
  await age(0, 500);
  await owner.end();
  const { account } = await draftOrder(app, null);
  const suspended = await draftOrder(app, null);
  await admin.post(`/console/accounts/${suspended.account.accountId}/suspend`);
  const add = async (ms: number, accountId: string, subtotal: number) => {
    const created = new Date(app.clock.now.getTime() - 28 * dayMs + ms);
    const orderId = minIdAt(created);
    const text = `insert into orders (order_id, account_id, status, currency, subtotal, request_id,
        created_at, changed_at)
      values ($1, $2, 'draft', 'USD', $3, 'test', $4, $4)`;
    await query(text, [orderId, accountId, subtotal, created]);
    return orderId;
  };
  const ids = [
    await add(1, account.accountId, 500),
    await add(2, account.accountId, 0),
    await add(3, suspended.account.accountId, 500),
  ];
  const task =
    /Drafts that expire within[\s\S]*?">(\d+)<\/span>\n<a class="button plain" href="([^"]*)"/;
  const [, count, href = ""] = task.exec((await admin.get("/console")).body) ?? [];
  const { body } = await admin.get(readAttribute(href));
  assert.equal(new Set(body.match(/(?<=\/console\/orders\/)[0-9a-f-]{36}/g)).size, Number(count));
  const areListed = (page: string) => ids.map((id) => page.includes(id));
  assert.deepEqual(areListed(body), [true, false, false]);
  const [, all = ""] = /href="([^"]*)">Show all drafts/.exec(body) ?? [];
  assert.deepEqual(areListed((await admin.get(readAttribute(all))).body), [true, true, true]);
});

test("drafts that expire are counted up to one more than a task shows", async () => {
  const { accountId } = await app.openAccount();
  const session = await app.database.openOwner();
  await session.client.query("begin");
  const insert = `insert into orders (order_id, account_id, status, currency, subtotal, request_id,
      created_at, changed_at)
    select uuidv7(make_interval(secs => n)), $1, 'draft', 'USD', 1, 'test', '2001-01-01',
      '2001-01-01' from generate_series(1, 1002) n`;
  await session.client.query(insert, [accountId]);
  const count = await countOldDrafts(session, new Date("2001-01-02T00:00:00Z"));
  await session.client.query("rollback");
  await session.close();
  assert.equal(count, 1_000);
});
