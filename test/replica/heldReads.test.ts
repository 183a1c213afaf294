// Reads of one turn of the event loop share a transaction.
import assert from "node:assert/strict";
import { once } from "node:events";
import { statSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { afterEach, beforeEach, test } from "node:test";
import { setImmediate as nextTurn } from "node:timers/promises";
import { Worker } from "node:worker_threads";
import { openCurrentView } from "../../src/catalog/replica/read/replicaView.ts";
import type { Replica } from "../../src/catalog/replica/replica.ts";
import { logLimit } from "../../src/catalog/replica/replicaFile.ts";
import { countShown, createFollowedFolder } from "../support/followedFolder.ts";
import { insertOffer } from "../support/insertOffer.ts";
import { runSql } from "../support/runSql.ts";
import { renew, share } from "../support/share.ts";
import { openTestDatabase } from "../support/testDatabase.ts";

const minuteMs = 60_000;

const database = share(openTestDatabase);
const followed = renew(() => createFollowedFolder(database.db));
let replica: Replica;
let file: DatabaseSync;

beforeEach(async () => {
  await runSql(database.db, "delete from offers");
  await insertOffer(database.db, { partNumber: "HELD-1" });
  await insertOffer(database.db, { partNumber: "HELD-2" });
  await followed.followOnce();
  replica = followed.openReader(minuteMs);
  file = new DatabaseSync(join(followed.folder, await followed.readCurrent()));
});
afterEach(async () => {
  replica.close();
  file.close();
});

/** Changes the file as the follower does, which has a thread of its own. */
function deleteOne(): void {
  file.exec("delete from offers where part_number_key = 'HELD-1'");
  file.exec("update state set place = place + 1");
}

/** The frames that readers keep in the log of changes. */
function countKeptFrames(): number {
  const { log, checkpointed } = file.prepare("pragma wal_checkpoint(passive)").get() as {
    log: number;
    checkpointed: number;
  };
  return log - checkpointed;
}

test("the reads of a turn see one state, and those of the next turn the newest", async () => {
  assert.equal(countShown(replica), 2);
  deleteOne();
  assert.equal(countShown(replica), 2, "the same turn");
  await Promise.resolve();
  assert.equal(countShown(replica), 2, "still the same turn");
  await nextTurn();
  assert.equal(countShown(replica), 1);
});

test("in a long turn, the state is at most ten milliseconds old", () => {
  assert.equal(countShown(replica), 2);
  deleteOne();
  followed.clock.monotonicMs += 9;
  assert.equal(countShown(replica), 2);
  followed.clock.monotonicMs += 1;
  assert.equal(countShown(replica), 1);
});

test("asking for the place shows the newest, as does the next read", async () => {
  const place = (replica.status()?.place ?? 0) + 1;
  deleteOne();
  assert.equal(replica.status()?.place, place);
  assert.equal(countShown(replica), 1);
  deleteOne();
  assert.equal(await replica.reach(place + 1, 0), true);
});

test("a read that fails ends its transaction, and the end of a turn those of others", async () => {
  const fail = () => {
    throw new Error("a mistake of the caller");
  };
  assert.throws(() => replica.read(fail), /a mistake of the caller/);
  deleteOne();
  assert.equal(countKeptFrames(), 0);
  deleteOne();
  assert.equal(countShown(replica), 1);
  deleteOne();
  assert.notEqual(countKeptFrames(), 0, "this turn keeps the state that it reads");
  await nextTurn();
  assert.equal(countKeptFrames(), 0);
});

test("a read within a read is refused, and the outer one goes on", () => {
  const refused = /must not contain another/;
  const offers = replica.read((view) => {
    assert.throws(() => countShown(replica), refused);
    assert.throws(() => replica.status(), refused);
    return view.rows("select offer_id from offers").length;
  });
  assert.equal(offers, countShown(replica));
});

test("if a transaction shows no state, it ends", (t) => {
  const view = openCurrentView(followed.folder);
  assert.ok(view);
  t.after(() => view.close());
  file.exec("create table kept as select * from state; delete from state");
  assert.throws(() => view.begin(), TypeError);
  file.exec("insert into state select * from kept");
  assert.equal(countKeptFrames(), 0);
  view.begin();
});

/** Reads as a busy thread does: one transaction of `lastsMs` after the other. */
const busyReader = `
  const { DatabaseSync } = require("node:sqlite");
  const { parentPort, workerData: { path, ended, lastsMs } } = require("node:worker_threads");
  const file = new DatabaseSync(path, { readOnly: true });
  const select = file.prepare("select place from state");
  for (let reads = 0; Atomics.load(ended, 0) === 0; reads += 1) {
    file.exec("begin");
    select.get();
    if (reads === 0) parentPort.postMessage("reading");
    Atomics.wait(ended, 0, 0, lastsMs);
    file.exec("commit");
  }
  file.close();`;

/** Makes the log `bytes` long, then follows a change while busy threads read. */
async function followLongLog(bytes: number, readersMs: readonly number[]): Promise<number> {
  const path = join(followed.folder, await followed.readCurrent());
  const ended = new Int32Array(new SharedArrayBuffer(4));
  const readers: Worker[] = [];
  try {
    for (const lastsMs of readersMs) {
      const reader = new Worker(busyReader, { eval: true, workerData: { path, ended, lastsMs } });
      readers.push(reader);
      await once(reader, "message");
    }
    file.exec(`pragma wal_autocheckpoint = 0; create table filler (bytes blob);
      insert into filler values (zeroblob(${bytes}))`);
    assert.ok(statSync(`${path}-wal`).size > bytes);
    const shown = countShown(replica);
    await insertOffer(database.db, { partNumber: `HELD-${bytes}` });
    await followed.followOnce();
    await nextTurn();
    assert.equal(countShown(replica), shown + 1);
    return statSync(`${path}-wal`).size;
  } finally {
    Atomics.store(ended, 0, 1);
    await Promise.all(readers.map((reader) => once(reader, "exit")));
  }
}

test("a long log of changes is emptied although readers are busy", async () => {
  assert.ok((await followLongLog(logLimit.bytes, [5, 5])) <= logLimit.bytes);
});

test("a very long log of changes is emptied although long lookups overlap", async () => {
  assert.ok((await followLongLog(8 * logLimit.bytes, [300, 400, 500])) <= logLimit.bytes);
});
