// A large catalog is filled by a process of its own (decision 273).
import assert from "node:assert/strict";
import { fork } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { after, afterEach, before, beforeEach, type TestContext, test } from "node:test";
import { setTimeout as delay } from "node:timers/promises";
import { compareReplica } from "../../src/catalog/replica/compareReplica.ts";
import { runFillProgram } from "../../src/catalog/replica/fill/runFillProgram.ts";
import { createFollowedFolder, type FollowedFolder } from "../support/followedFolder.ts";
import { insertOffer } from "../support/insertOffer.ts";
import { openTestDatabase, type TestDatabase } from "../support/testDatabase.ts";

const limitMs = 30_000;

let database: TestDatabase;
let followed: FollowedFolder;
let path: string;
before(async () => {
  database = await openTestDatabase();
  for (const place of [1, 2, 3]) await insertOffer(database.db, { partNumber: `PROCESS-${place}` });
});
beforeEach(async () => {
  followed = await createFollowedFolder(database.db);
  path = join(followed.folder, "catalog.sqlite");
});
afterEach(() => followed.remove());
after(() => database.close());

const rest = { now: new Date("2026-11-22T12:00:00Z"), rowBytes: 0, replacedBytes: 0 };
const noSignal = new AbortController().signal;

/** The first process that the main thread of a process has started and that has not ended. */
function findStarted(id: number): number {
  return Number.parseInt(readFileSync(`/proc/${id}/task/${id}/children`, "utf8"), 10);
}

/** Keeps every fill waiting until the test ends. */
async function lockOffers(t: TestContext): Promise<void> {
  const holder = await database.db.openSession();
  t.after(() => holder.destroy());
  for (const text of ["begin", "lock table offers in access exclusive mode"]) {
    await holder.query({ name: "", text });
  }
}

async function waitForFill(): Promise<void> {
  const text = `select pid from pg_locks
    where relation = 'offers'::regclass and not granted`;
  for (;;) {
    if ((await database.db.query({ name: "", text })).length > 0) return;
    await delay(20);
  }
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

test("a stop ends a fill in progress", { timeout: limitMs }, async (t) => {
  await lockOffers(t);
  const stop = new AbortController();
  const filling = runFillProgram({ address: database.address, path, ...rest }, stop.signal);
  const rejected = assert.rejects(filling, { name: "AbortError" });
  await waitForFill();
  stop.abort();
  await rejected;
});

test("a process that fills ends with the one that started it", { timeout: limitMs }, async (t) => {
  await lockOffers(t);
  const program = new URL("../support/fillStarter.ts", import.meta.url);
  const starter = fork(program, { serialization: "advanced" });
  starter.send({ address: database.address, path, ...rest });
  await waitForFill();
  const filling = findStarted(starter.pid ?? 0);
  assert.ok(filling > 1);
  starter.kill("SIGKILL");
  await once(starter, "exit");
  for (;;) {
    try {
      process.kill(filling, 0);
    } catch (error) {
      assert.equal((error as NodeJS.ErrnoException).code, "ESRCH");
      return;
    }
    await delay(20);
  }
});
