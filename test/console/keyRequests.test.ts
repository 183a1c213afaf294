// The desk of key requests: matching, the mail shown, one key however often it is sent, answers,
// and two operators on one request.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { selectDeeds } from "../../src/audit/queries.ts";
import { markKept, markUnsent } from "../../src/mail/queries.ts";
import type { MailId } from "../../src/mail/queueMail.ts";
import { openTestApp, type TestApp } from "../support/testApp.ts";
import { openOperator, type TestOperator } from "../support/testOperator.ts";
import { createTestPeople, readMails } from "../support/testPeople.ts";
import { openVisitor } from "../support/testVisitor.ts";

let app: TestApp;
let desk: TestOperator;
let reader: TestOperator;
const root = "/console/key-requests";
let made = 0;

before(async () => {
  app = await openTestApp({ publicUrl: "https://parts.example" });
  desk = await openOperator(app, { role: "operator" });
  reader = await openOperator(app, { role: "read-only" });
});

after(() => app.close());

type Row = {
  readonly state: string;
  readonly version: number;
  readonly account_id: string | null;
  readonly key_id: string | null;
  readonly mail_id: MailId | null;
};

async function rowOf(requestId: string): Promise<Row> {
  const text = "select * from key_requests where request_id = $1";
  const [row] = await app.database.db.query<Row>({ name: "", text, values: [requestId] });
  return row ?? assert.fail("there is no such request");
}

async function countKeys(accountId: string | null): Promise<number> {
  const text = "select count(*)::integer as count from api_keys where account_id = $1";
  const values = [accountId];
  const rows = await app.database.db.query<{ count: number }>({ name: "", text, values });
  return rows[0]?.count ?? -1;
}

/** Enters a request and gives its id, its page's address and the address of who asked. */
async function enter(company = "Acme"): Promise<{ id: string; page: string; email: string }> {
  made += 1;
  const email = `ann${made}@acme${made}.example`;
  const received = app.clock.now.toISOString().slice(0, 16).replace("T", " ");
  const fields = { company: `${company} ${made}`, person: "Ann Lee", email, purpose: "ERP" };
  const sent = await desk.post(root, { ...fields, received });
  const [, id = ""] =
    /key-requests\/([0-9a-f-]{36})\?done=entered$/.exec(String(sent.headers.location)) ?? [];
  assert.notEqual(id, "", sent.body);
  return { id, page: `${root}/${id}`, email };
}

/** Enters a request and matches it with an account of its own. */
async function enterMatched() {
  const entered = await enter();
  const account = await app.openAccount();
  const fields = { version: "1", account: account.accountId };
  const matched = await desk.post(`${entered.page}/match`, fields);
  assert.equal(matched.statusCode, 303, matched.body);
  return { ...entered, account };
}

const terms = (email: string) => ({ name: "ERP", to: email, delivery: "mail", expires: "" });

/** What the previewed mail's form would send. */
async function previewed(page: string, fields: Record<string, string>) {
  const shown = await desk.get(`${page}/issue?${new URLSearchParams(fields)}`);
  assert.equal(shown.statusCode, 200, shown.body);
  const field = (name: string): string =>
    new RegExp(`name="${name}" value="([^"]*)"`).exec(shown.body)?.[1] ?? "";
  const form = { ...fields, version: field("version"), seen: field("seen") };
  return { form, body: shown.body };
}

async function actionsOn(subjectId: string): Promise<string[]> {
  const none = { operatorId: null, action: null, subjectKind: null, accountId: null };
  const filter = { ...none, subjectId, from: null, until: null };
  const deeds = await selectDeeds(app.database.db, filter, { before: null, limit: 20 });
  return deeds.map(({ action }) => action).toReversed();
}

test("a pasted mail is read, can be changed, and becomes a request due by when it came", async () => {
  const pasted = "From: Bo Berg <bo@berg-air.example>\n\nA key, please.";
  const read = await desk.post(`${root}/read`, { pasted });
  assert.equal(read.statusCode, 200);
  for (const found of ["bo@berg-air.example", "Bo Berg", "Berg Air", "A key, please."]) {
    assert.ok(read.body.includes(found), found);
  }
  const typed = { company: "", person: "Bo", email: "bo@", purpose: "x", received: "yesterday" };
  const refused = await desk.post(root, { ...typed, pasted });
  assert.equal(refused.statusCode, 422);
  for (const name of ["company", "email", "received"]) {
    assert.ok(refused.body.includes(`href="#field-${name}"`), name);
  }
  assert.ok(refused.body.includes("From: Bo Berg"), "what was pasted is kept");
  const { id, page } = await enter();
  assert.deepEqual(await actionsOn(id), ["entered a key request"]);
  const list = await reader.get(root);
  assert.ok(list.body.includes(id));
  assert.match(list.body, /\d+ (h|min).* left/);
  assert.match((await reader.get("/console")).body, /href="\/console\/key-requests"/);
  assert.ok(!(await reader.get(page)).body.includes("<form class="), "a reader changes nothing");
});

test("accounts are proposed with the reason and never chosen by themselves", async () => {
  const { id, page, email } = await enter();
  const host = email.split("@")[1] ?? "";
  const account = await app.openAccount();
  const values = [account.accountId, `office@${host}`];
  const text = "update accounts set email = $2 where account_id = $1";
  await app.database.db.query({ name: "", text, values });
  const shown = await desk.get(page);
  assert.match(shown.body, /has addresses at the same host/);
  assert.equal((await rowOf(id)).account_id, null);
  const early = await desk.get(`${page}/issue?${new URLSearchParams(terms(email))}`);
  assert.equal(early.statusCode, 409, "no mail is shown of a request without its account");
  const unknown = await desk.post(`${page}/match`, { version: "1", account: "No such account" });
  assert.equal(unknown.statusCode, 422);
  const matched = await desk.post(`${page}/match`, { version: "1", account: account.accountId });
  assert.equal(matched.headers.location, `${page}?done=matched`);
  assert.equal((await rowOf(id)).account_id, account.accountId);
});

test("an account is opened for a request, once by its name", async () => {
  const { id, page, email } = await enter("Opened Air");
  const fields = { account_name: `Opened Air ${id}`, account_email: email, currency: "eur" };
  const wrong = { ...fields, currency: "XXX", discount: "101", account_name: " " };
  const refused = await desk.post(`${page}/account`, { version: "1", ...wrong });
  assert.equal(refused.statusCode, 422);
  for (const name of ["account_name", "currency", "discount"]) {
    assert.ok(refused.body.includes(`href="#open-${name}"`), name);
  }
  const opened = await desk.post(`${page}/account`, { version: "1", ...fields, discount: "7.5" });
  assert.equal(opened.headers.location, `${page}?done=opened`);
  const { account_id: accountId } = await rowOf(id);
  const text = `select currency, (select discount from agreement_rules r
      where r.account_id = a.account_id) from accounts a where account_id = $1`;
  const found = await app.database.db.query({ name: "", text, values: [accountId] });
  assert.deepEqual(found, [{ currency: "EUR", discount: 750 }]);
  const other = await enter();
  const taken = await desk.post(`${other.page}/account`, { version: "1", ...fields });
  assert.equal(taken.statusCode, 422);
  assert.match(taken.body, /already. Choose it/);
  assert.equal((await rowOf(other.id)).account_id, null);
});

test("the mail is shown before it goes, the key masked, and that very mail is queued", async () => {
  const { id, page, email, account } = await enterMatched();
  const { form, body } = await previewed(page, terms(email));
  assert.match(body, /sk_live_•+/);
  assert.match(body, /Nobody of Account [^<]+ is known at acme\d+\.example/);
  const issued = await desk.post(`${page}/issue`, form);
  assert.equal(issued.headers.location, `${page}?done=issued`);
  const people = createTestPeople(app.database.db, app.secret);
  const [mail, ...others] = await readMails(people, email);
  assert.deepEqual(others, []);
  const key = mail?.secrets["key"] ?? "";
  const text = (mail?.body ?? "").replaceAll("{{key}}", key);
  const shown = /Text of the mail">([\s\S]*?)<\/pre>/.exec(body)?.[1] ?? "";
  const masked = text.replaceAll(key, `sk_live_${"•".repeat(8)}`);
  const lastFour = key.slice(-4);
  const plain = (html: string): string =>
    html.replace(/&#(\d+);/g, (_, code) => String.fromCharCode(code));
  assert.equal(
    masked.replace(`Ends in:  ${lastFour}`, "Ends in:  ••••"),
    plain(shown).replaceAll("&quot;", '"').replaceAll("&apos;", "'"),
  );
  assert.deepEqual(await actionsOn(id), [
    "entered a key request",
    "matched a key request",
    "issued a key",
  ]);
  const row = await rowOf(id);
  assert.equal(row.state, "issued");
  assert.equal(await countKeys(account.accountId), 2, "its first and this one");
  assert.match((await desk.get(page)).body, /Pending: the mail waits/);
  assert.ok((await desk.get(`${root}?view=pending`)).body.includes(id));
  assert.ok(!(await desk.get(root)).body.includes(id));
});

test("sent twice, from two tabs or at once, a request gets one key", async () => {
  const { id, page, email, account } = await enterMatched();
  const { form } = await previewed(page, terms(email));
  const other = await openOperator(app, { role: "admin", name: "Otto Other" });
  const sent = await Promise.all(
    [desk, other, desk, other].map((one) => one.post(`${page}/issue`, form)),
  );
  const statuses = sent.map(({ statusCode }) => statusCode).toSorted();
  assert.deepEqual(statuses, [303, 409, 409, 409]);
  const [second] = sent.filter(({ statusCode }) => statusCode === 409);
  assert.match(second?.body ?? "", /Somebody changed this meanwhile/);
  assert.match(second?.body ?? "", /(Olga Operator|Otto Other) changed it on/);
  assert.equal(await countKeys(account.accountId), 2);
  const people = createTestPeople(app.database.db, app.secret);
  assert.equal((await readMails(people, email)).length, 1);
  const actions = await actionsOn(id);
  assert.equal(actions.filter((action) => action === "issued a key").length, 1);
});

test("a mail that would be another than was seen is not sent, but shown again", async () => {
  const { page, email, account } = await enterMatched();
  const { form } = await previewed(page, terms(email));
  const text = "update accounts set name = name || ' renamed' where account_id = $1";
  await app.database.db.query({ name: "", text, values: [account.accountId] });
  const refused = await desk.post(`${page}/issue`, form);
  assert.equal(refused.statusCode, 409);
  assert.match(refused.body, /the mail would be another now/);
  assert.match(refused.body, /renamed/);
  const forged = await desk.post(`${page}/issue`, { ...form, to: "thief@evil.example" });
  assert.equal(forged.statusCode, 422);
  assert.equal(await countKeys(account.accountId), 1);
});

test("a suspended account gets no key", async () => {
  const { page, email, account } = await enterMatched();
  const { form } = await previewed(page, terms(email));
  const text = "update accounts set suspended_at = now() where account_id = $1";
  await app.database.db.query({ name: "", text, values: [account.accountId] });
  assert.equal((await desk.post(`${page}/issue`, form)).statusCode, 409);
  assert.match((await desk.get(page)).body, /The account is suspended/);
  assert.equal(await countKeys(account.accountId), 1);
});

test("terms that cannot be come back beside their fields", async () => {
  const { page } = await enterMatched();
  const wrong = { name: " ", to: "a@b.example", delivery: "pigeon", expires: "2020-01-01" };
  const refused = await desk.get(`${page}/issue?${new URLSearchParams(wrong)}`);
  assert.equal(refused.statusCode, 422);
  for (const name of Object.keys(wrong)) {
    assert.ok(refused.body.includes(`href="#key-${name}"`), name);
  }
});

test("two operators who change what was typed both see both versions, and nothing is lost", async () => {
  const { id, page, email } = await enter();
  const fields = { version: "1", company: "First Air", person: "Ann", email, name: "erp" };
  const first = await desk.post(`${page}/edit`, { ...fields, purpose: "" });
  assert.equal(first.headers.location, `${page}?done=edited`);
  const second = await desk.post(`${page}/edit`, { ...fields, company: "Second Air", purpose: "" });
  assert.equal(second.statusCode, 409);
  assert.match(second.body, /First Air/);
  assert.match(second.body, /value="Second Air"/, "what was typed stays in the form");
  assert.match(second.body, /name="version" value="2"/);
  const again = await desk.post(`${page}/edit`, {
    ...{ ...fields, version: "2", company: "Second Air", purpose: "" },
  });
  assert.equal(again.statusCode, 303);
  assert.match((await desk.get(page)).body, /Second Air/);
  assert.equal((await rowOf(id)).version, 3);
});

test("a question and a refusal are mailed with what they say, and a refusal can be undone", async () => {
  const { id, page, email } = await enter();
  const people = createTestPeople(app.database.db, app.secret);
  const empty = await desk.post(`${page}/ask`, { version: "1", text: "  " });
  assert.equal(empty.statusCode, 422);
  const long = await desk.post(`${page}/ask`, { version: "1", text: "x".repeat(2_001) });
  assert.equal(long.statusCode, 422);
  const text = "Which {{key}} system?";
  await desk.post(`${page}/ask`, { version: "1", text });
  assert.equal((await rowOf(id)).state, "needs information");
  assert.ok((await desk.get(root)).body.includes(id), "it still waits for an operator");
  const [question] = await readMails(people, email);
  assert.match(question?.body ?? "", /Which \{ \{key\}\} system\?/);
  await desk.post(`${page}/decline`, { version: "2", text: "We sell to repair shops alone." });
  const [, refusal] = await readMails(people, email);
  assert.match(refusal?.body ?? "", /repair shops alone/);
  assert.ok((await desk.get(`${root}?view=declined`)).body.includes(id));
  const late = await desk.post(`${page}/ask`, { version: "3", text: "One more thing" });
  assert.equal(late.statusCode, 409);
  const reopened = await desk.post(`${page}/reopen`, { version: "3" });
  assert.equal(reopened.headers.location, `${page}?done=reopened`);
  assert.equal((await rowOf(id)).state, "new");
});

test("a key whose mail bounced is taken back: it is revoked, and its mail cannot go out", async () => {
  const { id, page, email } = await enterMatched();
  const { form } = await previewed(page, terms(email));
  await desk.post(`${page}/issue`, form);
  const { mail_id: mailId, key_id: keyId } = await rowOf(id);
  const waiting = await desk.post(`${page}/reopen`, { version: "3" });
  assert.equal(waiting.statusCode, 409, "what may still arrive is not taken back");
  const { db } = app.database;
  const end = { state: "bounced", error: "550 no such user", dueAt: new Date() } as const;
  await markUnsent(db, mailId ?? assert.fail(), end);
  assert.ok((await desk.get(`${root}?view=bounced`)).body.includes(id));
  assert.match((await desk.get(page)).body, /550 no such user/);
  assert.match((await desk.get("/console")).body, /key-requests\?view&#61;bounced/);
  assert.equal((await desk.post(`${page}/reopen`, { version: "3" })).statusCode, 303);
  const text = "select revoked_at is not null as revoked from api_keys where key_id = $1";
  assert.deepEqual(await db.query({ name: "", text, values: [keyId] }), [{ revoked: true }]);
  const resent = await desk.post(`/console/outbox/${mailId}/send`);
  assert.match(String(resent.headers.location), /done=sealed$/);
});

test("what an account asks for on its own page comes here with its account", async () => {
  const { accountId } = await app.openAccount();
  const visitor = await openVisitor(app, accountId, { role: "admin" });
  await visitor.post("/developers/request", { name: "Own page", purpose: "" });
  const text = "select request_id from key_requests where account_id = $1";
  const values = [accountId];
  const rows = await app.database.db.query<{ request_id: string }>({ name: "", text, values });
  const page = `${root}/${rows[0]?.request_id}`;
  const shown = await desk.get(page);
  assert.match(shown.body, new RegExp(`Of <strong>Account ${accountId}`));
  const other = await app.openAccount();
  const moved = await desk.post(`${page}/match`, { version: "1", account: other.accountId });
  assert.equal(moved.statusCode, 409, "it is of the account that asked");
  const { form } = await previewed(page, { ...terms("buyer@example.com"), name: "Own page" });
  assert.equal((await desk.post(`${page}/issue`, form)).statusCode, 303);
  assert.ok(!(await visitor.get("/developers")).body.includes("<h2>Requested</h2>"));
});

test("a mail that no server takes is handed over by an operator, whole and once", async () => {
  const { id, page, email } = await enterMatched();
  const { form } = await previewed(page, terms(email));
  await desk.post(`${page}/issue`, form);
  const { mail_id: mailId } = await rowOf(id);
  const { db } = app.database;
  const path = `/console/outbox/${mailId}`;
  assert.equal((await desk.post(`${path}/hand-over`)).statusCode, 409, "it is on its way");
  await markKept(db, mailId ?? "");
  assert.match((await desk.get(page)).body, /Kept: no mail server/);
  assert.match((await desk.get(path)).body, /\(key: not shown\)/);
  const at = await Promise.all([1, 2, 3].map(() => desk.post(`${path}/hand-over`)));
  const [handed, ...late] = at.toSorted((a, b) => a.statusCode - b.statusCode);
  assert.equal(handed?.statusCode, 200);
  assert.match(handed?.body ?? "", /Bearer sk_live_[0-9A-Za-z]{38}/);
  assert.equal(handed?.headers["cache-control"], "no-store");
  for (const answer of late) {
    assert.equal(answer.statusCode, 409);
    assert.doesNotMatch(answer.body, /sk_live_[0-9A-Za-z]/);
  }
  const text = "select state, sealed, handed_over_by from mails where mail_id = $1";
  const [mail] = await db.query({ name: "", text, values: [mailId] });
  assert.deepEqual(mail, { state: "sent", sealed: null, handed_over_by: "Olga Operator" });
  assert.deepEqual(await actionsOn(mailId ?? ""), ["handed a mail over"]);
  assert.match((await desk.get(path)).body, /by Olga Operator, by hand/);
  assert.equal((await reader.post(`${path}/hand-over`)).statusCode, 403);
});

test("requests that are none are nothing, and lists take any address", async () => {
  for (const id of ["x", "01900000-0000-7000-8000-000000000000"]) {
    assert.equal((await desk.get(`${root}/${id}`)).statusCode, 404);
    assert.equal((await desk.post(`${root}/${id}/edit`)).statusCode, 404);
    assert.equal((await desk.get(`${root}/${id}/issue`)).statusCode, 404);
    assert.equal((await desk.post(`${root}/${id}/reopen`, { version: "1" })).statusCode, 404);
  }
  for (const odd of ["view=x", "after=x", "after=%00", "view=sent&after=1"]) {
    assert.equal((await desk.get(`${root}?${odd}`)).statusCode, 200, odd);
  }
});
