// The console pages of the outbox, the audit log, operators and the system.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { selectAuditEvents } from "../../src/audit/queries.ts";
import { readConfig } from "../../src/config.ts";
import { newId } from "../../src/db/newId.ts";
import { createMailEncryption } from "../../src/mail/mailSecrets.ts";
import { type MailId, markSent, markUndelivered } from "../../src/mail/queries.ts";
import { queueMail } from "../../src/mail/queueMail.ts";
import { openTestApp, type TestApp } from "../support/testApp.ts";
import { openOperator, type TestOperator } from "../support/testOperator.ts";

let app: TestApp;
let admin: TestOperator;

before(async () => {
  const fallbacks = {
    PUBLIC_URL: "https://parts.example",
    DISTRIBUTOR_NAME: "Example Aero Parts",
    SECRET_KEY: "a secret of more than 32 characters",
  };
  app = await openTestApp(readConfig(fallbacks, {}));
  admin = await openOperator(app);
});

after(() => app.close());

async function queueTestMail(secrets?: Record<string, string>): Promise<MailId> {
  const text = secrets === undefined ? "Plain words" : "Open {{link}} once";
  const message = {
    to: `${newId()}@b.example`,
    accountId: null,
    subject: "A subject",
    text,
  };
  const encryption = createMailEncryption(app.secret);
  const { db } = app.database;
  return db.transaction((tx) =>
    queueMail(
      tx,
      encryption,
      { kind: "invitation", ...message, ...(secrets && { secrets }) },
      new Date(),
    ),
  );
}

async function stateOf(mailId: string): Promise<string | undefined> {
  const rows = await app.database.db.query<{ state: string }>({
    name: "",
    text: "select state from mails where mail_id = $1",
    values: [mailId],
  });
  return rows[0]?.state;
}

async function eventsOn(subjectId: string): Promise<string[]> {
  const none = { operatorId: null, action: null, subjectKind: null, accountId: null };
  const filter = { ...none, subjectId, from: null, until: null };
  const events = await selectAuditEvents(app.database.db, filter, { before: null, limit: 10 });
  return events.map(({ action }) => action);
}

test("an e-mail is shown without its secrets", async () => {
  const mailId = await queueTestMail({ link: "https://parts.example/secret-link" });
  const page = await admin.get(`/console/outbox/${mailId}`);
  assert.equal(page.statusCode, 200);
  assert.match(page.body, /Open \(link: not shown\) once/);
  assert.ok(!page.body.includes("secret-link"));
});

test("a stored e-mail can be queued again, and that is recorded in the audit log", async () => {
  const mailId = await queueTestMail({ link: "x-secret" });
  const early = await admin.post(`/console/outbox/${mailId}/send`);
  assert.match(String(early.headers.location), /done=waiting$/);
  await markUndelivered(app.database.db, mailId);
  const sent = await admin.post(`/console/outbox/${mailId}/send`);
  assert.match(String(sent.headers.location), /done=queued$/);
  assert.equal(await stateOf(mailId), "queued");
  assert.deepEqual(await eventsOn(mailId), ["resent an e-mail"]);
});

test("a copy of a sent e-mail is queued, unless it contained a secret", async () => {
  const { db } = app.database;
  const plain = await queueTestMail();
  const encrypted = await queueTestMail({ link: "x-secret" });
  await markSent(db, plain, new Date());
  await markSent(db, encrypted, new Date());
  const copied = await admin.post(`/console/outbox/${plain}/send`);
  const [, copy] = /outbox\/([^?]+)\?done=copied$/.exec(String(copied.headers.location)) ?? [];
  assert.ok(copy !== undefined && copy !== plain);
  assert.equal(await stateOf(copy), "queued");
  const refused = await admin.post(`/console/outbox/${encrypted}/send`);
  assert.match(String(refused.headers.location), /done=sealed$/);
  assert.deepEqual(await eventsOn(encrypted), []);
  const offered = (await admin.get(`/console/outbox/${encrypted}`)).body.includes("/send");
  assert.equal(offered, false);
});

test("an undelivered e-mail is a task until it is dismissed, sent again, or delivered", async () => {
  const mailId = await queueTestMail();
  const dismiss = () => admin.post(`/console/outbox/${mailId}/dismiss`);
  assert.doesNotMatch(String((await dismiss()).headers.location), /done/);
  await markUndelivered(app.database.db, mailId);
  assert.match(String((await dismiss()).headers.location), /done=dismissed$/);
  assert.doesNotMatch(String((await dismiss()).headers.location), /done/);
  assert.deepEqual(await eventsOn(mailId), ["dismissed an e-mail"]);
  assert.match((await admin.get(`/console/outbox/${mailId}`)).body, />Dismissed</);
  assert.ok(!(await admin.get("/console/outbox?state=kept")).body.includes(mailId));
  assert.ok((await admin.get("/console/outbox")).body.includes(mailId));
  await admin.post(`/console/outbox/${mailId}/send`);
  await markUndelivered(app.database.db, mailId);
  assert.ok((await admin.get("/console/outbox?state=kept")).body.includes(mailId));
});

test("the outbox is filtered by state and address, and the start page counts unsent e-mails", async () => {
  const mailId = await queueTestMail();
  await markUndelivered(app.database.db, mailId);
  const kept = await admin.get("/console/outbox?state=kept");
  assert.ok(kept.body.includes(mailId));
  assert.ok(!(await admin.get("/console/outbox?state=bounced")).body.includes(mailId));
  const nobody = await admin.get("/console/outbox?to=nobody@b.example");
  assert.match(nobody.body, /No matching e-mails/);
  assert.match((await admin.get("/console")).body, /outbox\?state&#61;kept/);
});

test("the audit log is filtered by its address, shows before and after, and is exported as CSV", async () => {
  const mailId = await queueTestMail();
  await markUndelivered(app.database.db, mailId);
  const sent = await admin.post(`/console/outbox/${mailId}/send`);
  const requestId = String(sent.headers["x-request-id"]);
  const list = await admin.get(`/console/audit?subject=${mailId}&operator=${admin.operatorId}`);
  const [, event] = /href="(\/console\/audit\/[0-9a-f-]{36})"/.exec(list.body) ?? [];
  const page = await admin.get(event ?? "");
  assert.match(page.body, /<dt>State<\/dt><dd>kept<\/dd>/);
  assert.ok(page.body.includes(requestId));
  const csv = await admin.get(`/console/audit/export.csv?subject=${mailId}`);
  const [head, ...rows] = csv.body.trimEnd().split("\n");
  assert.match(head ?? "", /^at,operator,email,role,action,.*,event_id,deed_id$/); // of 0.1: both
  assert.equal(rows.length, 1);
  assert.match(rows[0] ?? "", /,([0-9a-f-]{36}),\1$/);
  assert.ok(rows[0]?.includes(requestId));
  const none = await admin.get(`/console/audit?subject=${mailId}&until=2020-01-01`);
  assert.match(none.body, /No matching events/);
  for (const odd of [
    "operator=x",
    "account=%00",
    "from=2026-02-31",
    "before=x",
    "subject=%ED%A0%80",
  ]) {
    assert.equal((await admin.get(`/console/audit?${odd}`)).statusCode, 200, odd);
  }
});

test("a formula in the audit log is escaped in its export", async () => {
  await admin.get("/console/nothing");
  const reader = await openOperator(app, { role: "read-only", name: "=1+1" });
  await reader.post("/console/operators/invitations");
  const csv = await admin.get(`/console/audit/export.csv?operator=${reader.operatorId}`);
  assert.match(csv.body, /,'=1\+1,/);
});

test("an admin invites, changes and removes operators; the last admin stays", async () => {
  const alone = await openTestApp({ publicUrl: "https://parts.example" });
  try {
    const chief = await openOperator(alone);
    const other = await openOperator(alone, { role: "operator" });
    const fields = { email: "new@desk.example", name: "", role: "read-only" };
    const invited = await chief.post("/console/operators/invitations", fields);
    assert.match(invited.body, /parts\.example\/console\/invitation\//);
    const first = await chief.get("/console/operators");
    const [, send = ""] = /action="([^"]+\/send)"/.exec(first.body) ?? [];
    assert.equal((await chief.post(send)).statusCode, 200);
    assert.equal((await chief.post(send)).statusCode, 404);
    const list = await chief.get("/console/operators");
    const [, withdraw = ""] = /action="([^"]+\/withdraw)"/.exec(list.body) ?? [];
    assert.equal((await chief.post(withdraw)).statusCode, 303);
    assert.equal((await chief.post(withdraw)).statusCode, 404);
    const bad = await chief.post("/console/operators/invitations", { ...fields, role: "king" });
    assert.equal(bad.statusCode, 422);
    const own = `/console/operators/${chief.operatorId}`;
    assert.equal((await chief.post(`${own}/role`, { role: "operator" })).statusCode, 409);
    assert.equal((await chief.post(`${own}/remove`)).statusCode, 409);
    const theirs = `/console/operators/${other.operatorId}`;
    assert.equal((await other.get("/console")).statusCode, 200);
    assert.equal((await chief.post(`${theirs}/role`, { role: "read-only" })).statusCode, 303);
    assert.equal((await other.post(`${own}/reset`)).statusCode, 403);
    const reset = await chief.post(`${theirs}/reset`);
    assert.match(reset.body, /parts\.example\/console\/reset\//);
    assert.equal((await chief.post(`${theirs}/sign-out`)).statusCode, 303);
    assert.equal((await other.get("/console")).statusCode, 303);
    assert.equal((await chief.post(`${theirs}/remove`)).statusCode, 303);
    assert.equal((await chief.post(`${theirs}/remove`)).statusCode, 404);
  } finally {
    await alone.close();
  }
});

test("if a second factor is required, an operator without one can only set it up", async () => {
  const strict = await openTestApp({
    publicUrl: "https://parts.example",
    operatorSecondFactor: true,
  });
  try {
    const operator = await openOperator(strict);
    const sent = await operator.get("/console/audit");
    assert.equal(sent.headers.location, "/console/account?needs=second-factor");
    const page = await operator.get("/console/account?needs=second-factor");
    assert.equal(page.statusCode, 200);
    assert.match(page.body, /The console requires two-factor authentication/);
    await strict.database.db.query({
      name: "",
      text: "update users set totp_secret = '\\x00', totp_confirmed_at = now() where user_id = $1",
      values: [operator.operatorId],
    });
    assert.equal((await operator.get("/console/audit")).statusCode, 200);
  } finally {
    await strict.close();
  }
});

test("the system page shows versions, jobs and current settings with masked secrets", async () => {
  const page = await admin.get("/console/system");
  assert.equal(page.statusCode, 200);
  assert.match(page.body, /0001-baseline/);
  assert.match(page.body, /send_mail/);
  const valueOfSetting = (name: string) =>
    new RegExp(`>${name}</t[dh]>\\s*<td[^>]*>([^<]*)<`).exec(page.body)?.[1];
  assert.equal(valueOfSetting("DISTRIBUTOR_NAME"), "Example Aero Parts");
  assert.equal(valueOfSetting("SECRET_KEY"), "(set, not shown)");
});
