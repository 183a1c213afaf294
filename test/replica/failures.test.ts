// A follower with a silent database, a full disk, or a thread that ends.
import assert from "node:assert/strict";
import { readdir, stat } from "node:fs/promises";
import { join } from "node:path";
import { after, afterEach, before, beforeEach, test } from "node:test";
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
import {
  countShown,
  createFollowedFolder,
  type FollowedFolder,
} from "../support/followedFolder.ts";
import { insertOffer } from "../support/insertOffer.ts";
import { openTestDatabase, type TestDatabase } from "../support/testDatabase.ts";

const limitMs = 60_000;

let database: TestDatabase;
let followed: FollowedFolder;

before(async () => {
  database = await openTestDatabase();
  await insertOffer(database.db, { partNumber: "FAIL-1" });
});
after(() => database.close());

beforeEach(async () => {
  followed = await createFollowedFolder(database.db);
});
afterEach(() => followed.remove());

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
    await silent.remove();
  });
  const follower = await silent.openOne();
  await follower.catchUp();
  proxy.hang();
  await assert.rejects(follower.catchUp());
  proxy.restore();
  await insertOffer(database.db, { partNumber: "FAIL-2" });
  await follower.catchUp();
  const replica = silent.openReader(limitMs);
  assert.equal(countShown(replica), 2);
  replica.close();
  await follower.close();
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
  await assert.rejects(followed.followOnce(), /DATA_DIR has 1 MiB left/);
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
