// What pages say about states: a key request and its account, revoked keys, suspended accounts.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { selectAuditEvents } from "../../src/audit/queries.ts";
import { keyTerms, openKeyRequestFixture } from "../support/keyRequestFixture.ts";
import { readForm } from "../support/openedForm.ts";
import { openTestApp, type TestApp } from "../support/testApp.ts";
import { openOperator, type TestOperator } from "../support/testOperator.ts";

let app: TestApp;
let operator: TestOperator;
let requests: ReturnType<typeof openKeyRequestFixture>;

before(async () => {
  app = await openTestApp({ publicUrl: "https://parts.example" });
  operator = await openOperator(app, { role: "operator", name: "Olga Operator" });
  requests = openKeyRequestFixture(app, operator);
});

after(() => app.close());

/** The number of open key requests in the navigation of a page. */
function readBadge(body: string): string | undefined {
  return /Key requests<span class="count short">(\d+)/.exec(body)?.[1];
}

test("a key request offers other accounts only once one is chosen, and links to the chosen one", async () => {
  const { page } = await requests.enter();
  const fresh = (await operator.get(page)).body;
  assert.match(fresh, />Choose an account by name …</);
  assert.match(fresh, />Create account …</);
  assert.doesNotMatch(fresh, /Choose another account/);
  const fields = readForm(fresh, `${page}/account`);
  const opened = await operator.post(`${page}/account`, { ...fields, account_name: "Link Air" });
  assert.equal(opened.statusCode, 303);
  const { body } = await operator.get(String(opened.headers.location));
  assert.equal(
    body.match(/<a href="\/console\/accounts\/[0-9a-f-]{36}">Link Air<\/a>/g)?.length,
    2,
  );
  assert.match(body, />Choose another account …</);
  assert.doesNotMatch(body, />Create account …</);
});

test("an issued key offers to invite its person by name, and the badge counts what is left", async () => {
  await requests.enter();
  const entered = await requests.enterMatched();
  const earlier = Number(
    readBadge((await operator.get("/console/key-requests?done=entered")).body),
  );
  const { form } = await requests.previewed(entered.page, keyTerms(entered.email));
  const issued = await operator.post(`${entered.page}/issue`, form);
  const action = `/console/accounts/${entered.account.accountId}/invitations`;
  const inviting = readForm(issued.body, action);
  assert.deepEqual([inviting["email"], inviting["name"]], [entered.email, "Ann Lee"]);
  assert.equal(Number(readBadge((await operator.get("/console/key-requests")).body)), earlier - 1);
  const { page } = await requests.enterMatched();
  const badge = Number(readBadge((await operator.get(`${page}?done=matched`)).body));
  assert.equal(badge, earlier);
  const declined = await operator.post(`${page}/decline`, { version: "2", text: "No." });
  assert.equal(declined.statusCode, 303);
  const { body } = await operator.get(String(declined.headers.location));
  assert.equal(Number(readBadge(body)), badge - 1, "although no time has passed");
});

test("a revoked key names who revoked it, when and why", async () => {
  const { keyId } = await app.openAccount();
  const path = `/console/keys/${keyId}`;
  const form = readForm((await operator.get(path)).body, `${path}/revoke`);
  assert.equal(form["reason"], "");
  assert.doesNotMatch((await operator.get(path)).body, /Revoked on/);
  const name = /Type <strong>([^<]+)/.exec((await operator.get(path)).body)?.[1] ?? "";
  const sent = await operator.post(`${path}/revoke`, { name, reason: "Leaked into a log" });
  assert.equal(sent.statusCode, 303);
  const { body } = await operator.get(path);
  assert.match(body, /Revoked on <time [^>]+>[^<]+<\/time> by Olga Operator\./);
  assert.match(body, /Reason: Leaked into a log/);
  const filter = { subjectKind: "key", subjectId: keyId, action: "revoked a key" };
  const [event] = await selectAuditEvents(app.database.db, filter, { before: null, limit: 1 });
  const recorded = (await operator.get(`/console/audit/${event?.auditEventId}`)).body;
  assert.match(recorded, /<dt>Reason<\/dt><dd>Leaked into a log<\/dd>/);
});

test("a suspended account says so first and issues no keys", async () => {
  const { accountId } = await app.openAccount();
  const path = `/console/accounts/${accountId}`;
  const notice = /Suspended since <time/;
  const active = (await operator.get(path)).body;
  assert.doesNotMatch(active, notice);
  assert.ok(active.includes(`${path}/keys/new`));
  await operator.post(`${path}/suspend`);
  const { body } = await operator.get(path);
  assert.match(body, notice);
  assert.ok(!body.includes(`${path}/keys/new`));
});
