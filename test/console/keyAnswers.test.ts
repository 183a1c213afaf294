// Key requests that are answered without a key, keys that are not delivered, and concurrent edits.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { markUndelivered, markUnsent } from "../../src/mail/queries.ts";
import { keyRequestsPath, keyTerms, openKeyRequestFixture } from "../support/keyRequestFixture.ts";
import { openTestApp, type TestApp } from "../support/testApp.ts";
import { openOperator, type TestOperator } from "../support/testOperator.ts";
import { createTestPeople, readMails } from "../support/testPeople.ts";
import { openVisitor } from "../support/testVisitor.ts";

/** Keys are mailed; nothing is sent in this test. */
const smtpUrl = "smtp://127.0.0.1:9";
let app: TestApp;
let operator: TestOperator;
let reader: TestOperator;
const root = keyRequestsPath;
let requests: ReturnType<typeof openKeyRequestFixture>;

before(async () => {
  app = await openTestApp({ publicUrl: "https://parts.example", smtpUrl });
  operator = await openOperator(app, { role: "operator" });
  reader = await openOperator(app, { role: "read-only" });
  requests = openKeyRequestFixture(app, operator);
});

after(() => app.close());

test("two operators who edit the same request both see both versions, and nothing is lost", async () => {
  const { id, page, email } = await requests.enter();
  const fields = { version: "1", company: "First Air", person: "Ann", email, name: "erp" };
  const first = await operator.post(`${page}/edit`, { ...fields, purpose: "" });
  assert.equal(first.headers.location, `${page}?done=edited`);
  const second = await operator.post(`${page}/edit`, {
    ...fields,
    company: "Second Air",
    purpose: "",
  });
  assert.equal(second.statusCode, 409);
  assert.match(second.body, /First Air/);
  assert.match(second.body, /value="Second Air"/, "what was typed stays in the form");
  assert.match(second.body, /name="version" value="2"/);
  const again = await operator.post(`${page}/edit`, {
    ...fields,
    version: "2",
    company: "Second Air",
    purpose: "",
  });
  assert.equal(again.statusCode, 303);
  assert.match((await operator.get(page)).body, /Second Air/);
  assert.equal((await requests.rowOf(id)).version, 3);
});

test("who changed a request first is told by id, because operators may share a name", async () => {
  const { page } = await requests.enter();
  const namesake = await openOperator(app, { role: "operator" });
  const decline = { version: "1", text: "We sell to repair shops only." };
  await operator.post(`${page}/decline`, decline);
  const own = /you already changed this request/;
  const late = await namesake.post(`${page}/decline`, decline);
  assert.equal(late.statusCode, 409);
  assert.doesNotMatch(late.body, own);
  assert.match((await operator.post(`${page}/decline`, decline)).body, own);
});

test("a question and a refusal are sent with the operator's text, and a refusal can be undone", async () => {
  const { id, page, email } = await requests.enter();
  const people = createTestPeople(app.database.db, app.secret);
  const empty = await operator.post(`${page}/ask`, { version: "1", text: "  " });
  assert.equal(empty.statusCode, 422);
  const long = await operator.post(`${page}/ask`, { version: "1", text: "x".repeat(2_001) });
  assert.equal(long.statusCode, 422);
  const text = "Which {{key}} system?";
  await operator.post(`${page}/ask`, { version: "1", text });
  assert.equal((await requests.rowOf(id)).state, "needs information");
  const waiting = (await operator.get(`${root}?view=waiting`)).body;
  assert.ok(waiting.includes(id), "it is still open");
  const [question] = await readMails(people, email);
  assert.match(question?.body ?? "", /Which \{ \{key\}\} system\?/);
  await operator.post(`${page}/decline`, { version: "2", text: "We sell to repair shops alone." });
  const [, refusal] = await readMails(people, email);
  assert.match(refusal?.body ?? "", /repair shops alone/);
  assert.ok((await operator.get(`${root}?view=declined`)).body.includes(id));
  const late = await operator.post(`${page}/ask`, { version: "3", text: "One more thing" });
  assert.equal(late.statusCode, 409);
  const reopened = await operator.post(`${page}/reopen`, { version: "3" });
  assert.equal(reopened.headers.location, `${page}?done=reopened`);
  assert.equal((await requests.rowOf(id)).state, "new");
});

test("reopening a request whose e-mail bounced revokes its key, and the e-mail can no longer be sent", async () => {
  const { id, page, email } = await requests.enterMatched();
  const { form } = await requests.previewed(page, keyTerms(email));
  await operator.post(`${page}/issue`, form);
  const { mail_id: mailId, key_id: keyId } = await requests.rowOf(id);
  const waiting = await operator.post(`${page}/reopen`, { version: "3" });
  assert.equal(waiting.statusCode, 409, "an e-mail that may still arrive is not withdrawn");
  const { db } = app.database;
  const end = { state: "bounced", error: "550 no such user", dueAt: new Date() } as const;
  await markUnsent(db, mailId ?? assert.fail(), end);
  assert.ok((await operator.get(`${root}?view=bounced`)).body.includes(id));
  assert.match((await operator.get(page)).body, /550 no such user/);
  assert.match((await operator.get("/console")).body, /key-requests\?view&#61;bounced/);
  assert.equal((await operator.post(`${page}/reopen`, { version: "3" })).statusCode, 303);
  const text = "select revoked_at is not null as revoked from api_keys where key_id = $1";
  assert.deepEqual(await db.query({ name: "", text, values: [keyId] }), [{ revoked: true }]);
  const resent = await operator.post(`/console/outbox/${mailId}/send`);
  assert.match(String(resent.headers.location), /done=sealed$/);
});

test("a request from an account's own page is matched to it, and answered to its requester", async () => {
  const { accountId } = await app.openAccount();
  const visitor = await openVisitor(app, accountId, { role: "admin" });
  await visitor.post("/developers/request", { name: "Own page", purpose: "" });
  const text = "select request_id from key_requests where account_id = $1";
  const values = [accountId];
  const rows = await app.database.db.query<{ request_id: string }>({ name: "", text, values });
  const page = `${root}/${rows[0]?.request_id}`;
  const shown = await operator.get(page);
  assert.match(
    shown.body,
    new RegExp(`<strong><a href="/console/accounts/${accountId}">Account ${accountId}`),
  );
  const other = await app.openAccount();
  const moved = await operator.post(`${page}/match`, { version: "1", account: other.accountId });
  assert.equal(moved.statusCode, 409, "it belongs to the account that sent it");
  const [, first = ""] =
    /<select[^>]* name="to"[^>]*>\s*<option value="([^"]+)"/.exec(shown.body) ?? [];
  const asked = (await requests.rowOf(rows[0]?.request_id ?? "")).email;
  assert.equal(first, asked, "by default the key is sent to the person who requested it");
  assert.notEqual(first, "buyer@example.com");
  const { form } = await requests.previewed(page, {
    ...keyTerms("buyer@example.com"),
    name: "Own page",
  });
  assert.equal((await operator.post(`${page}/issue`, form)).statusCode, 303);
  assert.ok(!(await visitor.get("/developers")).body.includes("<h2>Requested</h2>"));
});

test("a request stays open until its own key is issued; rotating or issuing another key does not close it", async () => {
  const { page, email, account } = await requests.enterMatched();
  const visitor = await openVisitor(app, account.accountId, { role: "admin" });
  await visitor.post("/developers/request", { name: "ERP", purpose: "a second one" });
  const text = "select state from key_requests where account_id = $1 and source = 'account'";
  const values = [account.accountId];
  const states = () => app.database.db.query({ name: "", text, values });
  const { form } = await requests.previewed(page, keyTerms(email));
  assert.equal((await operator.post(`${page}/issue`, form)).statusCode, 303);
  assert.deepEqual(await states(), [{ state: "new" }], "that key was issued for another request");
  const named = "select key_id from api_keys where account_id = $1 and name = 'ERP'";
  const [key] = await app.database.db.query<{ key_id: string }>({ name: "", text: named, values });
  const rotated = await visitor.post(`/developers/keys/${key?.key_id}/rotate`, { overlap: "24" });
  assert.ok(rotated.statusCode < 400, rotated.body);
  assert.deepEqual(await states(), [{ state: "new" }], "the requested key is not the replaced one");
});

test("without a mail server an operator sees the complete e-mail, once", async () => {
  const { id, page, email } = await requests.enterMatched();
  const { form } = await requests.previewed(page, keyTerms(email));
  await operator.post(`${page}/issue`, form);
  const { mail_id: mailId } = await requests.rowOf(id);
  const { db } = app.database;
  const path = `/console/outbox/${mailId}`;
  assert.equal((await operator.post(`${path}/reveal`)).statusCode, 409, "it is being sent");
  await markUndelivered(db, mailId ?? "");
  assert.match((await operator.get(page)).body, /Not delivered/);
  assert.match((await operator.get(path)).body, /\(key: not shown\)/);
  const answers = await Promise.all([1, 2, 3].map(() => operator.post(`${path}/reveal`)));
  const [revealed, ...late] = answers.toSorted((a, b) => a.statusCode - b.statusCode);
  assert.equal(revealed?.statusCode, 200);
  assert.match(revealed?.body ?? "", /Bearer sk_live_[0-9A-Za-z]{38}/);
  assert.equal(revealed?.headers["cache-control"], "no-store");
  for (const answer of late) {
    assert.equal(answer.statusCode, 409);
    assert.doesNotMatch(answer.body, /sk_live_[0-9A-Za-z]/);
    assert.doesNotMatch(answer.body, /Show and mark as sent/);
  }
  const text = "select state, encrypted_secrets, delivered_by from mails where mail_id = $1";
  const [mail] = await db.query({ name: "", text, values: [mailId] });
  assert.deepEqual(mail, { state: "sent", encrypted_secrets: null, delivered_by: "Olga Operator" });
  assert.deepEqual(await requests.actionsOn(mailId ?? ""), ["delivered an e-mail manually"]);
  assert.match((await operator.get(path)).body, /Delivered manually by Olga Operator/);
  assert.match((await operator.get(page)).body, />Delivered manually</);
  assert.equal((await reader.post(`${path}/reveal`)).statusCode, 403);
});

test("only an admin sees an e-mail that gives access to the console", async () => {
  const { db } = app.database;
  const admin = await openOperator(app, { role: "admin" });
  const email = "new-admin@desk.example";
  await admin.post("/console/operators/invitations", { email, name: "", role: "admin" });
  const text = "select mail_id from mails where recipient = $1";
  const [mail] = await db.query<{ mail_id: string }>({ name: "", text, values: [email] });
  const mailId = mail?.mail_id ?? assert.fail("an operator is invited by e-mail");
  await markUndelivered(db, mailId);
  const path = `/console/outbox/${mailId}`;
  assert.ok(!(await operator.get(path)).body.includes("reveal"));
  const refused = await operator.post(`${path}/reveal`);
  assert.equal(refused.statusCode, 409);
  assert.match(refused.body, /Only admins can show this e-mail/);
  assert.doesNotMatch(refused.body, /console\/invitation\//);
  assert.match((await admin.get(path)).body, /reveal/);
  const revealed = await admin.post(`${path}/hand-over`);
  assert.equal(revealed.statusCode, 200);
  assert.match(revealed.body, /console\/invitation\//);
});

test("unknown requests are not found, and invalid filters of the list are ignored", async () => {
  for (const id of ["x", "01900000-0000-7000-8000-000000000000"]) {
    assert.equal((await operator.get(`${root}/${id}`)).statusCode, 404);
    assert.equal((await operator.post(`${root}/${id}/edit`)).statusCode, 404);
    assert.equal((await operator.get(`${root}/${id}/issue`)).statusCode, 404);
    assert.equal((await operator.post(`${root}/${id}/reopen`, { version: "1" })).statusCode, 404);
  }
  for (const odd of ["view=x", "after=x", "after=%00", "view=sent&after=1"]) {
    assert.equal((await operator.get(`${root}?${odd}`)).statusCode, 200, odd);
  }
});
