// E-mails that did not arrive are sent to a corrected address.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { selectAuditEvents } from "../../src/audit/queries.ts";
import type { MailId } from "../../src/mail/queries.ts";
import { markUnsent } from "../../src/mail/queries.ts";
import { selectInvitations } from "../../src/people/invitationQueries.ts";
import { keyTerms, openKeyRequestFixture } from "../support/keyRequestFixture.ts";
import { openTestApp, type TestApp } from "../support/testApp.ts";
import { openOperator, type TestOperator } from "../support/testOperator.ts";

let app: TestApp;
let operator: TestOperator;
let requests: ReturnType<typeof openKeyRequestFixture>;

before(async () => {
  app = await openTestApp({ publicUrl: "https://parts.example", smtpUrl: "smtp://127.0.0.1:9" });
  operator = await openOperator(app, { role: "operator" });
  requests = openKeyRequestFixture(app, operator);
});

after(() => app.close());

async function bounce(mailId: MailId): Promise<void> {
  const end = { state: "bounced", error: "550 no such user", dueAt: new Date() } as const;
  await markUnsent(app.database.db, mailId, end);
}

/** The e-mail of a key that bounced. */
async function bounceKey() {
  const entered = await requests.enterMatched();
  const { form } = await requests.previewed(entered.page, keyTerms(entered.email));
  await operator.post(`${entered.page}/issue`, form);
  const mailId = (await requests.rowOf(entered.id)).mail_id ?? assert.fail();
  await bounce(mailId);
  return { ...entered, mailId };
}

/** The page of an invitation that bounced. */
async function bounceInvitation(recipient: string): Promise<string> {
  const [invited] = await mailsTo(recipient);
  const mailId = invited?.mail_id ?? assert.fail("there is no invitation");
  await bounce(mailId);
  return `/console/outbox/${mailId}`;
}

/** The e-mails to an address, newest first. */
async function mailsTo(recipient: string) {
  return app.database.db.query<{
    mail_id: MailId;
    state: string;
    isWhole: boolean;
    isDismissed: boolean;
  }>({
    name: "",
    text: `select mail_id, state, encrypted_secrets is not null as "isWhole",
        dismissed_at is not null as "isDismissed"
      from mails where recipient = $1 order by mail_id desc`,
    values: [recipient],
  });
}

test("a bounced key is sent to a corrected address, once, and its request gets the address", async () => {
  const { id, page, email, mailId } = await bounceKey();
  const path = `/console/outbox/${mailId}`;
  const shown = await operator.get(path);
  assert.ok(shown.body.includes(`href="${page}"`), "links to its key request");
  const [notice = ""] = /<div class="notice fault"[\s\S]*?<\/form>/.exec(shown.body) ?? [];
  assert.match(notice, /Bounced: 550 no such user/);
  assert.match(notice, /Correct address and send again/);
  const to = `fixed.${email}`;
  for (const wrong of ["nobody", email]) {
    const refused = await operator.post(`${path}/correct`, { email: wrong });
    assert.equal(refused.statusCode, 422, wrong);
    assert.match(refused.body, /<details class="question" open>/);
  }
  const [sent, late] = await Promise.all([
    operator.post(`${path}/correct`, { email: to }),
    operator.post(`${path}/correct`, { email: to }),
  ]);
  assert.deepEqual([sent.statusCode, late.statusCode].toSorted(), [303, 409]);
  const [copy, ...others] = await mailsTo(to);
  assert.deepEqual(others, []);
  assert.deepEqual([copy?.state, copy?.isWhole], ["queued", true]);
  const [first] = await mailsTo(email);
  assert.deepEqual([first?.isWhole, first?.isDismissed], [false, true]);
  assert.equal((await requests.rowOf(id)).mail_id, copy?.mail_id);
  assert.ok((await operator.get(`${page}?done=corrected`)).body.includes(to));
  const actions = await requests.actionsOn(id);
  assert.equal(actions.at(-1), "corrected the address of an e-mail");
  const none = { operatorId: null, action: null, accountId: null, from: null, until: null };
  const filter = { ...none, subjectKind: "key request", subjectId: id };
  const [event] = await selectAuditEvents(app.database.db, filter, { before: null, limit: 1 });
  const addresses = [event?.before, event?.after].map((one) => JSON.parse(one ?? "").recipient);
  assert.deepEqual(addresses, [email, to], "the audit event has both addresses");
});

test("the e-mail of a key that was revoked is not sent to a corrected address", async () => {
  const { id, email, mailId } = await bounceKey();
  const path = `/console/outbox/${mailId}`;
  const { key_id: keyId } = await requests.rowOf(id);
  await operator.post(`/console/keys/${keyId}/revoke`, { name: "ERP" });
  assert.doesNotMatch((await operator.get(path)).body, /Correct address/);
  const to = `late.${email}`;
  const refused = await operator.post(`${path}/correct`, { email: to });
  assert.equal(refused.statusCode, 409);
  assert.match(refused.body, /The key in this e-mail has expired or was revoked/);
  assert.deepEqual(await mailsTo(to), []);
});

test("the e-mail of a key that was revoked says so and is not sent again", async () => {
  const { id, email, mailId } = await bounceKey();
  const path = `/console/outbox/${mailId}`;
  assert.match((await operator.get(path)).body, />Send again</);
  const { key_id: keyId } = await requests.rowOf(id);
  await operator.post(`/console/keys/${keyId}/revoke`, { name: "ERP" });
  const ended = /The key in this e-mail has expired or was revoked/g;
  const { body } = await operator.get(path);
  assert.equal(body.match(ended)?.length, 1);
  assert.doesNotMatch(body, />Send again</);
  const refused = await operator.post(`${path}/send`);
  assert.equal(refused.statusCode, 409);
  assert.equal(refused.body.match(ended)?.length, 1);
  assert.deepEqual(
    (await mailsTo(email)).map(({ state }) => state),
    ["bounced"],
  );
});

test("a bounced invitation is sent to a corrected address, and the first one ends", async () => {
  const { accountId } = await app.openAccount();
  const people = `/console/accounts/${accountId}/people`;
  await operator.post(`/console/accounts/${accountId}/invitations`, {
    email: "jo@wrong.example",
    name: "Jo Kern",
    role: "admin",
  });
  const path = await bounceInvitation("jo@wrong.example");
  assert.ok((await operator.get(path)).body.includes(`href="${people}"`));
  const sent = await operator.post(`${path}/correct`, { email: "jo@right.example" });
  assert.equal(sent.statusCode, 303, sent.body);
  const [copy] = await mailsTo("jo@right.example");
  assert.deepEqual([copy?.state, copy?.isWhole], ["queued", true]);
  const { body } = await operator.get(people);
  assert.ok(body.includes("jo@right.example"));
  assert.ok(!body.includes("jo@wrong.example"));
});

test("of two corrections at a time one invites, and nobody else", async () => {
  const { accountId } = await app.openAccount();
  await operator.post(`/console/accounts/${accountId}/invitations`, {
    email: "di@wrong.example",
    name: "Di Race",
    role: "admin",
  });
  const path = await bounceInvitation("di@wrong.example");
  const tos = ["di@one.example", "di@two.example", "di@three.example"];
  const sent = await Promise.all(tos.map((email) => operator.post(`${path}/correct`, { email })));
  const statuses = sent.map(({ statusCode }) => statusCode).toSorted();
  assert.deepEqual(statuses, [303, 409, 409]);
  const mails = await Promise.all(tos.map(mailsTo));
  assert.equal(mails.flat().length, 1);
  const invited = await selectInvitations(app.database.db, accountId);
  assert.deepEqual(
    invited.map(({ email }) => email),
    tos.filter((_, at) => sent[at]?.statusCode === 303),
  );
});

test("an invitation to the console is corrected by admins only", async () => {
  const admin = await openOperator(app, { role: "admin" });
  await admin.post("/console/operators/invitations", {
    email: "al@wrong.example",
    name: "",
    role: "read-only",
  });
  const path = await bounceInvitation("al@wrong.example");
  const email = "al@right.example";
  const { body } = await operator.get(path);
  assert.doesNotMatch(body, /Correct address|href="\/console\/operators"/);
  const refused = await operator.post(`${path}/correct`, { email });
  assert.equal(refused.statusCode, 403);
  assert.match(refused.body, /Only admins can send this invitation to another address/);
  assert.match((await admin.get(path)).body, /href="\/console\/operators">Operators<\/a><\/dd>/);
  assert.equal((await admin.post(`${path}/correct`, { email })).statusCode, 303);
  const late = await admin.post(`${path}/correct`, { email });
  assert.equal(late.statusCode, 409, "its invitation was withdrawn");
});
