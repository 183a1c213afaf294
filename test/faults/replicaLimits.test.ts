// A replica on a full disk, the size of its journal, and who writes it when its writer is killed. A
// fault has hit if the disk was full, or if the killed writer was behind.
import assert from "node:assert/strict";
import { mkdtempSync, statSync } from "node:fs";
import { rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { after, before, test } from "node:test";
import { setTimeout as delay } from "node:timers/promises";
import { selectNewestPlace } from "../../src/catalog/changeQueries.ts";
import { type Follower, openFollower } from "../../src/catalog/replica/follower.ts";
import { readMonotonicMs } from "../../src/catalog/replica/monotonicClock.ts";
import { openReplica } from "../../src/catalog/replica/replica.ts";
import { logLimit } from "../../src/catalog/replica/replicaFile.ts";
import { findReplicaFolder } from "../../src/catalog/replica/replicaFolder.ts";
import { createHistory } from "../support/catalogHistory.ts";
import { countShown } from "../support/followedFolder.ts";
import { createRandom } from "../support/random.ts";
import { compareRows, currentPath } from "../support/replicaContents.ts";
import { startServed } from "../support/servedNode.ts";
import { lacksMount, mountDisk } from "../support/smallDisk.ts";
import { openTestDatabase, type TestDatabase } from "../support/testDatabase.ts";

const limitMs = 200_000;
const parts = 10_000;
const diskMib = 96;

let database: TestDatabase;
let importRows: (rows: number, replace: boolean) => Promise<void>;

before(async () => {
  database = await openTestDatabase();
  ({ importRows } = createHistory({ db: database.db, below: createRandom(5), parts }));
  await importRows(parts, false);
});
after(() => database.close());

const openReader = (folder: string) =>
  openReplica({ folder, maxAgeMs: limitMs, monotonicMs: readMonotonicMs });

const openOne = (folder: string) =>
  openFollower({
    folder,
    openSession: database.db.openSession,
    clock: () => new Date(),
    monotonicMs: readMonotonicMs,
    report: () => undefined,
    // As if the disk became full after the check.
    readFreeBytes: () => Number.POSITIVE_INFINITY,
    signal: new AbortController().signal,
  });

/** A fill that has failed is tried again after a few seconds. */
async function awaitCaughtUp(follower: Follower): Promise<void> {
  while ((await follower.catchUp().catch(() => "failed")) === "failed") await delay(100);
}

test("on a full disk fills and changes fail, and the existing file is read", {
  skip: lacksMount(),
  timeout: limitMs,
}, async (t) => {
  const folder = mountDisk(t, diskMib);
  const ballast = join(folder, "ballast");
  const fillDisk = () => writeFile(ballast, Buffer.alloc(diskMib * 2 ** 20)).catch(() => undefined);
  const follower = await openOne(folder);
  await fillDisk();
  await assert.rejects(follower.catchUp(), /full|ENOSPC/);
  await rm(ballast);
  await awaitCaughtUp(follower);
  const replica = openReader(folder);
  const known = countShown(replica);
  assert.equal(known, parts);
  await importRows(parts, false);
  await fillDisk();
  await assert.rejects(follower.catchUp(), /full|ENOSPC/);
  assert.equal(countShown(replica), known);
  await rm(ballast);
  await follower.catchUp();
  assert.deepEqual(await compareRows(database.db, { folder }), []);
  replica.close();
  await follower.close();
});

test("the journal is bounded, even after a reader has blocked its reuse", {
  timeout: limitMs,
}, async (t) => {
  const folder = mkdtempSync(join(tmpdir(), "partsdesk-journal-"));
  t.after(() => rm(folder, { recursive: true }));
  const follower = await openOne(folder);
  await follower.catchUp();
  const path = await currentPath({ folder });
  const journal = (): number => statSync(`${path}-wal`).size;
  const change = async (): Promise<number> => {
    await importRows(parts, false);
    await follower.catchUp();
    return journal();
  };
  const sizes = [await change(), await change(), await change()];
  const reader = new DatabaseSync(path, { readOnly: true });
  reader.exec("begin; select count(*) from offers");
  const kept = [await change(), await change(), await change(), await change()];
  reader.exec("commit");
  const ended = [await change(), await change()];
  reader.close();
  const show = (bytes: readonly number[]) => bytes.map((size) => Math.round(size / 2 ** 20));
  t.diagnostic(
    `MiB after each run of ${parts}: ${show(sizes)}; with a reader: ${show(kept)}; after it: ` +
      `${show(ended)}; the file: ${show([statSync(path).size])}`,
  );
  assert.ok((kept.at(-1) ?? 0) > (sizes.at(-1) ?? 0), "the reader kept nothing");
  assert.ok(Math.max(...sizes, ...ended) <= logLimit.bytes, "the journal was not emptied");
  await follower.close();
});

test("if the writer of a shared folder is killed, the other node takes over", {
  timeout: limitMs,
}, async (t) => {
  const dataDir = mkdtempSync(join(tmpdir(), "partsdesk-shared-"));
  t.after(() => rm(dataDir, { recursive: true }));
  const settings = { DATA_DIR: dataDir, LOG_LEVEL: "warn", WORKERS: "1" };
  const writer = await startServed(database, settings);
  const other = await startServed(database, settings);
  const folder = await findReplicaFolder(database.db, dataDir);
  const replica = openReader(folder);
  await importRows(parts, false);
  const place = await selectNewestPlace(database.db);
  await writer.end("SIGKILL");
  assert.ok((replica.status()?.place ?? 0) < place, "the fault did not hit");
  const killedMs = performance.now();
  assert.ok(await replica.reach(place, 30_000));
  const ms = Math.round(performance.now() - killedMs);
  t.diagnostic(`${ms} ms after the kill the other had written what was missing`);
  await importRows(10, false);
  assert.ok(await replica.reach(await selectNewestPlace(database.db), 30_000));
  assert.deepEqual(await compareRows(database.db, { folder }), []);
  replica.close();
  await other.end();
});
