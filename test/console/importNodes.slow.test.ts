// Imports by several nodes on one database: any node can continue with an uploaded file or cancel a
// run, and a run whose node is gone is shown as interrupted.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { Client } from "pg";
import type { RunId } from "../../src/imports/run.ts";
import { endAbandonedRuns, selectRun } from "../../src/imports/runQueries.ts";
import { expectTexts } from "../support/expectAnswer.ts";
import {
  catalogHeader,
  checkSent,
  endOfRun,
  endOfRunAt,
  locationOf,
  sendImport,
  uploadForm,
} from "../support/sendImport.ts";
import { startServed } from "../support/servedNode.ts";
import { openTestApp, type TestApp } from "../support/testApp.ts";
import { openTestDatabase, type TestDatabase } from "../support/testDatabase.ts";
import { openOperator, type TestOperator } from "../support/testOperator.ts";

let database: TestDatabase;
let one: TestApp;
let other: TestApp;
let admin: TestOperator;
let otherAdmin: TestOperator;

before(async () => {
  database = await openTestDatabase();
  one = await openTestApp({ publicUrl: "https://parts.example" }, database);
  other = await openTestApp({ publicUrl: "https://parts.example" }, database);
  admin = await openOperator(one);
  otherAdmin = await openOperator(other);
});

after(async () => {
  await other.server.close();
  await one.close();
});

const text = (part: string) => `${catalogHeader}\n${part},BOLT,NE,EA,10,10.00,USD,Acme\n`;

/** Holds the lock that every catalog import needs while `work` runs. */
async function withImportsLocked(work: () => Promise<void>): Promise<void> {
  const holder = new Client(database.address);
  await holder.connect();
  await holder.query("begin");
  await holder.query("select pg_advisory_xact_lock(hashtextextended('catalog import', 0))");
  try {
    await work();
  } finally {
    await holder.query("rollback");
    await holder.end();
  }
}

async function waitUntilQueued(runId: RunId): Promise<void> {
  for (;;) {
    const run = await selectRun(one.database.db, runId);
    assert.equal(run?.state, "running");
    if (run?.progress?.step === "waiting") return;
  }
}

const numberOf = (address: string) => Number(address.split("/").at(-1)) as RunId;

test("a file uploaded to one node can be shown, checked and committed by another", async () => {
  const sent = await sendImport(one, admin, text("T-1"));
  assert.match((await otherAdmin.get(locationOf(sent))).body, /offers\.csv/);
  const checked = await checkSent(other, otherAdmin, sent);
  assert.equal(checked.state, "previewed");
  const started = await admin.post(`/console/imports/${checked.runId}/commit`);
  assert.equal((await endOfRun(one, started)).state, "committed");
});

test("another node shows a running import and can cancel it", async () => {
  const sent = await sendImport(one, admin, text("C-1"));
  await withImportsLocked(async () => {
    const address = locationOf(await admin.post(`${locationOf(sent)}/check`, { version: "1" }));
    await waitUntilQueued(numberOf(address));
    const shown = await otherAdmin.get(address);
    expectTexts(shown.body, /waiting for another import/, /data-refresh="1"/);
    const listed = await otherAdmin.get("/console/imports?state=running");
    assert.ok(listed.body.includes(`href="${address}"`));
    const cancelled = await otherAdmin.post(`${address}/cancel`);
    assert.equal((await endOfRun(other, cancelled)).state, "cancelled");
    const ended = await admin.get(address);
    assert.match(ended.body, /Run cancelled\. Nothing changed/);
    assert.equal(ended.body.includes("data-refresh"), false);
  });
  const again = await checkSent(one, admin, sent);
  assert.equal(again.state, "previewed");
});

test("a node runs at most three imports at a time and refuses the fourth with 429", async () => {
  const sent = await sendImport(one, admin, text("M-1"));
  await withImportsLocked(async () => {
    const addresses: string[] = [];
    for (let started = 0; started < 3; started += 1) {
      addresses.push(locationOf(await admin.post(`${locationOf(sent)}/check`, { version: "1" })));
    }
    const typed = { version: "2", "fixed-status": "ON_HOLD", as_of: "2026-11-21T22:00:00Z" };
    const busy = await admin.post(`${locationOf(sent)}/check`, typed);
    assert.deepEqual([busy.statusCode, busy.headers["retry-after"]], [429, "10"]);
    assert.match(busy.body, /Too many imports are running/);
    assert.match(busy.body, /value="ON_HOLD"/);
    assert.match(busy.body, /value="2026-11-21T22:00:00Z"/);
    const [, version = ""] = /name="version" value="(\d+)"/.exec(busy.body) ?? [];
    const other = { ...typed, version, "fixed-status": "ACTIVE" };
    const free = await otherAdmin.post(`${locationOf(sent)}/check`, other);
    for (const address of [...addresses, locationOf(free)]) {
      const cancelled = await admin.post(`${address}/cancel`);
      assert.equal((await endOfRun(one, cancelled)).state, "cancelled");
    }
  });
});

test("a run whose node was killed is immediately shown as interrupted, and its file can be imported again", {
  timeout: 60_000,
}, async (t) => {
  const node = await startServed(database, { PUBLIC_URL: "https://parts.example" });
  const post = (path: string, body: string | Uint8Array<ArrayBuffer>, type: string) =>
    fetch(`${node.url}${path}`, {
      method: "POST",
      redirect: "manual",
      headers: { cookie: admin.cookie, "content-type": type },
      body,
    });
  const { type, payload } = uploadForm({ kind: "catalog" }, "killed.csv", text("K-1"));
  t.after(() => node.child.kill("SIGKILL"));
  const sent = await post("/console/imports/new", new Uint8Array(payload), type);
  assert.match(sent.headers.get("location") ?? "", /^\/console\/imports\/files\//);
  const file = sent.headers.get("location") ?? "";
  await withImportsLocked(async () => {
    const form = "application/x-www-form-urlencoded";
    const checked = await post(`${file}/check`, "version=1", form);
    const address = checked.headers.get("location") ?? "";
    await waitUntilQueued(numberOf(address));
    await node.end("SIGKILL");
    await endOfRunAt(one, address);
    const shown = await admin.get(address);
    assert.match(shown.body, /The run was interrupted\. Nothing changed/);
    assert.match(shown.body, /The file is still stored/);
    await endAbandonedRuns(one.database.db);
    assert.equal((await selectRun(one.database.db, numberOf(address)))?.state, "interrupted");
  });
  const again = await endOfRun(one, await admin.post(`${file}/check`, { version: "1" }));
  assert.equal(again.state, "previewed");
});

test("a node that stops interrupts its runs, and they change nothing", async () => {
  const third = await openTestApp({ publicUrl: "https://parts.example" }, database);
  const operator = await openOperator(third);
  const sent = await sendImport(third, operator, text("S-1"));
  await withImportsLocked(async () => {
    const address = locationOf(await operator.post(`${locationOf(sent)}/check`, { version: "1" }));
    await waitUntilQueued(numberOf(address));
    await third.server.close();
    await endOfRunAt(one, address);
    assert.match((await admin.get(address)).body, /run was interrupted/);
  });
});
