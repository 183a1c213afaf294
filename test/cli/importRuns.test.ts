import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { test } from "node:test";
import { Client } from "pg";
import { shellActor } from "../../src/audit/actor.ts";
import { cancelRun, waitForRunEnd } from "../../src/imports/conductRun.ts";
import { importCatalog } from "../../src/imports/offers/importCatalog.ts";
import { RunCancelled, type RunId } from "../../src/imports/run.ts";
import { endAbandonedRuns, selectRuns } from "../../src/imports/runQueries.ts";
import { catalogHeader as header, importText, toRequest, toSource } from "../support/importText.ts";
import { runCommand } from "../support/runCommand.ts";
import { runSql } from "../support/runSql.ts";
import { renew } from "../support/share.ts";
import { openTestDatabase } from "../support/testDatabase.ts";

const database = renew(() => openTestDatabase(4));
const bolt = "B-1,BOLT,NE,EA,10,10.00,USD,Acme";

const run = (...args: string[]) => runCommand(database, args);

async function countOffers(): Promise<number> {
  const text = "select count(*)::integer as count from offers";
  const rows = await runSql<{ count: number }>(database.db, text);
  return rows[0]?.count ?? -1;
}

/** Runs an import that waits for a lock of another session during `work`. */
async function importWhileLocked(work: (runId: RunId) => Promise<void>): Promise<unknown> {
  const holder = new Client(database.address);
  await holder.connect();
  await holder.query("begin");
  await holder.query("select pg_advisory_xact_lock(hashtextextended('catalog import', 0))");
  const waiting = Promise.withResolvers<void>();
  const imported = importText(database.db, `${header}\n${bolt}\n`, {
    onProgress: ({ step }) => {
      if (step === "waiting") waiting.resolve();
    },
  }).catch((error: unknown) => error);
  try {
    await waiting.promise;
    const [found] = await selectRuns(database.db, 1);
    assert.ok(found);
    await work(found.runId);
  } finally {
    await holder.query("rollback");
    await holder.end();
  }
  return imported;
}

test("a running import is shown as running and stops when it is cancelled", async () => {
  const outcome = await importWhileLocked(async (runId) => {
    const shown = (await run("import", "show", String(runId), "--json")).json();
    assert.equal((shown as { state: string }).state, "running");
    const cancelled = await run("import", "cancel", String(runId));
    assert.equal(cancelled.exitCode, 0, cancelled.stderr);
    assert.equal(cancelled.stdout, `Run ${runId} is cancelled. Nothing changed.\n`);
    const text = "select action from audit_events where subject_kind = 'import'";
    assert.deepEqual(await runSql(database.db, text), []);
    const again = await run("import", "cancel", String(runId));
    assert.equal(again.exitCode, 0, "twice is once");
  });
  assert.ok(outcome instanceof RunCancelled);
  assert.equal(await countOffers(), 0);
  const once = await importText(database.db, `${header}\n${bolt}\n`);
  assert.deepEqual([once.state, once.created], ["committed", 1]);
});

test("a running import is not treated as interrupted", async () => {
  await importWhileLocked(async (runId) => {
    await endAbandonedRuns(database.db);
    const [found] = await selectRuns(database.db, 1);
    assert.deepEqual([found?.runId, found?.state], [runId, "running"]);
  });
  assert.equal(await countOffers(), 1);
});

async function cancel(runId: RunId): Promise<string> {
  await cancelRun(database.db, runId, { actor: shellActor, name: "test" }, new Date());
  return waitForRunEnd(database.db, runId);
}

test("the CLI lists, shows and reverts runs, and shows the history of a part", async () => {
  const imported = await importText(database.db, `${header}\n${bolt}\n`);
  const changed = await importText(database.db, `${header}\n${bolt.replace("BOLT", "SCREW")}\n`);
  const list = await run("import", "list");
  assert.match(list.stdout, /^run +kind +mode +state +started +file +counts$/m);
  const shown = await run("import", "show", String(imported.runId));
  assert.match(shown.stdout, /^Run \d+: catalog, merge, committed\.$/m);
  assert.match(shown.stdout, /^1 created, 0 updated/m);
  const history = await run("catalog", "history", "b-1");
  assert.match(history.stdout, /part_name: "BOLT" to "SCREW"/);
  const refused = await run("import", "revert", String(imported.runId));
  assert.equal(refused.exitCode, 6);
  assert.match(refused.stdout, new RegExp(`changed the same rows: run ${changed.runId} `));
  const undone = await run("import", "revert", String(changed.runId), "--json");
  assert.equal((undone.json() as { restored: number }).restored, 1);
  assert.equal((await run("import", "revert", String(changed.runId))).exitCode, 6);
  assert.equal((await run("import", "show", "999")).exitCode, 5);
  assert.equal((await run("import", "show", "x")).exitCode, 2);
  assert.equal((await run("catalog", "history", "NONE")).exitCode, 5);
});

test("changes can be read in order from any position", async () => {
  await importText(database.db, `${header}\n${bolt}\n`);
  const all = await run("catalog", "changes", "--since", "0");
  const lines = all.stdout.trim().split("\n");
  assert.equal(lines.length, 2);
  const { place } = JSON.parse(lines[1] ?? "{}") as { place: number };
  const rest = await run("catalog", "changes", "--since", String(place));
  assert.equal(rest.stdout, "");
  assert.equal((await run("catalog", "changes", "--since", "x")).exitCode, 2);
});

test("a stopped import ends with 6, a repeated file with 0, and --accept imports anyway", async () => {
  await importText(database.db, `${header}\n${bolt}\n`);
  const raised = `${header}\n${bolt.replace("10.00", "99.00")}\n`;
  const stopped = await runCommand(database, ["catalog", "import", "-"], {}, raised);
  assert.equal(stopped.exitCode, 6, stopped.stderr);
  assert.match(stopped.stdout, /would change by more than 50%/);
  const accept = ["catalog", "import", "-", "--accept", "new prices"];
  assert.equal((await runCommand(database, accept, {}, raised)).exitCode, 0);
});

test("a file from a pipe is identified by its hash after it has been read", async () => {
  const text = `${header}\n${bolt}\n`;
  const answer = await runCommand(database, ["catalog", "import", "-"], {}, text);
  assert.equal(answer.exitCode, 0, answer.stderr);
  const [found] = await selectRuns(database.db, 1);
  const sha256 = createHash("sha256").update(text).digest("hex");
  assert.deepEqual([found?.fileSha256, found?.fileBytes], [sha256, Buffer.byteLength(text)]);
});

test("a run that waits for its source can be cancelled", async () => {
  const started = Promise.withResolvers<void>();
  const never = new Promise<never>(() => undefined);
  async function* stalledRecords() {
    yield [{ line: 1, cells: header.split(",") }];
    started.resolve();
    await never;
  }
  const batches = stalledRecords();
  const file = { batches, portionRead: () => null, endsWithLineBreak: () => true };
  const session = await database.db.openSession();
  const request = toRequest("catalog");
  const imported = importCatalog(database.db, session, toSource(file), request).catch(
    (error: unknown) => error,
  );
  await started.promise;
  const [found] = await selectRuns(database.db, 1);
  assert.ok(found);
  assert.equal(await cancel(found.runId), "cancelled");
  assert.ok((await imported) instanceof RunCancelled);
});
