// Keys and invitations that did not arrive: sent to a corrected address, and settled once the key is
// revoked.
import assert from "node:assert/strict";
import { before, test } from "node:test";
import type { KeyId } from "../../src/accounts/account.ts";
import { settleKeyMails } from "../../src/keys/keyChangeQueries.ts";
import { countUnsent } from "../../src/mail/outbox.ts";
import { type MailId, markUndelivered, markUnsent } from "../../src/mail/queries.ts";
import { awaitWaiting } from "../support/awaitLocks.ts";
import { app, eventsOn, olga, openConsole, query, smtpUrl } from "../support/console.ts";
import { expectAnswer } from "../support/expectAnswer.ts";
import { openKeyRequestFixture } from "../support/keyRequestFixture.ts";
import { readForm } from "../support/openedForm.ts";

let requests: ReturnType<typeof openKeyRequestFixture>;

openConsole({ smtpUrl });

before(async () => {
  requests = openKeyRequestFixture(app, olga);
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

test("the e-mail of a key that was revoked says so, and is not sent again, also not to another address", async () => {
  const { page, email, mailId, keyId } = await requests.bounced();
  const path = `/console/outbox/${mailId}`;
  await expectAnswer(olga.get(path), 200, />Send again</, `href="${page}"`);
  const { version = "" } = readForm((await olga.get(page)).body, `${page}/correct`);
  await olga.post(`/console/keys/${keyId}/revoke`, { name: "ERP" });
  const ended = /The key in this e-mail has expired or was revoked/g;
  const { body } = await olga.get(path);
  assert.equal(body.match(ended)?.length, 1);
  assert.doesNotMatch(body, />Send again</);
  const refused = await expectAnswer(olga.post(`${path}/resend`), 409);
  assert.equal(refused.body.match(ended)?.length, 1);
  const to = `late.${email}`;
  await expectAnswer(olga.post(`${page}/correct`, { email: to, version }), 409);
  const states = (await mailsTo(email)).map(({ state }) => state);
  assert.deepEqual([states, await mailsTo(to)], [["bounced"], []]);
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

test("the e-mail of a key that an earlier version revoked is no task, that of another key is", async () => {
  const [first, second] = await issueTwo();
  for (const { mailId } of [first, second]) await bounce(mailId);
  const count = async () =>
    [...(await countUnsent(app.database.db, { onlyTasks: true })).values()].reduce(
      (sum, one) => sum + one,
      0,
    );
  const before = await count();
  await query("update api_keys set revoked_at = now() where key_id = $1", [first.keyId]);
  assert.deepEqual([await isTask(first.mailId), await isTask(second.mailId)], [false, true]);
  assert.equal(await count(), before - 1);
  assert.ok((await olga.get("/console/outbox?state=bounced")).body.includes(first.mailId));
});

test("the revoked key of a request is neither a task of the request nor of the outbox", async () => {
  const isListed = async (id: string) =>
    (await olga.get("/console/key-requests?view=bounced")).body.includes(id);
  const [revoked, reopened] = [await requests.bounced(), await requests.bounced()];
  assert.ok(await isListed(revoked.id));
  await olga.post(`/console/keys/${revoked.keyId}/revoke`, { name: "ERP" });
  await expectAnswer(olga.post(`${reopened.page}/reopen`, { version: "3" }), 303);
  for (const { id, mailId } of [revoked, reopened]) {
    const now = [await isListed(id), await isTask(mailId), await hasSecrets(mailId)];
    assert.deepEqual(now, [false, false, false]);
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
