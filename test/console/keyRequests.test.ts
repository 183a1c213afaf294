// Key requests: entering, matching to an account, previewing the e-mail, issuing one key, answering
// without one, and what is a task.
import assert from "node:assert/strict";
import { before, test } from "node:test";
import type { KeyId } from "../../src/accounts/account.ts";
import { settleKeyMails } from "../../src/keys/keyChangeQueries.ts";
import { type MailId, markUndelivered, markUnsent } from "../../src/mail/queries.ts";
import { awaitWaiting } from "../support/awaitLocks.ts";
import {
  actionsOn,
  admin,
  app,
  eventsOn,
  olga,
  openConsole,
  query,
  reader,
  smtpUrl,
} from "../support/console.ts";
import { expectAnswer, expectTexts } from "../support/expectAnswer.ts";
import { keyRequestsPath, keyTerms, openKeyRequestFixture } from "../support/keyRequestFixture.ts";
import { readForm } from "../support/openedForm.ts";
import { openOperator } from "../support/testOperator.ts";
import { createTestPeople, readMails } from "../support/testPeople.ts";
import { openVisitor } from "../support/testVisitor.ts";

const root = keyRequestsPath;
let requests: ReturnType<typeof openKeyRequestFixture>;

openConsole({ smtpUrl });

before(async () => {
  requests = openKeyRequestFixture(app, olga);
});

test("a request that came by e-mail is entered with its text and due from its time", async () => {
  const pasted = "From: Bo Berg <bo@berg-air.example>\n\nA key, please.";
  const typed = { company: "", person: "Bo", email: "bo@", purpose: "x", received: "yesterday" };
  const faults = ["company", "email", "received"].map((name) => `href="#field-${name}"`);
  const refused = olga.post(root, { ...typed, pasted });
  await expectAnswer(refused, 422, ...faults, "From: Bo Berg");
  const { id, page } = await requests.enter();
  assert.deepEqual(await actionsOn(id), ["entered a key request"]);
  await expectAnswer(reader.get(root), 200, id, "Requester");
  await expectAnswer(reader.get("/console"), 200, 'href="/console/key-requests"');
  assert.doesNotMatch((await reader.get(page)).body, /<form class=/, "a reader has no form");
});

test("an account is chosen by its name or id, and never automatically", async () => {
  const { id, page, email } = await requests.enter();
  const { accountId } = await app.openAccount();
  assert.equal((await requests.rowOf(id)).account_id, null);
  // A request without an account has no e-mail.
  const early = olga.get(`${page}/issue?${new URLSearchParams(keyTerms(email))}`);
  await expectAnswer(early, 409);
  const match = (account: string) => olga.post(`${page}/match`, { version: "1", account });
  await expectAnswer(match("No such account"), 422);
  await expectAnswer(match(accountId), `${page}?done=matched`);
  assert.equal((await requests.rowOf(id)).account_id, accountId);
});

test("an account is opened for a request, only once per name", async () => {
  const { id, page, email } = await requests.enter("Opened Air");
  const fields = { account_name: `Opened Air ${id}`, account_email: email, currency: "EUR" };
  const wrong = { ...fields, version: "1", currency: "XXX", discount: "101", account_name: " " };
  const faults = ["account_name", "currency", "discount"].map((name) => `href="#open-${name}"`);
  await expectAnswer(olga.post(`${page}/account`, wrong), 422, ...faults);
  const right = { version: "1", ...fields, discount: "7.5" };
  await expectAnswer(olga.post(`${page}/account`, right), `${page}?done=opened`);
  const { account_id: accountId } = await requests.rowOf(id);
  const text = `select currency, (select discount from agreement_rules r
      where r.account_id = a.account_id) from accounts a where account_id = $1`;
  assert.deepEqual(await query(text, [accountId]), [{ currency: "EUR", discount: 750 }]);
  const other = await requests.enter();
  const taken = olga.post(`${other.page}/account`, { version: "1", ...fields });
  await expectAnswer(taken, 422, /already exists. Choose it/);
  assert.equal((await requests.rowOf(other.id)).account_id, null);
});

test("the e-mail is previewed with the key masked, and exactly that e-mail is queued", async () => {
  const { id, page, email, account } = await requests.enterMatched();
  const { form, body } = await requests.previewed(page, keyTerms(email));
  expectTexts(body, /sk_live_•+/, /Account [^<]+ has no known address at acme\d+\.example/);
  await expectAnswer(olga.post(`${page}/issue`, form), `${page}?done=issued`);
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
  assert.deepEqual(await actionsOn(id), [
    "entered a key request",
    "matched a key request",
    "issued a key",
  ]);
  const row = await requests.rowOf(id);
  assert.equal(row.state, "issued");
  assert.equal(await requests.countKeys(account.accountId), 2, "the first key and this one");
});

test("a request gets one key, even if its form is sent twice, from two tabs or concurrently", async () => {
  const { id, page, email, account } = await requests.enterMatched();
  const { form } = await requests.previewed(page, keyTerms(email));
  const other = await openOperator(app, { role: "admin", name: "Otto Other" });
  const sent = await Promise.all(
    [olga, other, olga, other].map((one) => one.post(`${page}/issue`, form)),
  );
  const statuses = sent.map(({ statusCode }) => statusCode).toSorted();
  assert.deepEqual(statuses, [303, 409, 409, 409]);
  const isFirst = sent[0]?.statusCode === 303 || sent[2]?.statusCode === 303;
  const [winner, loser] = isFirst ? [olga, other] : [other, olga];
  const again = await winner.post(`${page}/issue`, form);
  assert.equal(again.statusCode, 409);
  assert.match(again.body, /Nothing changed: the request is not as you saw it/);
  const second = await loser.post(`${page}/issue`, form);
  expectTexts(second.body, /Nothing changed/, /(Olga Operator|Otto Other) changed it on/);
  assert.equal(await requests.countKeys(account.accountId), 2);
  const people = createTestPeople(app.database.db, app.secret);
  assert.equal((await readMails(people, email)).length, 1);
  const actions = await actionsOn(id);
  assert.equal(actions.filter((action) => action === "issued a key").length, 1);
});

test("an e-mail that differs from its preview is shown again instead of sent", async () => {
  const { page, email, account } = await requests.enterMatched();
  const { form } = await requests.previewed(page, keyTerms(email));
  const text = "update accounts set name = name || ' renamed' where account_id = $1";
  await query(text, [account.accountId]);
  await expectAnswer(olga.post(`${page}/issue`, form), 409, /the e-mail has changed/, /renamed/);
  await expectAnswer(olga.post(`${page}/issue`, { ...form, to: "thief@evil.example" }), 422);
  assert.equal(await requests.countKeys(account.accountId), 1);
});

test("a suspended account gets no key", async () => {
  const { page, email, account } = await requests.enterMatched();
  const { form } = await requests.previewed(page, keyTerms(email));
  await olga.post(`/console/accounts/${account.accountId}/suspend`);
  await expectAnswer(olga.post(`${page}/issue`, form), 409);
  await expectAnswer(olga.get(page), 200, /Account suspended/);
  assert.equal(await requests.countKeys(account.accountId), 1);
});

test("a question and a refusal are sent with the operator's text, and a refusal can be undone", async () => {
  const { id, page, email } = await requests.enter();
  const people = createTestPeople(app.database.db, app.secret);
  const post = (verb: string, version: string, text: string) =>
    olga.post(`${page}/${verb}`, { version, text });
  for (const text of ["  ", "x".repeat(2_001)]) await expectAnswer(post("ask", "1", text), 422);
  await post("ask", "1", "Which {{key}} system?");
  assert.equal((await requests.rowOf(id)).state, "needs information");
  await expectAnswer(olga.get(`${root}?view=waiting`), 200, id);
  const [question] = await readMails(people, email);
  expectTexts(question?.body ?? "", "Which { {key}} system?");
  await post("decline", "2", "We sell to repair shops alone.");
  const [, refusal] = await readMails(people, email);
  expectTexts(refusal?.body ?? "", "repair shops alone");
  await expectAnswer(olga.get(`${root}?view=declined`), 200, id);
  await expectAnswer(post("ask", "3", "One more thing"), 409);
  await expectAnswer(olga.post(`${page}/reopen`, { version: "3" }), `${page}?done=reopened`);
  assert.equal((await requests.rowOf(id)).state, "new");
});

test("reopening a request whose e-mail bounced revokes its key, and the e-mail can no longer be sent", async () => {
  const { id, page, mailId, keyId } = await requests.issued();
  const reopen = () => olga.post(`${page}/reopen`, { version: "3" });
  // An e-mail that may still arrive is not withdrawn.
  await expectAnswer(reopen(), 409);
  const end = { state: "bounced", error: "550 no such user", dueAt: new Date() } as const;
  await markUnsent(app.database.db, mailId, end);
  await expectAnswer(olga.get(`${root}?view=bounced`), 200, id);
  await expectAnswer(olga.get(page), 200, /550 no such user/);
  await expectAnswer(olga.get("/console"), 200, /key-requests\?view&#61;bounced/);
  await expectAnswer(reopen(), 303);
  const text = "select revoked_at is not null as revoked from api_keys where key_id = $1";
  assert.deepEqual(await query(text, [keyId]), [{ revoked: true }]);
  await expectAnswer(olga.post(`/console/outbox/${mailId}/resend`), 409);
});

test("a request from an account's own page is matched to it, and answered to its requester", async () => {
  const { accountId } = await app.openAccount();
  const visitor = await openVisitor(app, accountId, { role: "admin" });
  await visitor.post("/developers/request", { name: "Own page", purpose: "" });
  const text = "select request_id from key_requests where account_id = $1";
  const [{ request_id: id } = assert.fail()] = await query<{ request_id: string }>(text, [
    accountId,
  ]);
  const page = `${root}/${id}`;
  const link = `<strong><a href="/console/accounts/${accountId}">Account ${accountId}`;
  const shown = await expectAnswer(olga.get(page), 200, link);
  const other = await app.openAccount();
  // It belongs to the account that sent it.
  await expectAnswer(olga.post(`${page}/match`, { version: "1", account: other.accountId }), 409);
  const [, first = ""] =
    /<select[^>]* name="to"[^>]*>\s*<option value="([^"]+)"/.exec(shown.body) ?? [];
  // By default the key is sent to the person who requested it.
  assert.equal(first, (await requests.rowOf(id)).email);
  assert.notEqual(first, "buyer@example.com");
  const terms = { ...keyTerms("buyer@example.com"), name: "Own page" };
  const { form } = await requests.previewed(page, terms);
  await expectAnswer(olga.post(`${page}/issue`, form), 303);
  assert.ok(!(await visitor.get("/developers")).body.includes("<h2>Requested</h2>"));
});

test("a request stays open until its own key is issued; rotating or issuing another key does not close it", async () => {
  const { page, email, account } = await requests.enterMatched();
  const visitor = await openVisitor(app, account.accountId, { role: "admin" });
  await visitor.post("/developers/request", { name: "ERP", purpose: "a second one" });
  const text = "select state from key_requests where account_id = $1 and source = 'account'";
  const states = () => query(text, [account.accountId]);
  const { form } = await requests.previewed(page, keyTerms(email));
  await expectAnswer(olga.post(`${page}/issue`, form), 303);
  assert.deepEqual(await states(), [{ state: "new" }], "that key was issued for another request");
  const named = "select key_id as id from api_keys where account_id = $1 and name = 'ERP'";
  const [key] = await query<{ id: string }>(named, [account.accountId]);
  const rotated = await visitor.post(`/developers/keys/${key?.id}/rotate`, { overlap: "24" });
  assert.ok(rotated.statusCode < 400, rotated.body);
  assert.deepEqual(await states(), [{ state: "new" }], "the requested key is not the replaced one");
});

test("without a mail server an operator sees the complete e-mail, once", async () => {
  const { page, mailId } = await requests.issued();
  const path = `/console/outbox/${mailId}`;
  assert.equal((await olga.post(`${path}/reveal`)).statusCode, 409, "it is being sent");
  await markUndelivered(app.database.db, mailId);
  await expectAnswer(olga.get(page), 200, /Not delivered/);
  await expectAnswer(olga.get(path), 200, /\(key: not shown\)/);
  const answers = await Promise.all([1, 2, 3].map(() => olga.post(`${path}/reveal`)));
  const [revealed, ...late] = answers.toSorted((a, b) => a.statusCode - b.statusCode);
  assert.equal(revealed?.statusCode, 200);
  assert.match(revealed?.body ?? "", /Bearer sk_live_[0-9A-Za-z]{38}/);
  assert.equal(revealed?.headers["cache-control"], "no-store");
  for (const { statusCode, body } of late) {
    assert.equal(statusCode, 409);
    assert.doesNotMatch(body, /sk_live_[0-9A-Za-z]|Show and mark as sent/);
  }
  const text = "select state, encrypted_secrets, delivered_by from mails where mail_id = $1";
  const [mail] = await query(text, [mailId]);
  assert.deepEqual(mail, { state: "sent", encrypted_secrets: null, delivered_by: "Olga Operator" });
  assert.deepEqual(await actionsOn(mailId), ["delivered an e-mail manually"]);
  await expectAnswer(olga.get(path), 200, /Delivered manually by Olga Operator/);
  await expectAnswer(olga.get(page), 200, />Delivered manually</);
  await expectAnswer(reader.post(`${path}/reveal`), 403);
});

test("only an admin sees an e-mail that gives access to the console", async () => {
  const email = "new-admin@desk.example";
  await admin.post("/console/operators/invitations", { email, name: "", role: "admin" });
  const text = "select mail_id from mails where recipient = $1";
  const [{ mail_id: mailId } = assert.fail()] = await query<{ mail_id: string }>(text, [email]);
  await markUndelivered(app.database.db, mailId);
  const path = `/console/outbox/${mailId}`;
  assert.ok(!(await olga.get(path)).body.includes("reveal"));
  const only = /Only admins can show this e-mail/;
  const refused = await expectAnswer(olga.post(`${path}/reveal`), 409, only);
  assert.doesNotMatch(refused.body, /console\/invitation\//);
  await expectAnswer(admin.get(path), 200, /reveal/);
  await expectAnswer(admin.post(`${path}/reveal`), 200, /console\/invitation\//);
});

async function bounce(mailId: MailId): Promise<void> {
  const end = { state: "bounced", error: "550 no such user", dueAt: new Date() } as const;
  await markUnsent(app.database.db, mailId, end);
}

/** The e-mails to an address, newest first. */
async function mailsTo(recipient: string) {
  type Mail = { mail_id: MailId; state: string; isWhole: boolean; isDismissed: boolean };
  const text = `select mail_id, state, encrypted_secrets is not null as "isWhole",
      dismissed_at is not null as "isDismissed"
    from mails where recipient = $1 order by mail_id desc`;
  return query<Mail>(text, [recipient]);
}

test("a bounced key is sent to a corrected address, once, and its request gets the address", async () => {
  const { id, page, email } = await requests.bounced();
  const { body } = await expectAnswer(olga.get(page), 200, /failed: 550 no such user/);
  assert.match(body, /Correct address and send again/);
  const to = `fixed.${email}`;
  const { version = "" } = readForm(body, `${page}/correct`);
  const correct = (typed: string) => olga.post(`${page}/correct`, { email: typed, version });
  await expectAnswer(correct("nobody"), 422, "Enter a complete e-mail address.");
  const sent = await Promise.all([correct(to), correct(to)]);
  assert.deepEqual(sent.map(({ statusCode }) => statusCode).toSorted(), [303, 409]);
  const [copy, ...others] = await mailsTo(to);
  assert.deepEqual([copy?.state, copy?.isWhole, others], ["queued", true, []]);
  const [first] = await mailsTo(email);
  assert.deepEqual([first?.isWhole, first?.isDismissed], [false, true]);
  assert.equal((await requests.rowOf(id)).mail_id, copy?.mail_id);
  await expectAnswer(olga.get(`${page}?done=corrected`), 200, to);
  const [event] = await eventsOn(id);
  assert.equal(event?.action, "corrected the address of an e-mail");
  const addresses = [event?.before, event?.after].map((one) => JSON.parse(one ?? "").recipient);
  assert.deepEqual(addresses, [email, to], "the audit event has both addresses");
});

/** Issues two keys of an account, as its page does, at the same moment. */
async function issueTwo() {
  const { accountId } = await app.openAccount();
  const path = `/console/accounts/${accountId}/keys/new`;
  const issue = async (name: string) => {
    const shown = await olga.post(path, { name, expires: "", step: "show" });
    const form: Record<string, string> = { ...readForm(shown.body, path), step: "send" };
    await expectAnswer(olga.post(path, form), 303);
    const text = `select k.key_id as "keyId", m.mail_id as "mailId"
      from api_keys k join mails m on m.account_id = k.account_id
      where k.key_id = $1 and position(k.last_four in m.body) > 0`;
    const [row] = await query<{ keyId: KeyId; mailId: MailId }>(text, [form["key"]]);
    return row ?? assert.fail();
  };
  return [await issue("First"), await issue("Second")] as const;
}

async function hasSecrets(mailId: string): Promise<boolean> {
  const text = "select encrypted_secrets is not null as has from mails where mail_id = $1";
  const [row] = await query<{ has: boolean }>(text, [mailId]);
  return row?.has ?? assert.fail();
}

async function isTask(mailId: MailId): Promise<boolean> {
  const lists = await Promise.all(
    ["bounced", "kept"].map((state) => olga.get(`/console/outbox?state=${state}&tasks=yes`)),
  );
  return lists.some(({ body }) => body.includes(mailId));
}

test("the undelivered e-mail of a revoked key is no task, and its key is deleted", async () => {
  const [first, second] = await issueTwo();
  for (const { mailId } of [first, second]) await bounce(mailId);
  const facts = async ({ mailId }: { readonly mailId: MailId }) => [
    await isTask(mailId),
    await hasSecrets(mailId),
  ];
  assert.deepEqual(await facts(first), [true, true]);
  await olga.post(`/console/keys/${first.keyId}/revoke`, { name: "First" });
  assert.deepEqual(
    [await facts(first), await facts(second)],
    [
      [false, false],
      [true, true],
    ],
  );
  await expectAnswer(olga.post(`/console/outbox/${first.mailId}/resend`), 409);
});

test("the e-mail of a revoked key is not sent later, and no operator can show it", async () => {
  const [first, second] = await issueTwo();
  await olga.post(`/console/keys/${first.keyId}/revoke`, { name: "First" });
  assert.ok(!(await isTask(first.mailId)), "it was queued");
  await markUndelivered(app.database.db, second.mailId);
  await olga.post(`/console/keys/${second.keyId}/revoke`, { name: "Second" });
  for (const { mailId } of [first, second]) {
    assert.equal(await hasSecrets(mailId), false);
    const page = (await olga.get(`/console/outbox/${mailId}`)).body;
    assert.match(page, />Dismissed</);
    assert.doesNotMatch(page, /Show the complete e-mail/);
    const shown = await expectAnswer(olga.post(`/console/outbox/${mailId}/reveal`), 409);
    assert.doesNotMatch(shown.body, /sk_live_\w{8}/);
  }
});

test("an e-mail that is sent again while its key is revoked stays dismissed", async () => {
  const [first] = await issueTwo();
  await bounce(first.mailId);
  const { db } = app.database;
  const sending = await db.transaction(async (tx) => {
    await settleKeyMails(tx, first.keyId, new Date());
    const answer = olga.post(`/console/outbox/${first.mailId}/resend`);
    await awaitWaiting(db, "transactionid");
    return { answer };
  });
  assert.equal((await sending.answer).statusCode, 409);
  assert.match((await olga.get(`/console/outbox/${first.mailId}`)).body, />Dismissed</);
});
