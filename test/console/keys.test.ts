import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type { AccountId } from "../../src/accounts/account.ts";
import { selectAccount } from "../../src/accounts/queries.ts";
import { type StoredAuditEvent, selectAuditEvents } from "../../src/audit/queries.ts";
import { newId } from "../../src/db/newId.ts";
import { createKey } from "../../src/keys/issueKey.ts";
import { selectKeys } from "../../src/keys/queries.ts";
import { createMailEncryption } from "../../src/mail/mailSecrets.ts";
import type { MailId } from "../../src/mail/queries.ts";
import { findLogged } from "../support/findLogged.ts";
import { insertOffer } from "../support/insertOffer.ts";
import { placeDraft } from "../support/placeDraft.ts";
import { readAttribute } from "../support/readAttribute.ts";
import {
  canonicalPrefix,
  openTestApp,
  type TestAccount,
  type TestApp,
} from "../support/testApp.ts";
import { openOperator, type TestOperator } from "../support/testOperator.ts";

/** Keys are mailed; nothing is sent in this test. */
const smtpUrl = "smtp://127.0.0.1:9";
let app: TestApp;
let operator: TestOperator;
let reader: TestOperator;

before(async () => {
  app = await openTestApp({ publicUrl: "https://parts.example", smtpUrl });
  operator = await openOperator(app, { role: "operator" });
  reader = await openOperator(app, { role: "read-only" });
  await insertOffer(app.database.db, { partNumber: "K-1" });
});

after(() => app.close());

async function issue(accountId: AccountId, name: string, expiresAt: Date | null = null) {
  return app.database.db.transaction((tx) =>
    createKey(tx, { accountId, name, expiresAt, now: app.clock.now }),
  );
}

async function eventsOn(subjectId: string): Promise<StoredAuditEvent[]> {
  const none = { operatorId: null, action: null, subjectKind: null, accountId: null };
  const filter = { ...none, subjectId, from: null, until: null };
  return selectAuditEvents(app.database.db, filter, { before: null, limit: 20 });
}

type Mail = { mailId: MailId; recipient: string; body: string; encrypted: Buffer | null };

async function mailsOf(accountId: AccountId): Promise<Mail[]> {
  return app.database.db.query<Mail>({
    name: "test_mails",
    text: `select mail_id as "mailId", recipient, body, encrypted_secrets as encrypted from mails
      where account_id = $1 and kind = 'key issued' order by mail_id`,
    values: [accountId],
  });
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

function advanceClock(ms: number): void {
  app.clock.now = new Date(app.clock.now.getTime() + ms);
}

test("keys of all accounts are found by name, account, last four, id and state", async () => {
  const account = await app.openAccount();
  const mark = newId();
  const key = await issue(account.accountId, `ERP ${mark}`);
  const { name = "" } = (await selectAccount(app.database.db, account.accountId)) ?? {};
  for (const q of [`erp ${mark}`, name, key.lastFour, key.keyId]) {
    const list = await reader.get(`/console/keys?q=${encodeURIComponent(q)}`);
    assert.ok(list.body.includes(`/console/keys/${key.keyId}`), q);
  }
  for (const query of [`q=${mark}&state=revoked`, `q=${mark}&state=ended`, `q=%25${mark}%25x`]) {
    assert.match((await reader.get(`/console/keys?${query}`)).body, /No matching keys/, query);
  }
  const own = await reader.get(`/console/keys?account=${account.accountId}&state=active`);
  assert.ok(own.body.includes(key.keyId) && own.body.includes(account.keyId));
  const other = await app.openAccount();
  assert.ok(!own.body.includes(other.keyId));
  advanceClock(1);
  const ended = await issue(account.accountId, `Ended ${mark}`, app.clock.now);
  const endedList = await reader.get(`/console/keys?q=${mark}&state=ended`);
  assert.ok(endedList.body.includes(ended.keyId));
  for (const odd of ["account=x", "before=x", "state=x", "q=%00", "q=%ED%A0%80"]) {
    assert.equal((await reader.get(`/console/keys?${odd}`)).statusCode, 200, odd);
  }
});

test("keys are listed newest first, 50 per page, each once", async () => {
  const { accountId } = await app.openAccount();
  const keys: string[] = [];
  for (let count = 0; count < 50; count += 1) keys.push((await issue(accountId, "P")).keyId);
  const first = await reader.get(`/console/keys?account=${accountId}&q=p`);
  assert.equal(keys.filter((id) => first.body.includes(`/console/keys/${id}`)).length, 50);
  assert.ok(!first.body.includes('rel="next"'));
  keys.push((await issue(accountId, "P")).keyId);
  const again = await reader.get(`/console/keys?account=${accountId}&q=p`);
  const next = /rel="next" href="([^"]+)"/.exec(again.body)?.[1] ?? assert.fail();
  const rest = await reader.get(readAttribute(next));
  const shown = keys.filter((id) => rest.body.includes(`/console/keys/${id}`));
  assert.deepEqual(shown, keys.slice(0, 1));
});

async function useKey(account: TestAccount): Promise<void> {
  await placeDraft(account, { "K-1": 1 }, "PO-K");
  const called = await account.get("orders");
  await findLogged(app.database.db, String(called.headers["x-request-id"]));
}

test("the page of a key shows its recent use, and read-only operators see no forms", async () => {
  const account = await app.openAccount();
  const own = `/console/keys/${account.keyId}`;
  assert.match((await operator.get(own)).body, /The key was never used/);
  await useKey(account);
  const page = await operator.get(own);
  assert.match(page.body, /[1-9]\d* requests? today \(orders placed: 1\)/);
  const shown = await reader.get(own);
  assert.equal(shown.statusCode, 200);
  assert.ok(!shown.body.includes(`${own}/re`) && !shown.body.includes(`${own}/ro`));
});

test("a key is revoked by typing its name, and the revocation is recorded once with the key's name", async () => {
  const account = await app.openAccount();
  const own = `/console/keys/${account.keyId}`;
  const wrong = await operator.post(`${own}/revoke`, { name: "Test" });
  assert.equal(wrong.statusCode, 422);
  assert.match(wrong.body, /The name doesn.*t match\. The key was not revoked\./);
  assert.equal(await call(account.key), 200);
  const revoked = await operator.post(`${own}/revoke`, { name: " test " });
  assert.equal(revoked.headers.location, `${own}?done=revoked`);
  advanceClock(1_000);
  assert.equal(await call(account.key), 401);
  assert.equal((await operator.post(`${own}/revoke`, { name: "test" })).statusCode, 303);
  const events = await eventsOn(account.keyId);
  assert.deepEqual(
    events.map(({ action, operatorEmail }) => [action, operatorEmail]),
    [["revoked a key", operator.email]],
  );
  assert.equal(JSON.parse(events[0]?.before ?? "").name, "test");
});

test("a replaced key stays valid for the overlap, and only the e-mail contains the new key", async () => {
  const account = await app.openAccount();
  const own = `/console/keys/${account.keyId}`;
  assert.equal((await operator.post(`${own}/rotate`, { overlap: "2" })).statusCode, 422);
  const sent = await Promise.all(
    Array.from({ length: 4 }, () => operator.post(`${own}/rotate`, { overlap: "1" })),
  );
  assert.deepEqual(sent.map(({ statusCode }) => statusCode).sort(), [303, 409, 409, 409]);
  assert.ok(sent.every(({ body }) => !body.includes('name="overlap"')));
  const [mail = assert.fail(), ...others] = await mailsOf(account.accountId);
  assert.deepEqual(others, []);
  assert.equal(mail.recipient, "buyer@example.com");
  const key = openMail(mail);
  assert.match(mail.body, /It replaces your key ending in \w{4}, which works until/);
  assert.deepEqual([await call(key), await call(account.key)], [200, 200]);
  advanceClock(3_600_000);
  assert.deepEqual([await call(key), await call(account.key)], [200, 401]);
  const location = String(sent.find(({ statusCode }) => statusCode === 303)?.headers.location);
  const page = await operator.get(location);
  assert.match(page.body, /Key replaced\. This is the new key/);
  const events = await eventsOn(account.keyId);
  const actions = events.map(({ action }) => action);
  assert.deepEqual(actions, ["replaced a key"]);
  for (const text of [page.body, ...sent.map(({ body }) => body), JSON.stringify(events)]) {
    assert.ok(!text.includes(key));
  }
});

test("without an overlap the old key ends immediately, and the e-mail says so", async () => {
  const account = await app.openAccount();
  await operator.post(`/console/keys/${account.keyId}/rotate`, { overlap: "0" });
  advanceClock(1_000);
  assert.equal(await call(account.key), 401);
  const [mail = assert.fail()] = await mailsOf(account.accountId);
  assert.match(mail.body, /which no longer works/);
});

test("a key is issued once, however often the form is sent, with exactly the previewed e-mail", async () => {
  const { accountId } = await app.openAccount();
  const own = `/console/accounts/${accountId}/keys/new`;
  assert.equal((await operator.get(own)).statusCode, 200);
  const terms = { name: "ERP Süd", expires: "2099-12-31" };
  const shown = await operator.post(own, { ...terms, step: "show" });
  assert.equal(shown.statusCode, 200);
  assert.match(shown.body, /sk_live_••••/);
  assert.equal((await selectKeys(app.database.db, accountId)).length, 1);
  const [, keyId = ""] = /name="key" value="([^"]+)"/.exec(shown.body) ?? [];
  const [, to = ""] = /name="to" value="([^"]+)"/.exec(shown.body) ?? [];
  const confirmed = { ...terms, step: "send", key: keyId, to };
  const sent = await Promise.all(Array.from({ length: 4 }, () => operator.post(own, confirmed)));
  const ends = sent.map(({ headers }) => String(headers.location).replace(/.*done=/, "")).sort();
  assert.deepEqual(ends, ["issued", "issued-already", "issued-already", "issued-already"]);
  const [mail = assert.fail(), ...others] = await mailsOf(accountId);
  assert.deepEqual(others, []);
  const key = openMail(mail);
  assert.equal(await call(key), 200);
  const stored = (await selectKeys(app.database.db, accountId)).find((one) => one.keyId === keyId);
  assert.equal(stored?.expiresAt?.toISOString(), "2099-12-31T23:59:59.999Z");
  const [event, ...more] = await eventsOn(keyId);
  assert.deepEqual(
    [event?.action, event?.operatorEmail, more],
    ["issued a key", operator.email, []],
  );
  const texts = [...sent.map(({ body }) => body), JSON.stringify(event), mail.body];
  texts.push((await operator.get(`/console/keys/${keyId}?done=issued`)).body);
  for (const text of texts) assert.ok(!text.includes(key));
  const masked = mail.body.split("\n").filter((line) => !line.includes("{{key}}"));
  const preview = shown.body.replaceAll("&#39;", "'").replaceAll("&#34;", '"');
  const alike = masked.filter((line) => /^(Treat|Name|Good|Every|POST|curl)/.test(line));
  assert.ok(alike.length >= 5);
  for (const line of alike) {
    if (!/[&<>]/.test(line)) assert.ok(preview.includes(line.replace(/ \\$/, "")), line);
  }
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
    const sent = await operator.post(own, fields);
    assert.equal(sent.statusCode, 422, JSON.stringify(fields));
    assert.match(sent.body, /data-faults/);
  }
  assert.equal((await selectKeys(app.database.db, accountId)).length, 1);
  assert.deepEqual(await mailsOf(accountId), []);
});

test("a key is not issued if the account's e-mail address has changed since the preview", async () => {
  const { accountId } = await app.openAccount();
  const own = `/console/accounts/${accountId}/keys/new`;
  const shown = await operator.post(own, { name: "ERP", expires: "", step: "show" });
  const fields = Object.fromEntries(
    ["name", "expires", "step", "to", "key"].map((name) => [
      name,
      new RegExp(`name="${name}" value="([^"]*)"`).exec(shown.body)?.[1] ?? assert.fail(name),
    ]),
  );
  const text = "update accounts set email = 'other@air.example' where account_id = $1";
  await app.database.db.query({ name: "", text, values: [accountId] });
  const late = await operator.post(own, fields);
  assert.equal(late.statusCode, 409);
  assert.match(late.body, /e-mail address has changed/);
  assert.match(late.body, /Issue key and send to/);
  assert.match(late.body, /The key is sent to other@air\.example/);
  assert.deepEqual(await mailsOf(accountId), []);
  const sent = await operator.post(own, { ...fields, to: "other@air.example" });
  assert.match(String(sent.headers.location), /done=issued$/);
});

test("the id of another account's key issues nothing", async () => {
  const [one, other] = [await app.openAccount(), await app.openAccount()];
  const own = `/console/accounts/${one.accountId}/keys/new`;
  const { email: to = "" } = (await selectAccount(app.database.db, one.accountId)) ?? {};
  const fields = { name: "x", expires: "", step: "send", to, key: other.keyId };
  const sent = await operator.post(own, fields);
  assert.match(String(sent.headers.location), /done=issued-already$/);
  assert.equal((await selectKeys(app.database.db, one.accountId)).length, 1);
});

test("an unknown key is not found at any address", async () => {
  for (const id of ["01900000-0000-7000-8000-000000000000", "x", "%00"]) {
    assert.equal((await operator.get(`/console/keys/${id}`)).statusCode, 404, id);
    for (const act of ["rotate", "revoke"]) {
      assert.equal((await operator.post(`/console/keys/${id}/${act}`, {})).statusCode, 404, act);
    }
  }
});
