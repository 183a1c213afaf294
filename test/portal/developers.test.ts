// The pages for developers: access by role, replacing and revoking keys, and key requests.
import assert from "node:assert/strict";
import { before, test } from "node:test";
import { createKey } from "../../src/keys/issueKey.ts";
import { selectKeys } from "../../src/keys/queries.ts";
import { account, app, buyer, openPortal } from "../support/portal.ts";
import { read, refuse, run, submit } from "../support/steps.ts";
import type { TestAccount } from "../support/testApp.ts";
import { openPeoplesAccount } from "../support/testPeople.ts";
import { openVisitor, type TestVisitor } from "../support/testVisitor.ts";

let other: TestAccount;
let admin: TestVisitor;

openPortal({ publicUrl: "https://parts.example", rateLimitOrders: 0 });

before(async () => {
  other = await app.openAccount();
  admin = await openVisitor(app, account.accountId, { role: "admin" });
});

async function issue(name: string, of = account, expiresAt: Date | null = null) {
  const { accountId } = of;
  return app.database.db.transaction((tx) =>
    createKey(tx, { accountId, name, expiresAt, now: app.clock.now }),
  );
}

const keyPath = ({ keyId }: { readonly keyId: string }) => `/developers/keys/${keyId}`;

/** How the catalog answers a key. */
async function callWith(key: string): Promise<number> {
  const { statusCode } = await app.server.inject({
    method: "POST",
    url: "/api/b2b/catalog",
    headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
    payload: '{"part_numbers":["A-1"]}',
  });
  return statusCode;
}

const shownKeys = (body: string) => new Set(body.match(/sk_live_[0-9A-Za-z]{38}/g));

test("the page lists only the account's keys, the base URL and the rate limits", async () => {
  const key = await issue("ERP <production>");
  const others = await issue("Hidden", other);
  const { statusCode, body, headers } = await buyer.get("/developers");
  assert.equal(statusCode, 200);
  assert.equal(headers["cache-control"], "no-store");
  assert.ok(body.includes("ERP &#60;production&#62;") && body.includes(key.lastFour));
  assert.ok(!body.includes("Hidden") && !body.includes(others.keyId));
  assert.ok(body.includes("https://parts.example/public/api/v1/b2b"));
  assert.ok(body.includes("https://parts.example/api/b2b"));
  assert.match(body, /<dt>Lookups<\/dt><dd>3,000 requests per minute per key/);
  assert.match(body, /<dt>Orders<\/dt><dd>no limit/);
  assert.ok(body.includes("$PARTSDESK_KEY"));
  assert.deepEqual([...shownKeys(body)], []);
  const command = /npm install https:\/\/parts\.example(\/docs\/[\w.-]+\.tgz)/.exec(body);
  assert.equal((await app.server.inject(command?.[1] ?? "")).statusCode, 200);
  assert.ok(body.includes('href="/docs#client"'));
});

test("an account without a key is told how to get one, and a buyer is told whom to ask", async () => {
  const { accountId } = await openPeoplesAccount(app.database.db, app.clock.now);
  const asBuyer = await openVisitor(app, accountId);
  const asAdmin = await openVisitor(app, accountId, { role: "admin" });
  assert.match((await asBuyer.get("/developers")).body, /An admin of your account can request one/);
  assert.match((await asAdmin.get("/developers")).body, /No keys yet/);
});

test("a buyer can open a key and cannot change it", async () => {
  const key = await issue("Read only");
  const page = await buyer.get(keyPath(key));
  assert.equal(page.statusCode, 200);
  assert.ok(!page.body.includes('method="post" action="/developers'));
  assert.ok(!(await read("/developers")).includes("/developers/request"));
});

for (const [overlap, hours] of [
  ["0", 0],
  ["1", 1],
  ["24", 24],
  ["168", 168],
] as const) {
  test(`a replaced key works for ${hours} hours, and only one page shows the new key`, async () => {
    const old = await issue(`Rotated ${hours}`);
    const page = await admin.post(`${keyPath(old)}/rotate`, { overlap });
    assert.equal(page.statusCode, 200);
    assert.equal(page.headers["cache-control"], "no-store");
    const shown = [...shownKeys(page.body)];
    assert.equal(shown.length, 1);
    const [key = ""] = shown;
    assert.deepEqual(
      [await callWith(key), await callWith(old.key)],
      [200, hours === 0 ? 401 : 200],
    );
    const keys = await selectKeys(app.database.db, account.accountId);
    const replaced = keys.find(({ keyId }) => keyId === old.keyId);
    const end = app.clock.now.getTime() + hours * 3_600_000;
    assert.equal(replaced?.expiresAt?.getTime(), end);
    const later = [
      await admin.get("/developers"),
      await admin.get(keyPath(old)),
      await admin.get(`/developers/keys/${replaced?.replacedBy}`),
    ];
    for (const { body } of later) assert.deepEqual([...shownKeys(body)], []);
    assert.ok(!JSON.stringify(app.logLines).includes(key), "no log has it");
  });
}

test("a key is replaced once, also by concurrent forms, and the new key is not shown again", async () => {
  const old = await issue("At once");
  const count = async () => (await selectKeys(app.database.db, account.accountId)).length;
  const before = await count();
  const post = () => admin.post(`${keyPath(old)}/rotate`, { overlap: "0" });
  const answers = await Promise.all([post(), post(), post()]);
  assert.deepEqual(answers.map(({ statusCode }) => statusCode).sort(), [200, 409, 409]);
  const again = await refuse(409, `${keyPath(old)}/rotate`, { overlap: "0" }, admin);
  assert.match(again, /already been replaced, and the new key is not shown again/);
  assert.deepEqual([...shownKeys(again)], []);
  assert.equal(await count(), before + 1);
});

test("an unknown overlap is refused next to its field", async () => {
  const key = await issue("Times");
  for (const overlap of ["", "2", "-1", "1e9", "24 "]) {
    const page = await refuse(422, `${keyPath(key)}/rotate`, { overlap }, admin);
    assert.match(page, /Choose when the old key stops working\./);
  }
  assert.equal(await callWith(key.key), 200);
});

test("the page of a key says when it was last used", async () => {
  const key = await issue("Used");
  assert.match((await admin.get(keyPath(key))).body, /It has never been used\./);
  const text = "update api_keys set last_used_at = $1 where key_id = $2";
  await run(text, [app.clock.now, key.keyId]);
  assert.match((await admin.get(keyPath(key))).body, /It was last used <time[^>]*>[^<]+<\/time>\./);
});

test("an admin revokes a key by typing its name, once and permanently", async () => {
  const key = await issue("Ünlü key");
  const wrong = await refuse(422, `${keyPath(key)}/revoke`, { name: "ünlü key" }, admin);
  assert.match(wrong, /The name doesn&#39;t match\. The key was not revoked\./);
  assert.match(wrong, /value="ünlü key"/);
  assert.equal(await callWith(key.key), 200);
  const done = await submit(`${keyPath(key)}/revoke`, { name: " Ünlü key " }, admin);
  assert.equal(done, "/developers?done=revoked");
  assert.equal(await callWith(key.key), 401);
  const page = await admin.get(keyPath(key));
  assert.match(page.body, /Revoked/);
  assert.ok(!page.body.includes("/rotate") && !page.body.includes("/revoke"));
  const late = await refuse(409, `${keyPath(key)}/rotate`, { overlap: "0" }, admin);
  assert.match(late, /This key is revoked and can(?:.|&#39;)t be replaced/);
  await submit(`${keyPath(key)}/revoke`, { name: "Ünlü key" }, admin);
});

/** The e-mails to the operators about keys of an account. */
function listSupportMails({ accountId } = account): Promise<Record<string, string>[]> {
  return run(
    "select * from mails where kind = 'key requested' and position($1::text in body) > 0",
    [accountId],
  );
}

test("a key request is mailed to the operators and stays open until a key of its name is issued", async () => {
  const purpose = "SAP, hourly\n<b>all</b> {{key}} night";
  const own = await app.openAccount();
  const asker = await openVisitor(app, own.accountId, { role: "admin" });
  const asked = { name: "  SAP O'Hare ", purpose };
  assert.equal(await submit("/developers/request", asked, asker), "/developers?done=requested");
  const [mail, ...more] = await listSupportMails(own);
  assert.deepEqual(more, []);
  assert.equal(mail?.["recipient"], "support@localhost");
  const body = mail?.["body"] ?? "";
  assert.ok(body.includes(asker.email) && body.includes("SAP, hourly"));
  const command = `key issue --account ${own.accountId} --name 'SAP O'\\''Hare' --send`;
  assert.ok(body.includes(command), body);
  const waiting = await asker.get("/developers");
  assert.match(waiting.body, /Requested/);
  assert.ok(waiting.body.includes("SAP O&#39;Hare"));
  assert.ok(waiting.body.includes("&#60;b&#62;all&#60;/b&#62;"));
  assert.doesNotMatch(await read("/developers"), /SAP/);
  await issue("sap o'hare", own);
  assert.ok(!(await asker.get("/developers")).body.includes("Keys that are requested"));
});

test("a request without a name, or with too long texts, is refused and keeps what was typed", async () => {
  const before = (await listSupportMails()).length;
  for (const [fields, message] of [
    [{ name: " ", purpose: "kept" }, "Enter a name for the key."],
    [{ name: "x".repeat(101), purpose: "kept" }, "Use 100 characters or fewer for the name."],
    [{ name: "a\nb", purpose: "kept" }, "on one line"],
    [{ name: "ok", purpose: `kept${"x".repeat(497)}` }, "Use 500 characters or fewer."],
  ] as const) {
    const page = await refuse(422, "/developers/request", fields, admin);
    assert.ok(page.includes(message) && page.includes("kept"), message);
  }
  assert.equal((await listSupportMails()).length, before);
  const atLimit = { name: "x".repeat(100), purpose: "x".repeat(500) };
  await submit("/developers/request", atLimit, admin);
});

test("an account can request ten keys a day; further requests send no e-mail", async () => {
  const eager = await app.openAccount();
  const visitor = await openVisitor(app, eager.accountId, { role: "admin" });
  const statuses: number[] = [];
  for (let count = 0; count < 11; count += 1) {
    statuses.push((await visitor.post("/developers/request", { name: `K${count}` })).statusCode);
  }
  assert.deepEqual(statuses, [...Array.from({ length: 10 }, () => 303), 429]);
  assert.equal((await listSupportMails(eager)).length, 10);
});
