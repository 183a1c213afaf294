// A follower with a silent database, a full disk, or a thread that ends. The space that a replica
// leaves on the disk is checked between the steps of fills and changes.
import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { mkdir, readdir, rmdir, stat } from "node:fs/promises";
import { join } from "node:path";
import { before, test } from "node:test";
import { setTimeout as delay } from "node:timers/promises";
import { Worker } from "node:worker_threads";
import { fillAgainMs } from "../../src/catalog/replica/follower.ts";
import { readMonotonicMs } from "../../src/catalog/replica/monotonicClock.ts";
import { openReplica } from "../../src/catalog/replica/replica.ts";
import {
  lockReplicaFolder,
  prepareReplicaFolder,
  requestFill,
} from "../../src/catalog/replica/replicaFolder.ts";
import { openDatabaseProxy } from "../support/databaseProxy.ts";
import { countShown, createFollowedFolder } from "../support/followedFolder.ts";
import { insertOffer } from "../support/insertOffer.ts";
import { renew, share } from "../support/share.ts";
import { openPool, openTestDatabase } from "../support/testDatabase.ts";

const limitMs = 60_000;
const selectFail4 = "select offer_id from offers where part_number_key = 'FAIL-4'";

const database = share(openTestDatabase);
const followed = renew(() => createFollowedFolder(database.db));

before(async () => {
  await insertOffer(database.db, { partNumber: "FAIL-1" });
});

test("a silent database is disconnected, and followed again when it responds", {
  timeout: limitMs,
}, async (t) => {
  const proxy = await openDatabaseProxy(database.address);
  const db = openPool(proxy.address, 1);
  const silent = await createFollowedFolder(db);
  t.after(async () => {
    await db.close();
    await proxy.close();
    await silent.close();
  });
  const follower = await silent.openOne();
  await follower.catchUp();
  const replica = silent.openReader(limitMs);
  const shown = countShown(replica);
  proxy.hang();
  await assert.rejects(follower.catchUp());
  proxy.restore();
  await insertOffer(database.db, { partNumber: "FAIL-2" });
  await follower.catchUp();
  assert.equal(countShown(replica), shown + 1);
  replica.close();
  await follower.close();
});

test("a first fill that loses its connection is tried again on a new one", async (t) => {
  let opened = 0;
  const losing = await createFollowedFolder({
    async openSession() {
      const session = await database.db.openSession();
      opened += 1;
      if (opened > 1) return session;
      return {
        ...session,
        query(statement) {
          if (statement.name === "select_condition_ranks") session.destroy();
          return session.query(statement);
        },
      };
    },
  });
  t.after(() => losing.close());
  const follower = await losing.openOne();
  t.after(() => follower.close());
  await assert.rejects(follower.catchUp(), /terminated|not queryable/);
  losing.clock.monotonicMs += fillAgainMs;
  await follower.catchUp();
  assert.equal(opened, 2);
});

test("a follower continues after a failure between two files", async (t) => {
  const follower = await followed.openOne();
  t.after(() => follower.close());
  await follower.catchUp();
  const undeletable = join(followed.folder, `catalog-${randomUUID()}.sqlite`);
  await mkdir(undeletable);
  requestFill(followed.folder, "the test asked for it");
  await assert.rejects(follower.catchUp(), /directory/i);
  await rmdir(undeletable);
  await insertOffer(database.db, { partNumber: "FAIL-4" });
  await follower.catchUp();
  await follower.catchUp();
  const replica = followed.openReader(limitMs);
  t.after(() => replica.close());
  assert.equal(replica.read((view) => view.all(selectFail4)).length, 1);
});

test("a killed thread releases its lock, and only the owner can read the files", {
  timeout: limitMs,
}, async () => {
  const { folder } = followed;
  await prepareReplicaFolder(folder);
  const file = new URL("../../src/jobs/followerThread.ts", import.meta.url);
  const thread = new Worker(file, { workerData: { folder, address: database.address } });
  const replica = openReplica({ folder, maxAgeMs: limitMs, monotonicMs: readMonotonicMs });
  while (replica.status() === undefined) await delay(5);
  replica.close();
  assert.equal(lockReplicaFolder(folder), undefined);
  await thread.terminate();
  const lock = lockReplicaFolder(folder);
  assert.ok(lock);
  requestFill(folder, "the test asked for it");
  for (const name of await readdir(folder)) {
    assert.equal((await stat(join(folder, name))).mode & 0o777, 0o600, name);
  }
  lock.release();
});

const mib = 2 ** 20;
const reserve = 256 * mib;

/** The disk becomes full when its space is read for the `read`th time. */
function fillDiskAt(read: number): void {
  let reads = 0;
  Object.defineProperty(followed.disk, "freeBytes", {
    configurable: true,
    get: () => (++reads >= read ? reserve - 1 : reserve),
  });
}

/**
 * Follows with a disk that becomes full at its first check, its second, and so on, until none fails.
 * Returns how many there are.
 */
async function countChecks(afterFailure: () => Promise<void> | void): Promise<number> {
  for (let checks = 0; ; checks += 1) {
    fillDiskAt(checks + 1);
    const failure = await followed.followOnce().catch((error: Error) => error.message);
    if (failure === undefined) return checks;
    assert.match(failure, /^DATA_DIR has 255 MiB free\. The replica .* leaves 256 MiB/);
    await afterFailure();
  }
}

test("a fill without space is ended between its steps and leaves no file", async () => {
  const checks = await countChecks(async () => {
    assert.deepEqual(await readdir(followed.folder), []);
  });
  assert.ok(checks >= 4, `${checks} checks`);
});

test("a change without space is rolled back", async (t) => {
  await followed.followOnce();
  const replica = followed.openReader(limitMs);
  t.after(() => replica.close());
  const known = countShown(replica);
  await insertOffer(database.db, { partNumber: "SPACE-2" });
  const checks = await countChecks(() => assert.equal(countShown(replica), known));
  assert.ok(checks >= 3, `${checks} checks`);
  assert.equal(countShown(replica), known + 1);
});

test("while a file cannot be replaced, it is followed", async (t) => {
  await followed.followOnce();
  const replica = followed.openReader(limitMs);
  t.after(() => replica.close());
  const known = countShown(replica);
  const file = await followed.readCurrent();
  const obstacle = join(followed.folder, "current.new");
  await mkdir(obstacle);
  requestFill(followed.folder, "the test asked for it");
  const follower = await followed.openOne();
  t.after(() => follower.close());
  await insertOffer(database.db, { partNumber: "SPACE-REQUESTED" });
  await assert.rejects(follower.catchUp(), /EISDIR/);
  assert.equal(countShown(replica), known + 1);
  const { length } = followed.lines;
  await rmdir(obstacle);
  await insertOffer(database.db, { partNumber: "SPACE-REQUESTED-2" });
  await assert.rejects(follower.catchUp(), /EISDIR/);
  assert.equal(followed.lines.length, length, "it is not yet tried again");
  assert.equal(await followed.readCurrent(), file);
  assert.equal(countShown(replica), known + 2);
  followed.clock.monotonicMs += fillAgainMs;
  await follower.catchUp();
  assert.notEqual(await followed.readCurrent(), file);
});
