// A large catalog is filled by a process of its own.

import assert from "node:assert/strict";
import { fork } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { before, beforeEach, type TestContext, test } from "node:test";
import { setTimeout as delay } from "node:timers/promises";
import { compareReplica } from "../../src/catalog/replica/compareReplica.ts";
import { runFillProgram } from "../../src/catalog/replica/fill/runFillProgram.ts";
import { createFill } from "../../src/catalog/replica/followCatalog.ts";
import { awaitWaiting } from "../support/awaitLocks.ts";
import { createFollowedFolder } from "../support/followedFolder.ts";
import { insertOffer } from "../support/insertOffer.ts";
import { lacksProgram } from "../support/lacksProgram.ts";
import { runSql } from "../support/runSql.ts";
import { renew, share } from "../support/share.ts";
import { isRunning, listChildren } from "../support/systemProcesses.ts";
import { openTestDatabase } from "../support/testDatabase.ts";

const limitMs = 30_000;
/** Options of a test that lists processes. */
const listing = { timeout: limitMs, skip: lacksProgram("ps", "procps") };

const database = share(openTestDatabase);
const followed = renew(() => createFollowedFolder(database.db));
let path: string;
before(async () => {
  for (const place of [1, 2, 3]) await insertOffer(database.db, { partNumber: `PROCESS-${place}` });
});
beforeEach(async () => {
  path = join(followed.folder, "catalog.sqlite");
});

const rest = { now: new Date("2026-11-22T12:00:00Z"), rowBytes: 0, replacedBytes: 0 };
const noSignal = new AbortController().signal;

/** Keeps every fill waiting until the test ends. */
async function lockOffers(t: TestContext): Promise<void> {
  const holder = await database.db.openSession();
  t.after(() => holder.destroy());
  for (const text of ["begin", "lock table offers in access exclusive mode"]) {
    await runSql(holder, text);
  }
}

/** Waits until a process that `starter` has started fills; returns those that run. */
async function awaitFill(starter: number): Promise<number[]> {
  await awaitWaiting(database.db, "relation");
  return listChildren(starter);
}

test("a process fills a file equal to the database", { timeout: limitMs }, async (t) => {
  await runFillProgram({ address: database.address, path, ...rest }, noSignal);
  const session = await database.db.openSession();
  t.after(() => session.close());
  const { place: _place, ...found } = await compareReplica(session, path);
  const nothing = { missing: [], leftOver: [], different: [], misindexed: [], damage: [] };
  assert.deepEqual(found, { offers: 3, ...nothing });
});

test("why a process cannot fill is reported", { timeout: limitMs }, async () => {
  const address = { ...database.address, database: "none" };
  const filling = runFillProgram({ address, path, ...rest }, noSignal);
  await assert.rejects(filling, /"none" does not exist/);
});

test("a stop ends a fill in progress", listing, async (t) => {
  await lockOffers(t);
  const stop = new AbortController();
  const order = { address: database.address, path, ...rest };
  const rejected = assert.rejects(runFillProgram(order, stop.signal), { name: "AbortError" });
  const started = await awaitFill(process.pid);
  stop.abort();
  await rejected;
  assert.deepEqual(started.filter(isRunning), []);
});

test("a process that fills ends with the one that started it", listing, async (t) => {
  await lockOffers(t);
  const program = new URL("../support/fillStarter.ts", import.meta.url);
  const starter = fork(program, { serialization: "advanced" });
  starter.send({ address: database.address, path, ...rest });
  const [filling, ...others] = await awaitFill(starter.pid ?? 0);
  assert.ok(filling !== undefined && others.length === 0);
  starter.kill("SIGKILL");
  while (isRunning(filling)) await delay(20);
});

test("catalogs from 64 MiB on are filled in a process, and others in the thread", {
  timeout: limitMs,
}, async (t) => {
  const session = await database.db.openSession();
  t.after(() => session.destroy());
  // It ends processes only.
  const fill = createFill({ address: database.address, signal: AbortSignal.abort() });
  const options = {
    clock: () => rest.now,
    monotonicMs: () => 0,
    readFreeBytes: () => Number.POSITIVE_INFINITY,
    replacedBytes: 0,
  };
  const large = fill(session, path, { ...options, rowBytes: 2 ** 26 });
  await assert.rejects(large, { name: "AbortError" });
  await fill(session, path, { ...options, rowBytes: 2 ** 26 - 1 });
  assert.ok(existsSync(path));
});
