// Answers to key requests without a key, keys that do not arrive, and two operators on one request.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { markUndelivered, markUnsent } from "../../src/mail/queries.ts";
import { keyRequestsPath, keyTerms, openKeyRequestFixture } from "../support/keyRequestFixture.ts";
import { openTestApp, type TestApp } from "../support/testApp.ts";
import { openOperator, type TestOperator } from "../support/testOperator.ts";
import { createTestPeople, readMails } from "../support/testPeople.ts";
import { openVisitor } from "../support/testVisitor.ts";

let app: TestApp;
let desk: TestOperator;
let reader: TestOperator;
const root = keyRequestsPath;
let at: ReturnType<typeof openKeyRequestFixture>;

before(async () => {
  app = await openTestApp({ publicUrl: "https://parts.example" });
  desk = await openOperator(app, { role: "operator" });
  reader = await openOperator(app, { role: "read-only" });
  at = openKeyRequestFixture(app, desk);
});

after(() => app.close());

test("two operators who change what was typed both see both versions, and nothing is lost", async () => {
  const { id, page, email } = await at.enter();
  const fields = { version: "1", company: "First Air", person: "Ann", email, name: "erp" };
  const first = await desk.post(`${page}/edit`, { ...fields, purpose: "" });
  assert.equal(first.headers.location, `${page}?done=edited`);
  const second = await desk.post(`${page}/edit`, { ...fields, company: "Second Air", purpose: "" });
  assert.equal(second.statusCode, 409);
  assert.match(second.body, /First Air/);
  assert.match(second.body, /value="Second Air"/, "what was typed stays in the form");
  assert.match(second.body, /name="version" value="2"/);
  const again = await desk.post(`${page}/edit`, {
    ...fields,
    version: "2",
    company: "Second Air",
    purpose: "",
  });
  assert.equal(again.statusCode, 303);
  assert.match((await desk.get(page)).body, /Second Air/);
  assert.equal((await at.rowOf(id)).version, 3);
});

test("a question and a refusal are mailed with what they say, and a refusal can be undone", async () => {
  const { id, page, email } = await at.enter();
  const people = createTestPeople(app.database.db, app.secret);
  const empty = await desk.post(`${page}/ask`, { version: "1", text: "  " });
  assert.equal(empty.statusCode, 422);
  const long = await desk.post(`${page}/ask`, { version: "1", text: "x".repeat(2_001) });
  assert.equal(long.statusCode, 422);
  const text = "Which {{key}} system?";
  await desk.post(`${page}/ask`, { version: "1", text });
  assert.equal((await at.rowOf(id)).state, "needs information");
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
  assert.equal((await at.rowOf(id)).state, "new");
});

test("a key whose mail bounced is taken back: it is revoked, and its mail cannot go out", async () => {
  const { id, page, email } = await at.enterMatched();
  const { form } = await at.previewed(page, keyTerms(email));
  await desk.post(`${page}/issue`, form);
  const { mail_id: mailId, key_id: keyId } = await at.rowOf(id);
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
  assert.match(shown.body, new RegExp(`<strong>Account ${accountId}`));
  const other = await app.openAccount();
  const moved = await desk.post(`${page}/match`, { version: "1", account: other.accountId });
  assert.equal(moved.statusCode, 409, "it is of the account that asked");
  const { form } = await at.previewed(page, { ...keyTerms("buyer@example.com"), name: "Own page" });
  assert.equal((await desk.post(`${page}/issue`, form)).statusCode, 303);
  assert.ok(!(await visitor.get("/developers")).body.includes("<h2>Requested</h2>"));
});

test("a request stays open until its own key is issued: no rotation or other key ends it", async () => {
  const { page, email, account } = await at.enterMatched();
  const visitor = await openVisitor(app, account.accountId, { role: "admin" });
  await visitor.post("/developers/request", { name: "ERP", purpose: "a second one" });
  const text = "select state from key_requests where account_id = $1 and source = 'account'";
  const values = [account.accountId];
  const states = () => app.database.db.query({ name: "", text, values });
  const { form } = await at.previewed(page, keyTerms(email));
  assert.equal((await desk.post(`${page}/issue`, form)).statusCode, 303);
  assert.deepEqual(await states(), [{ state: "new" }], "that key went to somebody else");
  const named = "select key_id from api_keys where account_id = $1 and name = 'ERP'";
  const [key] = await app.database.db.query<{ key_id: string }>({ name: "", text: named, values });
  const rotated = await visitor.post(`/developers/keys/${key?.key_id}/rotate`, { overlap: "24" });
  assert.ok(rotated.statusCode < 400, rotated.body);
  assert.deepEqual(await states(), [{ state: "new" }], "it is another key than the one replaced");
});

test("without a mail server an operator sees the complete e-mail, once", async () => {
  const { id, page, email } = await at.enterMatched();
  const { form } = await at.previewed(page, keyTerms(email));
  await desk.post(`${page}/issue`, form);
  const { mail_id: mailId } = await at.rowOf(id);
  const { db } = app.database;
  const path = `/console/outbox/${mailId}`;
  assert.equal((await desk.post(`${path}/reveal`)).statusCode, 409, "it is on its way");
  await markUndelivered(db, mailId ?? "");
  assert.match((await desk.get(page)).body, /No mail server/);
  assert.match((await desk.get(path)).body, /\(key: not shown\)/);
  const answers = await Promise.all([1, 2, 3].map(() => desk.post(`${path}/reveal`)));
  const [handed, ...late] = answers.toSorted((a, b) => a.statusCode - b.statusCode);
  assert.equal(handed?.statusCode, 200);
  assert.match(handed?.body ?? "", /Bearer sk_live_[0-9A-Za-z]{38}/);
  assert.equal(handed?.headers["cache-control"], "no-store");
  for (const answer of late) {
    assert.equal(answer.statusCode, 409);
    assert.doesNotMatch(answer.body, /sk_live_[0-9A-Za-z]/);
  }
  const text = "select state, encrypted_secrets, delivered_by from mails where mail_id = $1";
  const [mail] = await db.query({ name: "", text, values: [mailId] });
  assert.deepEqual(mail, { state: "sent", encrypted_secrets: null, delivered_by: "Olga Operator" });
  assert.deepEqual(await at.actionsOn(mailId ?? ""), ["delivered a mail manually"]);
  assert.match((await desk.get(path)).body, /by Olga Operator, in person/);
  assert.equal((await reader.post(`${path}/reveal`)).statusCode, 403);
});

test("only an admin sees an e-mail that gives access to the console", async () => {
  const { db } = app.database;
  const admin = await openOperator(app, { role: "admin" });
  const email = "new-admin@desk.example";
  await admin.post("/console/operators/invitations", { email, name: "", role: "admin" });
  const text = "select mail_id from mails where recipient = $1";
  const [mail] = await db.query<{ mail_id: string }>({ name: "", text, values: [email] });
  const mailId = mail?.mail_id ?? assert.fail("an operator is invited by mail");
  await markUndelivered(db, mailId);
  const path = `/console/outbox/${mailId}`;
  assert.ok(!(await desk.get(path)).body.includes("reveal"));
  const refused = await desk.post(`${path}/reveal`);
  assert.equal(refused.statusCode, 409);
  assert.match(refused.body, /Only admins can show this e-mail/);
  assert.doesNotMatch(refused.body, /console\/invitation\//);
  assert.match((await admin.get(path)).body, /reveal/);
  const handed = await admin.post(`${path}/hand-over`);
  assert.equal(handed.statusCode, 200);
  assert.match(handed.body, /console\/invitation\//);
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
