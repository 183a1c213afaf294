// A follower with a silent database, a full disk, or a thread that ends.
import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { mkdir, readdir, rmdir, stat } from "node:fs/promises";
import { join } from "node:path";
import { before, test } from "node:test";
import { setTimeout as delay } from "node:timers/promises";
import { Worker } from "node:worker_threads";
import { readMonotonicMs } from "../../src/catalog/replica/monotonicClock.ts";
import { openReplica } from "../../src/catalog/replica/replica.ts";
import {
  lockReplicaFolder,
  prepareReplicaFolder,
  requestFill,
} from "../../src/catalog/replica/replicaFolder.ts";
import { openDatabase } from "../../src/db/openDatabase.ts";
import { openDatabaseProxy } from "../support/databaseProxy.ts";
import { countShown, createFollowedFolder } from "../support/followedFolder.ts";
import { insertOffer } from "../support/insertOffer.ts";
import { renew, share } from "../support/share.ts";
import { openTestDatabase } from "../support/testDatabase.ts";

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
  const db = openDatabase({
    address: proxy.address,
    poolSize: 1,
    applicationName: "partsdesk test",
    onIdleError: () => undefined,
  });
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

test("changes are rolled back if the disk becomes full while they are applied", async (t) => {
  await followed.followOnce();
  const replica = followed.openReader(limitMs);
  t.after(() => replica.close());
  const known = countShown(replica);
  await insertOffer(database.db, { partNumber: "FAIL-3" });
  let asked = 0;
  Object.defineProperty(followed.disk, "freeBytes", {
    get: () => (++asked > 1 ? 2 ** 20 : Number.POSITIVE_INFINITY),
  });
  await assert.rejects(followed.followOnce(), /DATA_DIR has 1 MiB free/);
  assert.equal(asked, 2);
  assert.equal(countShown(replica), known);
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
