// Data that expires: what is old goes, what is kept stays, and what was built on it says so.

import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { shellActor } from "../../src/audit/actor.ts";
import { recordAuditEvent } from "../../src/audit/recordAuditEvent.ts";
import { newId } from "../../src/db/newId.ts";
import { requestRevert } from "../../src/imports/revert.ts";
import type { RunId } from "../../src/imports/run.ts";
import { selectRun } from "../../src/imports/runQueries.ts";
import { type ExpiryTask, expireByAge, type Retention } from "../../src/jobs/startJobs.ts";
import { revertRun } from "../../src/prices/agreements/revertAgreement.ts";
import { readConfig } from "../../src/server/config.ts";
import { catalogHeader as header } from "../support/importText.ts";
import { runCommand } from "../support/runCommand.ts";
import { runSql } from "../support/runSql.ts";
import { share } from "../support/share.ts";
import { openTestApp } from "../support/testApp.ts";
import { openOperator } from "../support/testOperator.ts";

const { retention } = readConfig({}, {});

const app = share(() => openTestApp({ publicUrl: "https://parts.example" }));
const admin = share(() => openOperator(app));
const owner = share(() => app.database.openOwner());

// Runs of other tests grow old too.
beforeEach(() => owner.client.query("delete from offer_changes"));

const run = (args: string[], input = "") => runCommand(app.database, args, {}, input);

const expire = (task: ExpiryTask, kept: Partial<Retention> = {}) =>
  expireByAge(app.database.db, task, { ...retention, ...kept }, app.clock.now);

/** Imports an offer; returns the number of the run. */
async function importOffer(number: string, stock: number, price: string): Promise<number> {
  const row = `${number},BOLT,NE,EA,${stock},${price},USD,Acme`;
  const imported = await run(
    ["catalog", "import", "-", "--accept", "test", "--json"],
    `${header}\n${row}\n`,
  );
  assert.equal(imported.exitCode, 0, imported.stderr);
  return imported.json().run_id;
}

/** Makes a run, and those before it, at least as old as `age`, such as "365 days 1 minute". */
async function ageRun(runId: number, age: string): Promise<void> {
  await owner.client.query(
    `update import_runs set ended_at = least(ended_at, now() - $2::interval)
     where run_id <= $1`,
    [runId, age],
  );
}

async function countRows(from: string, values: readonly unknown[] = []): Promise<number> {
  const found = await owner.client.query(`select count(*)::integer as count from ${from}`, [
    ...values,
  ]);
  return found.rows[0].count;
}

const countChanges = (runId: number) => countRows("offer_changes where run_id = $1", [runId]);

test("changes older than OFFER_CHANGES_DAYS expire, not a minute younger ones", async () => {
  await importOffer("AGE-1", 5, "1.00");
  const old = await importOffer("AGE-1", 6, "1.00");
  const young = await importOffer("AGE-1", 7, "1.10");
  await ageRun(young, "365 days -1 minute");
  await ageRun(old, "365 days 1 minute");
  assert.equal(await expire("expire_offer_changes", { offerChangesDays: 0 }), 0);
  assert.equal(await expire("expire_offer_changes"), 1);
  assert.deepEqual([await countChanges(old), await countChanges(young)], [0, 1]);
  assert.equal(await expire("expire_offer_changes"), 0);
});

test("a run whose changes have expired cannot be reverted, and the command and the page say so", async () => {
  await importOffer("GONE-1", 5, "1.00");
  const runId = await importOffer("GONE-1", 6, "1.00");
  await ageRun(runId, "400 days");
  await expire("expire_offer_changes");
  assert.equal(await countChanges(runId), 0);
  const reason = new RegExp(`The changes of run ${runId} have expired`);
  const reverted = await run(["import", "revert", String(runId)]);
  assert.equal(reverted.exitCode, 6);
  assert.match(reverted.stderr, reason);
  const page = await admin.get(`/console/imports/${runId}`);
  assert.match(page.body, reason);
  assert.doesNotMatch(page.body, /imports\/\d+\/revert/);
  const typed = { typed_name: `run ${runId}` };
  const posted = await admin.post(`/console/imports/${runId}/revert`, typed);
  assert.equal(posted.statusCode, 409);
  assert.match(posted.body, reason);
  const history = await admin.get("/console/catalog/parts/GONE-1?view=history");
  assert.match(history.body, /Changes before .* have expired\./);
});

test("a run with younger changes can still be reverted", async () => {
  await importOffer("KEEP-1", 5, "1.00");
  const runId = await importOffer("KEEP-1", 6, "1.00");
  await expire("expire_offer_changes");
  assert.equal((await run(["import", "revert", String(runId)])).exitCode, 0);
  const stock = "offers where part_number = 'KEEP-1' and available_stock = 5";
  assert.equal(await countRows(stock), 1);
});

test("changes do not expire while an import or a revert is in progress", async () => {
  await importOffer("LOCK-1", 5, "1.00");
  const runId = await importOffer("LOCK-1", 6, "1.00");
  await ageRun(runId, "400 days");
  await owner.client.query("begin");
  await owner.client.query("select pg_advisory_xact_lock(hashtextextended('catalog import', 0))");
  assert.equal(await expire("expire_offer_changes"), 0);
  assert.equal(await countChanges(runId), 1);
  await owner.client.query("commit");
  await expire("expire_offer_changes");
  assert.equal(await countChanges(runId), 0);
});

test("a revert that was started before the changes expired stops and changes nothing", async () => {
  const { db } = app.database;
  await importOffer("RACE-1", 5, "1.00");
  const runId = (await importOffer("RACE-1", 6, "1.00")) as RunId;
  const found = (await selectRun(db, runId)) ?? assert.fail();
  await ageRun(runId, "400 days");
  await expire("expire_offer_changes");
  const session = await db.openSession();
  const by = { startedBy: "test", isDry: false, now: app.clock.now };
  const reverted = await revertRun(db, session, requestRevert(found, by));
  await session.close();
  assert.deepEqual(
    [reverted.state, reverted.stops.map(({ code }) => code)],
    ["stopped", ["changes_expired"]],
  );
});

test("more changes than one statement deletes expire in steps", async () => {
  const runId = await importOffer("MANY-1", 5, "1.00");
  await importOffer("MANY-1", 6, "1.00");
  await owner.client.query(
    `insert into offer_changes select n, $1, 'updated', 1, 2, null
     from generate_series(1000000, 1010000) n`,
    [runId],
  );
  await ageRun(runId, "400 days");
  assert.equal(await expire("expire_offer_changes"), 10_001);
});

test("changes of a run are found alone, also where they fill the place of expired ones", async () => {
  const run = 2_000_000_000;
  const fill = (runId: number, count: number) =>
    owner.client.query(
      `insert into offer_changes select n, $1, 'updated', 1, 2, null
       from generate_series(1, $2::integer) n`,
      [runId, count],
    );
  await fill(run, 30_000);
  await owner.client.query("delete from offer_changes where run_id = $1 and offer_id % 2 = 0", [
    run,
  ]);
  await owner.client.query("vacuum offer_changes");
  await fill(run + 2, 15_000);
  await owner.client.query("vacuum analyze offer_changes");
  const find = `explain (analyze, format json) select from offer_changes where run_id = ${run + 1}`;
  const { Plan: plan } = (await owner.client.query(find)).rows[0]["QUERY PLAN"][0];
  assert.ok(plan["Shared Hit Blocks"] + plan["Shared Read Blocks"] < 20, JSON.stringify(plan));
  await owner.client.query("delete from offer_changes where run_id >= $1", [run]);
});

async function insertMail(state: string, age: string): Promise<string> {
  const mailId = newId();
  await owner.client.query(
    `insert into mails (mail_id, kind, recipient, subject, body, state, due_at, created_at, sent_at)
     values ($1, 'key issued', 'a@b.example', 's', 'b', $2, now(), now() - $3::interval,
       case when $2 = 'sent' then now() - $3::interval end)`,
    [mailId, state, age],
  );
  return mailId;
}

test("sent e-mails older than SENT_MAIL_DAYS are deleted, unsent ones are not", async () => {
  const old = await insertMail("sent", "365 days 1 minute");
  const young = await insertMail("sent", "365 days -1 minute");
  const unsent = await insertMail("kept", "4000 days");
  const requestId = newId();
  const { accountId, keyId } = await app.openAccount();
  await owner.client.query(
    `insert into key_requests
       (request_id, source, account_id, email, key_name, state, key_id, mail_id, due_at, created_at)
     values ($1, 'mail', $2, 'a@b.example', 'ERP', 'issued', $3, $4, now(), now())`,
    [requestId, accountId, keyId, old],
  );
  assert.equal(await expire("expire_sent_mails", { sentMailDays: 0 }), 0);
  assert.equal(await expire("expire_sent_mails"), 1);
  const left = await owner.client.query("select mail_id from mails where mail_id = any($1)", [
    [old, young, unsent],
  ]);
  assert.deepEqual(left.rows.map((row) => row.mail_id).sort(), [young, unsent].sort());
  const page = await admin.get(`/console/key-requests/${requestId}`);
  assert.equal(page.statusCode, 200);
  assert.match((await admin.get("/console/key-requests?view=sent")).body, new RegExp(requestId));
});

test("not even the service can delete changes of the last 30 days or e-mails of the last 7", async () => {
  const { db } = app.database;
  for (const text of ["select expire_offer_changes(29)", "select expire_sent_mails(6)"]) {
    await assert.rejects(runSql(db, text), /are kept for at least/);
  }
});

async function recordEvent(age: string): Promise<string> {
  const subjectId = newId();
  const event = { actor: shellActor, action: "revoked a key", subjectKind: "key", accountId: null };
  await app.database.db.transaction(async (tx) =>
    recordAuditEvent(tx, { ...event, subjectId, now: new Date() }),
  );
  await owner.client.query(
    `update audit_events set at = now() - $2::interval, event_id = uuidv7(-$2::interval)
     where subject_id = $1`,
    [subjectId, age],
  );
  return subjectId;
}

const hasEvent = async (subjectId: string): Promise<boolean> =>
  (await countRows("audit_events where subject_id = $1", [subjectId])) === 1;

test("audit events are kept until the owner of the schema sets a time and allows the service", async () => {
  const { db } = app.database;
  const old = await recordEvent("3000 days");
  const young = await recordEvent("2554 days");
  const call = { name: "", text: "select expire_audit_events()" };
  await assert.rejects(db.query(call), { code: "42501" });
  assert.equal(await expire("expire_audit_events"), 0);

  await owner.client.query("grant execute on function expire_audit_events() to partsdesk_service");
  await db.query(call);
  assert.ok(await hasEvent(old), "without a time nothing expires");
  await owner.client.query("insert into audit_retention (days) values (2555)");
  assert.match((await admin.get("/console/system")).body, /after 2,555 days/);
  assert.equal(await expire("expire_audit_events"), 1);
  assert.deepEqual([await hasEvent(old), await hasEvent(young)], [false, true]);
  for (const text of ["delete from audit_events", "update audit_retention set days = 30"]) {
    await assert.rejects(runSql(db, text), { code: "42501" });
  }

  await owner.client.query(
    "revoke execute on function expire_audit_events() from partsdesk_service",
  );
  await recordEvent("3000 days");
  assert.equal(await expire("expire_audit_events"), 0);
  assert.match((await admin.get("/console/system")).body, /kept forever/);
});
