// The pages of the audit log, of operators and of the system.
import assert from "node:assert/strict";
import { test } from "node:test";
import { newId } from "../../src/db/newId.ts";
import { findSystemFaults, renderVerdict, type SystemState } from "../../src/home/consoleSystem.ts";
import { readConfig } from "../../src/server/config.ts";
import { admin, openConsole, query } from "../support/console.ts";
import { expectAnswer, expectTexts } from "../support/expectAnswer.ts";
import { readAttribute } from "../support/readAttribute.ts";
import { openTestApp } from "../support/testApp.ts";
import { openOperator } from "../support/testOperator.ts";

const settings = {
  PUBLIC_URL: "https://parts.example",
  DISTRIBUTOR_NAME: "Example Aero Parts",
  SECRET_KEY: "a secret of more than 32 characters",
  WORKERS: "1",
};

openConsole(readConfig(settings, {}));

test("the audit log is filtered by its address, shows before and after, and is exported as CSV", async () => {
  const mailId = newId();
  await query(
    `insert into mails (mail_id, kind, recipient, subject, body, state, due_at, created_at)
      values ($1, 'invitation', 'x@b.example', 'S', 'Hello', 'kept', now(), now())`,
    [mailId],
  );
  const sent = await admin.post(`/console/outbox/${mailId}/resend`);
  const requestId = String(sent.headers["x-request-id"]);
  const list = await admin.get(`/console/audit?subject=${mailId}&operator=${admin.operatorId}`);
  const [, event] = /href="(\/console\/audit\/[0-9a-f-]{36})"/.exec(list.body) ?? [];
  await expectAnswer(admin.get(event ?? ""), 200, "<dt>State</dt><dd>kept</dd>", requestId);
  const csv = await admin.get(`/console/audit/export.csv?subject=${mailId}`);
  const [head, row, ...more] = csv.body.trimEnd().split("\n");
  assert.match(head ?? "", /^at,operator,email,role,action,.*,event_id$/);
  assert.deepEqual(more, []);
  expectTexts(row ?? "", requestId, /,[0-9a-f-]{36}$/);
  const none = admin.get(`/console/audit?subject=${mailId}&until=2020-01-01`);
  await expectAnswer(none, 200, /No matching events/);
  const odds = ["operator=x", "account=%00", "from=2026-02-31", "after=x", "subject=%ED%A0%80"];
  for (const odd of odds) await expectAnswer(admin.get(`/console/audit?${odd}`), 200);
});

test("if a second factor is required, an operator without one can only set it up", async (t) => {
  const strict = await openTestApp({ operatorSecondFactor: true });
  t.after(() => strict.close());
  const operator = await openOperator(strict);
  const setUp = "/console/account?needs=second-factor";
  await expectAnswer(operator.get("/console/audit"), setUp);
  await expectAnswer(operator.get(setUp), 200, "The console requires two-factor authentication");
  const text =
    "update users set totp_secret = '\\x00', totp_confirmed_at = now() where user_id = $1";
  await strict.database.db.query({ name: "", text, values: [operator.operatorId] });
  await expectAnswer(operator.get("/console/audit"), 200);
});

const fine: SystemState = {
  schemaFault: null,
  tasks: [{ task: "send_mail", waiting: 2, running: 1, failed: 0, nextAt: null }],
  lag: { seconds: 60, changes: 3 },
  serving: 2,
  workers: 2,
  driftS: 5,
  sendsMail: true,
  mails: new Map([["queued", 3]]),
  queuedAt: new Date("2026-11-24T09:45:00Z"),
  now: new Date("2026-11-24T10:00:00Z"),
};

test("each fault is listed with what to do and a link to its part of the page", async () => {
  const tasks = [{ task: "send_mail", waiting: 0, running: 0, failed: 1, nextAt: null }];
  const states: readonly (readonly [Partial<SystemState>, string, RegExp])[] = [
    [{ schemaFault: "Missing migrations: x." }, "migrations", /Missing migrations/],
    [{ tasks }, "jobs", /1 job failed\. Find the cause/],
    [{ lag: undefined }, "version", /being filled/],
    [{ lag: { seconds: 61, changes: 0 } }, "version", /61 s behind/],
    [{ serving: 1 }, "version", /Only 1 of 2 workers/],
    [{ driftS: 6 }, "version", /differ by 6 s/],
    [{ sendsMail: false }, "configuration", /No mail server is configured/],
  ];
  const lost = new Map<string, number>([
    ["bounced", 2],
    ["failed", 1],
  ]) as SystemState["mails"];
  const late = new Date("2026-11-24T09:44:59Z");
  for (const [changes, query, text] of [
    [{ mails: new Map([["kept", 1]]) }, "?state=kept&tasks=yes", "1 e-mail needs manual delivery"],
    [{ mails: lost }, "", "3 e-mails were not delivered"],
    [{ queuedAt: late }, "?state=queued", "3 e-mails are queued, the oldest"],
  ] as const) {
    const found = findSystemFaults({ ...fine, ...(changes as Partial<SystemState>) });
    assert.equal(found.length, 1, query);
    expectTexts(found[0]?.text ?? "", text);
    expectTexts(readAttribute(String(renderVerdict(found))), `href="/console/outbox${query}"`);
  }
  const { body } = await admin.get("/console/system");
  for (const [changes, part, text] of states) {
    const found = findSystemFaults({ ...fine, ...changes });
    assert.equal(found.length, 1, part);
    assert.equal(found[0]?.part, part);
    assert.match(found[0]?.text ?? "", text);
    assert.ok(body.includes(`id="${part}"`), part);
  }
  const all = findSystemFaults(Object.assign({}, fine, ...states.map(([changes]) => changes)));
  assert.equal(all.length, 6, "a replica is filled or late, not both");
  assert.match(String(renderVerdict(all)), /6 things need attention/);
});
