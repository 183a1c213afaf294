// A follower with a silent database, a full disk, or a thread that ends. The space that a replica
// leaves on the disk is checked before each step of fills and changes.
import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { mkdir, readdir, rmdir, stat } from "node:fs/promises";
import { join } from "node:path";
import { before, test } from "node:test";
import { setTimeout as delay } from "node:timers/promises";
import { Worker } from "node:worker_threads";
import { estimateFill } from "../../src/catalog/replica/fill/fillSpace.ts";
import { needOfWords } from "../../src/catalog/replica/freeSpace.ts";
import { readMonotonicMs } from "../../src/catalog/replica/monotonicClock.ts";
import { openReplica } from "../../src/catalog/replica/replica.ts";
import {
  lockReplicaFolder,
  prepareReplicaFolder,
  requestFill,
} from "../../src/catalog/replica/replicaFolder.ts";
import { selectOffersSize } from "../../src/catalog/replica/replicaQueries.ts";
import { openDatabase } from "../../src/db/openDatabase.ts";
import { openDatabaseProxy } from "../support/databaseProxy.ts";
import { countShown, createFollowedFolder } from "../support/followedFolder.ts";
import { insertOffer } from "../support/insertOffer.ts";
import { runSql } from "../support/runSql.ts";
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

const mib = 2 ** 20;
const reserve = 256 * mib;

before(async () => {
  const shelfLifeExpires = "2026-11-22";
  await insertOffer(database.db, { partNumber: "SPACE-1", shelfLifeExpires });
});

/** The disk becomes full when its space is read for the `read`th time. */
function fillDiskAt(read: number): void {
  let reads = 0;
  Object.defineProperty(followed.disk, "freeBytes", {
    configurable: true,
    get: () => (++reads >= read ? mib : Number.POSITIVE_INFINITY),
  });
}

/**
 * Follows with a disk that becomes full at its first check, its second, and so on. Returns what was
 * to be written at each, until none fails.
 */
async function listChecks(afterFailure: () => Promise<void> | void): Promise<string[]> {
  const found: string[] = [];
  for (;;) {
    fillDiskAt(found.length + 1);
    const failure = await followed.followOnce().catch((error: Error) => error.message);
    if (failure === undefined) return found;
    assert.match(failure, /^DATA_DIR has 1 MiB free\. .* Free \d+ MiB\.$/);
    found.push(/ MiB for (.+) and leaves/.exec(failure)?.[1] ?? "anything");
    await afterFailure();
  }
}

async function assertNoFile(): Promise<void> {
  const names = await readdir(followed.folder);
  assert.deepEqual(names, []);
}

const beginning = ["anything", "a new file", "rows", "fragments", "indexes"];

test("each step of a fill is checked, and a fill without space leaves no file", async () => {
  const steps = [...beginning, "words", "the list of words", "completion"];
  assert.deepEqual(await listChecks(assertNoFile), steps);
});

test("each step of a fill by two threads is checked", async () => {
  followed.fill.wordsAddress = database.address;
  const steps = [...beginning, "a copy of the words", "completion"];
  assert.deepEqual(await listChecks(assertNoFile), steps);
});

test("a change is checked before its words and before its commit", async (t) => {
  await followed.followOnce();
  const replica = followed.openReader(limitMs);
  t.after(() => replica.close());
  const known = countShown(replica);
  await insertOffer(database.db, { partNumber: "SPACE-2" });
  const checks = await listChecks(() => assert.equal(countShown(replica), known));
  assert.deepEqual(checks.slice(-2), ["changes of words", "anything"]);
  assert.equal(countShown(replica), known + 1);
});

test("ranks that midnight changes are checked before they are written", async () => {
  await followed.followOnce();
  followed.clock.now = new Date("2026-11-23T12:00:00Z");
  const checks = await listChecks(() => undefined);
  assert.equal(checks[1], "changes of words");
});

test("a fill that the disk has no space for is refused before it writes", async (t) => {
  await followed.followOnce();
  const replica = followed.openReader(limitMs);
  t.after(() => replica.close());
  const known = countShown(replica);
  const file = await followed.readCurrent();
  requestFill(followed.folder, "the test asked for it");
  followed.disk.freeBytes = reserve + mib;
  const follower = await followed.openOne();
  t.after(() => follower.close());
  await insertOffer(database.db, { partNumber: "SPACE-REQUESTED" });
  await follower.catchUp();
  const line = followed.lines.at(-1) ?? "";
  assert.match(line, /cannot be filled: DATA_DIR has 257 MiB free\./);
  assert.match(line, /The replica of the catalog needs 2 MiB for a new file and leaves 256 MiB/);
  assert.equal(await followed.readCurrent(), file);
  assert.equal(countShown(replica), known + 1, "the existing file is followed");
  const { length } = followed.lines;
  await follower.catchUp();
  assert.equal(followed.lines.length, length, "it is not yet tried again");
  followed.disk.freeBytes = Number.POSITIVE_INFINITY;
  followed.clock.monotonicMs += 500;
  await follower.catchUp();
  assert.notEqual(await followed.readCurrent(), file);
});

test("a first fill that the disk has no space for is refused", async (t) => {
  const empty = await createFollowedFolder(database.db);
  t.after(() => empty.close());
  empty.disk.freeBytes = reserve + mib;
  await assert.rejects(empty.followOnce(), /DATA_DIR has 257 MiB free\. .* for a new file and/);
  await assert.rejects(empty.readCurrent(), /ENOENT/);
});

test("versions of rows that are no longer seen need no space", async () => {
  const size = await selectOffersSize(database.db);
  await runSql(database.db, "update offers set updated_at = updated_at");
  assert.equal(await selectOffersSize(database.db), size);
  assert.ok(size > 0);
});

test("the need of a fill follows the file that it replaces, or the rows of a larger catalog", () => {
  const needs = [
    [100, 0],
    [100, 100],
    [100, 199],
  ].map(([rows = 0, file = 0]) => estimateFill(rows * mib, file * mib).bytes / mib);
  assert.deepEqual(needs, [401, 401, 401]);
  assert.equal(estimateFill(100 * mib, 240 * mib).bytes / mib, 361);
});

test("changes of words need space for each changed offer, at most that of the file", () => {
  const need = (changes: number): number => needOfWords(changes, 100 * mib).bytes;
  assert.deepEqual([need(2), need(2_000), need(100_000)], [24_576, 24_576_000, 100 * mib]);
});
