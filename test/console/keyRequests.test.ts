// Key requests: entering, matching to an account, previewing the e-mail and issuing one key.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { keyRequestsPath, keyTerms, openKeyRequestFixture } from "../support/keyRequestFixture.ts";
import { openTestApp, type TestApp } from "../support/testApp.ts";
import { openOperator, type TestOperator } from "../support/testOperator.ts";
import { createTestPeople, readMails } from "../support/testPeople.ts";

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

test("a pasted e-mail is parsed, can be edited, and becomes a request with a deadline", async () => {
  const pasted = "From: Bo Berg <bo@berg-air.example>\n\nA key, please.";
  const read = await operator.post(`${root}/read`, { pasted });
  assert.equal(read.statusCode, 200);
  for (const found of ["bo@berg-air.example", "Bo Berg", "Berg Air", "A key, please."]) {
    assert.ok(read.body.includes(found), found);
  }
  const typed = { company: "", person: "Bo", email: "bo@", purpose: "x", received: "yesterday" };
  const refused = await operator.post(root, { ...typed, pasted });
  assert.equal(refused.statusCode, 422);
  for (const name of ["company", "email", "received"]) {
    assert.ok(refused.body.includes(`href="#field-${name}"`), name);
  }
  assert.ok(refused.body.includes("From: Bo Berg"), "the pasted text is kept");
  const { id, page } = await requests.enter();
  assert.deepEqual(await requests.actionsOn(id), ["entered a key request"]);
  const list = await reader.get(root);
  assert.ok(list.body.includes(id));
  assert.match(list.body, /\d+ (h|min).* left/);
  assert.match((await reader.get("/console")).body, /href="\/console\/key-requests"/);
  assert.ok(
    !(await reader.get(page)).body.includes("<form class="),
    "a read-only operator has no form",
  );
});

test("accounts are suggested with the reason and never chosen automatically", async () => {
  const { id, page, email } = await requests.enter();
  const host = email.split("@")[1] ?? "";
  const account = await app.openAccount();
  const values = [account.accountId, `office@${host}`];
  const text = "update accounts set email = $2 where account_id = $1";
  await app.database.db.query({ name: "", text, values });
  const shown = await operator.get(page);
  assert.match(shown.body, /Same e-mail domain/);
  assert.equal((await requests.rowOf(id)).account_id, null);
  const early = await operator.get(`${page}/issue?${new URLSearchParams(keyTerms(email))}`);
  assert.equal(early.statusCode, 409, "a request without an account has no e-mail");
  const unknown = await operator.post(`${page}/match`, {
    version: "1",
    account: "No such account",
  });
  assert.equal(unknown.statusCode, 422);
  const matched = await operator.post(`${page}/match`, {
    version: "1",
    account: account.accountId,
  });
  assert.equal(matched.headers.location, `${page}?done=matched`);
  assert.equal((await requests.rowOf(id)).account_id, account.accountId);
});

test("an account is opened for a request, only once per name", async () => {
  const { id, page, email } = await requests.enter("Opened Air");
  const fields = { account_name: `Opened Air ${id}`, account_email: email, currency: "EUR" };
  const wrong = { ...fields, currency: "XXX", discount: "101", account_name: " " };
  const refused = await operator.post(`${page}/account`, { version: "1", ...wrong });
  assert.equal(refused.statusCode, 422);
  for (const name of ["account_name", "currency", "discount"]) {
    assert.ok(refused.body.includes(`href="#open-${name}"`), name);
  }
  const opened = await operator.post(`${page}/account`, {
    version: "1",
    ...fields,
    discount: "7.5",
  });
  assert.equal(opened.headers.location, `${page}?done=opened`);
  const { account_id: accountId } = await requests.rowOf(id);
  const text = `select currency, (select discount from agreement_rules r
      where r.account_id = a.account_id) from accounts a where account_id = $1`;
  const found = await app.database.db.query({ name: "", text, values: [accountId] });
  assert.deepEqual(found, [{ currency: "EUR", discount: 750 }]);
  const other = await requests.enter();
  const taken = await operator.post(`${other.page}/account`, { version: "1", ...fields });
  assert.equal(taken.statusCode, 422);
  assert.match(taken.body, /already exists. Choose it/);
  assert.equal((await requests.rowOf(other.id)).account_id, null);
});

test("the e-mail is previewed with the key masked, and exactly that e-mail is queued", async () => {
  const { id, page, email, account } = await requests.enterMatched();
  const { form, body } = await requests.previewed(page, keyTerms(email));
  assert.match(body, /sk_live_•+/);
  assert.match(body, /Account [^<]+ has no known address at acme\d+\.example/);
  const issued = await operator.post(`${page}/issue`, form);
  assert.equal(issued.headers.location, `${page}?done=issued`);
  const people = createTestPeople(app.database.db, app.secret);
  const [mail, ...others] = await readMails(people, email);
  assert.deepEqual(others, []);
  const key = mail?.secrets["key"] ?? "";
  const text = (mail?.body ?? "").replaceAll("{{key}}", key);
  const shown = /Text of the e-mail">([\s\S]*?)<\/pre>/.exec(body)?.[1] ?? "";
  const masked = text.replaceAll(key, `sk_live_${"•".repeat(8)}`);
  const lastFour = key.slice(-4);
  const plain = (html: string): string =>
    html.replace(/&#(\d+);/g, (_, code) => String.fromCharCode(code));
  assert.equal(
    masked.replace(`Ends in:  ${lastFour}`, "Ends in:  ••••"),
    plain(shown).replaceAll("&quot;", '"').replaceAll("&apos;", "'"),
  );
  assert.deepEqual(await requests.actionsOn(id), [
    "entered a key request",
    "matched a key request",
    "issued a key",
  ]);
  const row = await requests.rowOf(id);
  assert.equal(row.state, "issued");
  assert.equal(await requests.countKeys(account.accountId), 2, "the first key and this one");
  assert.match((await operator.get(page)).body, /E-mail queued/);
  assert.ok((await operator.get(`${root}?view=pending`)).body.includes(id));
  assert.ok(!(await operator.get(root)).body.includes(id));
});

test("a request gets one key, even if its form is sent twice, from two tabs or concurrently", async () => {
  const { id, page, email, account } = await requests.enterMatched();
  const { form } = await requests.previewed(page, keyTerms(email));
  const other = await openOperator(app, { role: "admin", name: "Otto Other" });
  const sent = await Promise.all(
    [operator, other, operator, other].map((one) => one.post(`${page}/issue`, form)),
  );
  const statuses = sent.map(({ statusCode }) => statusCode).toSorted();
  assert.deepEqual(statuses, [303, 409, 409, 409]);
  const isFirst = sent[0]?.statusCode === 303 || sent[2]?.statusCode === 303;
  const [winner, loser] = isFirst ? [operator, other] : [other, operator];
  const again = await winner.post(`${page}/issue`, form);
  assert.equal(again.statusCode, 409);
  assert.match(again.body, /Nothing changed: you already changed this request on/);
  const second = await loser.post(`${page}/issue`, form);
  assert.match(second.body, /Someone else changed this/);
  assert.match(second.body, /(Olga Operator|Otto Other) changed it on/);
  assert.equal(await requests.countKeys(account.accountId), 2);
  const people = createTestPeople(app.database.db, app.secret);
  assert.equal((await readMails(people, email)).length, 1);
  const actions = await requests.actionsOn(id);
  assert.equal(actions.filter((action) => action === "issued a key").length, 1);
});

test("two changes at one moment are told apart by who made them", async () => {
  const { page, email } = await requests.enterMatched();
  const { form } = await requests.previewed(page, keyTerms(email));
  const other = await openOperator(app, { name: "Otto Other" });
  assert.equal((await other.post(`${page}/issue`, form)).statusCode, 303);
  const late = await operator.post(`${page}/issue`, form);
  assert.match(late.body, /Someone else changed this/, "the operator only matched it, just then");
  assert.match(late.body, /Otto Other changed it on/);
});

test("an e-mail that differs from its preview is shown again instead of sent", async () => {
  const { page, email, account } = await requests.enterMatched();
  const { form } = await requests.previewed(page, keyTerms(email));
  const text = "update accounts set name = name || ' renamed' where account_id = $1";
  await app.database.db.query({ name: "", text, values: [account.accountId] });
  const refused = await operator.post(`${page}/issue`, form);
  assert.equal(refused.statusCode, 409);
  assert.match(refused.body, /the e-mail has changed/);
  assert.match(refused.body, /renamed/);
  const forged = await operator.post(`${page}/issue`, { ...form, to: "thief@evil.example" });
  assert.equal(forged.statusCode, 422);
  assert.equal(await requests.countKeys(account.accountId), 1);
});

test("a suspended account gets no key", async () => {
  const { page, email, account } = await requests.enterMatched();
  const { form } = await requests.previewed(page, keyTerms(email));
  const text = "update accounts set suspended_at = now() where account_id = $1";
  await app.database.db.query({ name: "", text, values: [account.accountId] });
  assert.equal((await operator.post(`${page}/issue`, form)).statusCode, 409);
  assert.match((await operator.get(page)).body, /Account suspended/);
  assert.equal(await requests.countKeys(account.accountId), 1);
});

test("invalid terms of a key are reported next to their fields", async () => {
  const { page } = await requests.enterMatched();
  const wrong = { name: " ", to: "a@b.example", delivery: "pigeon", expires: "2020-01-01" };
  const refused = await operator.get(`${page}/issue?${new URLSearchParams(wrong)}`);
  assert.equal(refused.statusCode, 422);
  for (const name of Object.keys(wrong)) {
    assert.ok(refused.body.includes(`href="#key-${name}"`), name);
  }
});
