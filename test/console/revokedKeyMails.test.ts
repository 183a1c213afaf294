// The e-mail that should have delivered a key, after the key was revoked (decision 253).
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type { KeyId } from "../../src/accounts/account.ts";
import { settleKeyMails } from "../../src/keys/keyChangeQueries.ts";
import { countMailTasks } from "../../src/mail/outboxQueries.ts";
import { type MailId, markUndelivered, markUnsent } from "../../src/mail/queries.ts";
import { awaitWaiting } from "../support/awaitLocks.ts";
import { keyTerms, openKeyRequestFixture } from "../support/keyRequestFixture.ts";
import { readAttribute } from "../support/readAttribute.ts";
import { openTestApp, type TestApp } from "../support/testApp.ts";
import { openOperator, type TestOperator } from "../support/testOperator.ts";

let app: TestApp;
let operator: TestOperator;

before(async () => {
  // Keys are mailed; nothing is sent in this test.
  app = await openTestApp({ publicUrl: "https://parts.example", smtpUrl: "smtp://127.0.0.1:9" });
  operator = await openOperator(app, { role: "operator" });
});

after(() => app.close());

/** Issues keys of an account, as its page does, at the same moment. */
async function issueTwo(): Promise<readonly { readonly keyId: KeyId; readonly mailId: MailId }[]> {
  const { accountId } = await app.openAccount();
  const path = `/console/accounts/${accountId}/keys/new`;
  const issue = async (name: string) => {
    const shown = await operator.post(path, { name, expires: "", step: "show" });
    const field = (input: string) =>
      new RegExp(`name="${input}" value="([^"]+)"`).exec(shown.body)?.[1] ?? "";
    const form = { name, expires: "", step: "send", key: field("key"), to: field("to") };
    assert.equal((await operator.post(path, form)).statusCode, 303);
    const [row] = await app.database.db.query<{ keyId: KeyId; mailId: MailId }>({
      name: "",
      text: `select k.key_id as "keyId", m.mail_id as "mailId"
        from api_keys k join mails m on m.account_id = k.account_id
        where k.key_id = $1 and position(k.last_four in m.body) > 0`,
      values: [field("key")],
    });
    return row ?? assert.fail();
  };
  return [await issue("First"), await issue("Second")];
}

async function bounce(mailId: MailId): Promise<void> {
  const end = { state: "bounced", error: "550 no such user", dueAt: new Date() } as const;
  await markUnsent(app.database.db, mailId, end);
}

async function hasSecrets(mailId: string): Promise<boolean> {
  const [row] = await app.database.db.query<{ has: boolean }>({
    name: "",
    text: "select encrypted_secrets is not null as has from mails where mail_id = $1",
    values: [mailId],
  });
  return row?.has ?? assert.fail();
}

async function isTask(mailId: MailId): Promise<boolean> {
  const lists = await Promise.all(
    ["bounced", "kept"].map((state) => operator.get(`/console/outbox?state=${state}&tasks=yes`)),
  );
  return lists.some(({ body }) => body.includes(mailId));
}

test("the undelivered e-mail of a revoked key is no task, and its key is deleted", async () => {
  const [first, second] = await issueTwo();
  assert.ok(first !== undefined && second !== undefined);
  await bounce(first.mailId);
  await bounce(second.mailId);
  assert.ok(await isTask(first.mailId));
  await operator.post(`/console/keys/${first.keyId}/revoke`, { name: "First" });
  assert.deepEqual(
    [await isTask(first.mailId), await hasSecrets(first.mailId)],
    [false, false],
    "of the revoked key",
  );
  assert.deepEqual(
    [await isTask(second.mailId), await hasSecrets(second.mailId)],
    [true, true],
    "of the other key",
  );
  const resent = await operator.post(`/console/outbox/${first.mailId}/send`);
  assert.match(String(resent.headers.location), /done=sealed$/);
});

test("the e-mail of a revoked key is not sent later, and no operator can show it", async () => {
  const [first, second] = await issueTwo();
  assert.ok(first !== undefined && second !== undefined);
  await operator.post(`/console/keys/${first.keyId}/revoke`, { name: "First" });
  assert.ok(!(await isTask(first.mailId)), "it was queued");
  await markUndelivered(app.database.db, second.mailId);
  await operator.post(`/console/keys/${second.keyId}/revoke`, { name: "Second" });
  for (const { mailId } of [first, second]) {
    assert.equal(await hasSecrets(mailId), false);
    const page = (await operator.get(`/console/outbox/${mailId}`)).body;
    assert.match(page, />Dismissed</);
    assert.doesNotMatch(page, /Show the complete e-mail/);
    const shown = await operator.post(`/console/outbox/${mailId}/reveal`);
    assert.equal(shown.statusCode, 409);
    assert.doesNotMatch(shown.body, /sk_live_\w{8}/);
  }
});

test("the e-mail of a key that an earlier version revoked is no task, that of another key is", async () => {
  const [first, second] = await issueTwo();
  assert.ok(first !== undefined && second !== undefined);
  for (const { mailId } of [first, second]) await bounce(mailId);
  const count = async () =>
    [...(await countMailTasks(app.database.db)).values()].reduce((sum, one) => sum + one, 0);
  const before = await count();
  await app.database.db.query({
    name: "",
    text: "update api_keys set revoked_at = now() where key_id = $1",
    values: [first.keyId],
  });
  assert.deepEqual([await isTask(first.mailId), await isTask(second.mailId)], [false, true]);
  assert.equal(await count(), before - 1);
  assert.ok((await operator.get("/console/outbox?state=bounced")).body.includes(first.mailId));
});

test("the revoked key of a request is neither a task of the request nor of the outbox", async () => {
  const requests = openKeyRequestFixture(app, operator);
  const answer = async () => {
    const { id, page, email } = await requests.enterMatched();
    const { form } = await requests.previewed(page, keyTerms(email));
    await operator.post(`${page}/issue`, form);
    const { mail_id: mailId, key_id: keyId } = await requests.rowOf(id);
    await bounce(mailId as MailId);
    return { id, page, mailId: mailId as MailId, keyId };
  };
  const isListed = async (id: string) =>
    (await operator.get("/console/key-requests?view=bounced")).body.includes(id);
  const revoked = await answer();
  assert.ok(await isListed(revoked.id));
  const key = (await operator.get(`/console/keys/${revoked.keyId}`)).body;
  const [, name = ""] = /<h1[^>]*>([^<]+)<\/h1>/.exec(key) ?? [];
  await operator.post(`/console/keys/${revoked.keyId}/revoke`, { name: readAttribute(name) });
  const reopened = await answer();
  assert.equal((await operator.post(`${reopened.page}/reopen`, { version: "3" })).statusCode, 303);
  for (const { id, mailId } of [revoked, reopened]) {
    assert.deepEqual(
      [await isListed(id), await isTask(mailId), await hasSecrets(mailId)],
      [false, false, false],
    );
  }
});

test("an e-mail that is sent again while its key is revoked stays dismissed", async () => {
  const [first] = await issueTwo();
  assert.ok(first !== undefined);
  await bounce(first.mailId);
  const { db } = app.database;
  const sending = await db.transaction(async (tx) => {
    await settleKeyMails(tx, first.keyId, new Date());
    const answer = operator.post(`/console/outbox/${first.mailId}/send`);
    await awaitWaiting(db, "transactionid");
    return { answer };
  });
  assert.match(String((await sending.answer).headers.location), /done=sealed$/);
  assert.match((await operator.get(`/console/outbox/${first.mailId}`)).body, />Dismissed</);
});
