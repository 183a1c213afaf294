// The pages for developers: replacing and revoking keys, key requests, and the request log with its
// filters and the curl command that repeats a request.
import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { before, test } from "node:test";
import { promisify } from "node:util";
import { newId } from "../../src/db/newId.ts";
import { createKey } from "../../src/keys/issueKey.ts";
import { selectKeys } from "../../src/keys/queries.ts";
import { findLogged } from "../support/findLogged.ts";
import { placeDraft } from "../support/placeDraft.ts";
import { account, app, buyer, openPortal } from "../support/portal.ts";
import { offer, place, read, refuse, run, submit } from "../support/steps.ts";
import type { TestAccount } from "../support/testApp.ts";
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

before(async () => {
  await offer("HERE-1");
  await offer("GONE-1", { stock: 0 });
});

const requestIdOf = (answer: { headers: Record<string, unknown> }) =>
  String(answer.headers["x-request-id"]);

/** Looks up parts, waits for the log and returns the request's id. */
async function lookUp(of: TestAccount, body: unknown): Promise<string> {
  const requestId = requestIdOf(await of.post("catalog", body));
  await findLogged(app.database.db, requestId);
  return requestId;
}

/** Decodes the numeric character references of a page. */
function decode(text: string): string {
  return text.replace(/&#(\d+);/g, (_, code: string) => String.fromCharCode(Number(code)));
}

/** The ids of the listed requests, newest first. */
async function list(query = "", by = buyer): Promise<string[]> {
  const { statusCode, body } = await by.get(`/developers/calls${query}`);
  assert.equal(statusCode, 200);
  return [...body.matchAll(/href="\/developers\/calls\/(req_[0-9a-f]+)"/g)].map(
    ([, id]) => id ?? "",
  );
}

test("the list has only the account's requests, and each filter narrows it", async () => {
  const [own, other] = [await app.openAccount(), await app.openAccount()];
  const by = await openVisitor(app, own.accountId);
  const theirs = await lookUp(other, { part_numbers: ["here-1"] });
  assert.match((await by.get("/developers/calls")).body, /No requests yet/);
  const found = await lookUp(own, { part_numbers: ["here-1", "NO-1"] });
  const refused = await lookUp(own, {});
  await placeDraft(own, { "HERE-1": 1 }, "PO-9");
  let shown: string[] = [];
  for (let n = 0; n < 500 && shown.length < 4; n += 1) shown = await list("", by);
  const [placed = "", looked = ""] = shown;
  for (const [query, ids] of [
    ["", [placed, looked, refused, found]],
    ["?status=refused", [refused]],
    ["?status=failed", []],
    ["?part=No-1", [found]],
    ["?po=po-9", [placed]],
    [`?key=${own.keyId}&status=answered`, [placed, looked, found]],
    [`?key=${other.keyId}`, []],
    ["?id=nonsense", []],
  ] as const) {
    assert.deepEqual(await list(query, by), ids, query);
  }
  const message = "Send at least one entry in part_numbers or part_names.";
  for (const path of ["?status=refused", `/${refused}`]) {
    assert.ok((await by.get(`/developers/calls${path}`)).body.includes(message), path);
  }
  const { headers } = await by.get(`/developers/calls?id=${found}`);
  assert.match(String(headers.location), /^\/developers\/calls\/[0-9a-f-]{36}$/);
  assert.equal((await by.get(String(headers.location))).statusCode, 200);
  for (const query of ["?after=x", "?key=%00", "?status=x", "?part=%ED%A0%80", "?po=%00&part="]) {
    assert.equal((await list(query, by)).length, query.startsWith("?part") ? 0 : 4, query);
  }
  for (const id of [theirs, newId(), "x", "%00", `req_${"0".repeat(32)}`]) {
    assert.equal((await by.get(`/developers/calls/${id}`)).statusCode, 404, id);
  }
});

test("the page of a request shows the result of each entry and a curl command that repeats it", async (t) => {
  const part_numbers = ["here-1", "GONE-1", "it's; $(none)"];
  const requestId = await lookUp(account, { part_numbers, part_names: ["No <b>"], in_stock: true });
  const { body } = await buyer.get(`/developers/calls/${requestId}`);
  assert.match(body, /HERE-1<\/code>.*?Found/s);
  assert.match(body, /GONE-1<\/code>.*?Not enough stock/s);
  assert.ok(body.includes("No &#60;b&#62;") && !body.includes("sk_live_"));
  const curl = /aria-label="Repeat request"><code>([^<]*)</.exec(body)?.[1] ?? "";
  const url = await app.server.listen({ host: "127.0.0.1", port: 0 });
  t.after(() => app.server.server.close());
  const { stdout } = await promisify(execFile)(
    "sh",
    ["-c", decode(curl).replace("https://parts.example", url)],
    { env: { PATH: process.env["PATH"] ?? "", PARTSDESK_KEY: account.key } },
  );
  const { summary, not_found } = JSON.parse(stdout);
  assert.deepEqual(summary, { total_requested: 4, found: 1, not_found: 3 });
  assert.deepEqual(not_found, ["GONE-1", "IT'S; $(NONE)", "No <b>"]);
});

test("the curl command of an order reads it and places none", async () => {
  const orderId = await place({ "HERE-1": 1 }, "PO-10");
  const read = requestIdOf(await account.get(`orders/${orderId}`));
  await findLogged(app.database.db, read);
  const [placed = ""] = await list("?po=PO-10&status=answered").then((ids) => ids.slice(-1));
  for (const requestId of [read, placed]) {
    const { body } = await buyer.get(`/developers/calls/${requestId}`);
    assert.ok(
      body.includes(`/b2b/orders/${orderId}`) && body.includes(`href="/orders/${orderId}"`),
    );
    assert.ok(!body.includes("-d &#39;") && !body.includes("-X POST"));
  }
});
