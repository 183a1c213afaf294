// Keys in the console: lists, use, issuing, replacing and revoking, and the last days of a key.
import assert from "node:assert/strict";
import { test } from "node:test";
import type { AccountId } from "../../src/accounts/account.ts";
import { selectAccount } from "../../src/accounts/queries.ts";
import { selectKeys } from "../../src/keys/queries.ts";
import { createMailEncryption } from "../../src/mail/mailSecrets.ts";
import type { MailId } from "../../src/mail/queries.ts";
import { app, eventsOn, moveClock, olga, openConsole, query, smtpUrl } from "../support/console.ts";
import { expectAnswer } from "../support/expectAnswer.ts";
import { readForm } from "../support/openedForm.ts";
import { canonicalPrefix } from "../support/testApp.ts";

openConsole({ smtpUrl });

type Mail = { mailId: MailId; recipient: string; body: string; encrypted: Buffer | null };

function mailsOf(accountId: AccountId): Promise<Mail[]> {
  const text = `select mail_id as "mailId", recipient, body, encrypted_secrets as encrypted from mails
    where account_id = $1 and kind = 'key issued' order by mail_id`;
  return query<Mail>(text, [accountId]);
}

/** The key in an e-mail. */
function openMail({ mailId, encrypted }: Mail): string {
  const secrets =
    encrypted === null ? {} : createMailEncryption(app.secret).decrypt(mailId, encrypted);
  return secrets?.["key"] ?? assert.fail("the e-mail has no key");
}

async function call(key: string): Promise<number> {
  const headers = { authorization: `Bearer ${key}` };
  return (await app.server.inject({ url: `${canonicalPrefix}/orders`, headers })).statusCode;
}

test("a key is revoked by typing its name, which its page and the audit log tell, with the reason", async () => {
  const account = await app.openAccount();
  const own = `/console/keys/${account.keyId}`;
  const wrong = /The name doesn.*t match\. The key was not revoked\./;
  const active = await expectAnswer(olga.post(`${own}/revoke`, { name: "Test" }), 422, wrong);
  assert.doesNotMatch(active.body, /Revoked on/);
  assert.equal(await call(account.key), 200);
  const typed = { name: " test ", reason: "Leaked into a log" };
  await expectAnswer(olga.post(`${own}/revoke`, typed), `${own}?done=revoked`);
  moveClock(1_000);
  assert.equal(await call(account.key), 401);
  await expectAnswer(olga.post(`${own}/revoke`, { name: "test" }), 303);
  const revoked = /Revoked on <time [^>]+>[^<]+<\/time> by Olga Operator\./;
  await expectAnswer(olga.get(own), 200, revoked, "Reason: Leaked into a log");
  const [event, ...others] = await eventsOn(account.keyId);
  assert.deepEqual([event?.action, event?.operatorEmail], ["revoked a key", olga.email]);
  assert.deepEqual([JSON.parse(event?.before ?? "").name, others], ["test", []]);
  const recorded = "<dt>Reason</dt><dd>Leaked into a log</dd>";
  await expectAnswer(olga.get(`/console/audit/${event?.auditEventId}`), 200, recorded);
});

test("a replaced key stays valid for the overlap, and only the e-mail contains the new key", async () => {
  const account = await app.openAccount();
  const own = `/console/keys/${account.keyId}`;
  await expectAnswer(olga.post(`${own}/rotate`, { overlap: "2" }), 422);
  const rotate = () => olga.post(`${own}/rotate`, { overlap: "1" });
  const sent = await Promise.all([rotate(), rotate(), rotate(), rotate()]);
  assert.deepEqual(sent.map(({ statusCode }) => statusCode).sort(), [303, 409, 409, 409]);
  const [mail = assert.fail(), ...others] = await mailsOf(account.accountId);
  assert.deepEqual([mail.recipient, others], ["buyer@example.com", []]);
  const key = openMail(mail);
  assert.match(mail.body, /It replaces your key ending in \w{4}, which works until/);
  assert.deepEqual([await call(key), await call(account.key)], [200, 200]);
  moveClock(3_600_000);
  assert.deepEqual([await call(key), await call(account.key)], [200, 401]);
  const location = String(sent.find(({ statusCode }) => statusCode === 303)?.headers.location);
  const page = await expectAnswer(olga.get(location), 200, /Key replaced\. This is the new key/);
  const [event, ...more] = await eventsOn(account.keyId);
  assert.deepEqual([event?.action, more], ["replaced a key", []]);
  for (const { body } of [page, ...sent, { body: JSON.stringify(event) }]) {
    assert.ok(!body.includes(key));
  }
});

test("without an overlap the old key ends immediately, and the e-mail says so", async () => {
  const { accountId, keyId, key } = await app.openAccount();
  await olga.post(`/console/keys/${keyId}/rotate`, { overlap: "0" });
  moveClock(1_000);
  assert.equal(await call(key), 401);
  const [mail] = await mailsOf(accountId);
  assert.match(mail?.body ?? "", /which no longer works/);
});

test("a key is issued once, however often the form is sent, and only its e-mail contains it", async () => {
  const { accountId } = await app.openAccount();
  const own = `/console/accounts/${accountId}/keys/new`;
  assert.equal((await olga.get(own)).statusCode, 200);
  const terms = { name: "ERP Süd", expires: "2099-12-31" };
  const shown = await expectAnswer(olga.post(own, { ...terms, step: "show" }), 200, /sk_live_••••/);
  assert.equal((await selectKeys(app.database.db, accountId)).length, 1);
  const [, keyId = ""] = /name="key" value="([^"]+)"/.exec(shown.body) ?? [];
  const [, to = ""] = /name="to" value="([^"]+)"/.exec(shown.body) ?? [];
  const confirmed = { ...terms, step: "send", key: keyId, to };
  const sent = await Promise.all(Array.from({ length: 4 }, () => olga.post(own, confirmed)));
  const ends = sent.map(({ headers }) => String(headers.location).replace(/.*done=/, "")).sort();
  assert.deepEqual(ends, ["issued", "issued-already", "issued-already", "issued-already"]);
  const [mail = assert.fail(), ...others] = await mailsOf(accountId);
  assert.deepEqual(others, []);
  const key = openMail(mail);
  assert.equal(await call(key), 200);
  const stored = (await selectKeys(app.database.db, accountId)).find((one) => one.keyId === keyId);
  assert.equal(stored?.expiresAt?.toISOString(), "2099-12-31T23:59:59.999Z");
  const [event, ...more] = await eventsOn(keyId);
  assert.deepEqual([event?.action, event?.operatorEmail, more], ["issued a key", olga.email, []]);
  const texts = [...sent.map(({ body }) => body), JSON.stringify(event), mail.body];
  texts.push((await olga.get(`/console/keys/${keyId}?done=issued`)).body);
  for (const text of texts) assert.ok(!text.includes(key));
});

test("invalid terms of a new key are refused, and nothing is issued", async () => {
  const { accountId } = await app.openAccount();
  const own = `/console/accounts/${accountId}/keys/new`;
  const { email: to = "" } = (await selectAccount(app.database.db, accountId)) ?? {};
  const bad: Record<string, string>[] = [
    { name: " ", expires: "" },
    { name: "x".repeat(101), expires: "" },
    { name: "two\nlines", expires: "" },
    { name: "kept", expires: "2020-01-01" },
    { name: "kept", expires: "2099-02-30" },
    { name: "kept", expires: "", step: "send", to, key: "x" },
    { name: "kept", expires: "", step: "send", to },
  ];
  for (const fields of bad) {
    await expectAnswer(olga.post(own, fields), 422, /data-faults/);
  }
  assert.equal((await selectKeys(app.database.db, accountId)).length, 1);
  assert.deepEqual(await mailsOf(accountId), []);
});

test("a key is not issued if the account's e-mail address has changed since the preview, nor with another account's id", async () => {
  const [{ accountId }, other] = [await app.openAccount(), await app.openAccount()];
  const own = `/console/accounts/${accountId}/keys/new`;
  const shown = await olga.post(own, { name: "ERP", expires: "", step: "show" });
  const fields = readForm(shown.body, own);
  const foreign = await olga.post(own, { ...fields, step: "send", key: other.keyId });
  assert.match(String(foreign.headers.location), /done=issued-already$/);
  assert.equal((await selectKeys(app.database.db, accountId)).length, 1);
  const text = "update accounts set email = 'other@air.example' where account_id = $1";
  await query(text, [accountId]);
  const texts = ["e-mail address has changed", "Issue key and send to"];
  const late = olga.post(own, { ...fields, step: "send" });
  await expectAnswer(late, 409, ...texts, "The key is sent to other@air.example");
  assert.deepEqual(await mailsOf(accountId), []);
  const sent = await olga.post(own, { ...fields, step: "send", to: "other@air.example" });
  assert.match(String(sent.headers.location), /done=issued$/);
});
