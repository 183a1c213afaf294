// Files that are damaged, deleted or replaced, requests to rebuild them, and their readers.
import assert from "node:assert/strict";
import fs, { existsSync, readdirSync, readlinkSync } from "node:fs";
import { chmod, chown, copyFile, mkdir, open, rm, rmdir, stat, writeFile } from "node:fs/promises";
import { syncBuiltinESMExports } from "node:module";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { afterEach, beforeEach, test } from "node:test";
import { FillError, fillAgainMs } from "../../src/catalog/replica/follower.ts";
import type { Replica } from "../../src/catalog/replica/replica.ts";
import { createLongReads } from "../../src/catalog/replica/replica.ts";
import {
  endFillRequest,
  readFillRequest,
  requestFill,
} from "../../src/catalog/replica/replicaFolder.ts";
import { UnavailableError } from "../../src/db/databaseErrors.ts";
import { createReadiness } from "../../src/server/workers/createReadiness.ts";
import { countShown, createFollowedFolder } from "../support/followedFolder.ts";
import { insertOffer } from "../support/insertOffer.ts";
import { fileFaults } from "../support/replicaFaults.ts";
import { runSql } from "../support/runSql.ts";
import { renew, share } from "../support/share.ts";
import { openTestDatabase } from "../support/testDatabase.ts";

const minuteMs = 60_000;

const database = share(openTestDatabase);
const followed = renew(() => createFollowedFolder(database.db));
let replica: Replica;
beforeEach(async () => {
  await runSql(database.db, "delete from offers");
  await insertOffer(database.db, { partNumber: "DAMAGE-1" });
  await followed.followOnce();
  replica = followed.openReader(minuteMs);
});
afterEach(() => replica.close());

/** Overwrites all but the first page, which a reader that is open has read. */
async function damage(): Promise<void> {
  const path = join(followed.folder, await followed.readCurrent());
  const database = new DatabaseSync(path);
  database.exec("pragma wal_checkpoint(truncate)");
  database.close();
  const { size } = await stat(path);
  const keptBytes = 4_096;
  const file = await open(path, "r+");
  await file.write(Buffer.alloc(size - keptBytes, 0xff), 0, size - keptBytes, keptBytes);
  await file.close();
}

test("a damaged file has no status and no place, and is rebuilt", async () => {
  assert.ok(replica.status());
  await damage();
  assert.equal(replica.status(), undefined);
  assert.match(readFillRequest(followed.folder) ?? "", /a reader found it damaged/);
  assert.equal(await replica.reach(0, 0), false);
  await followed.followOnce();
  assert.ok(replica.status());
  assert.equal(await replica.reach(0, 0), true);
});

test("whatever happens to its files, a replica is filled again at the next round", async (t) => {
  const follower = await followed.openOne();
  t.after(() => follower.close());
  for (const { name, hit } of fileFaults) {
    // Without a fault, changes keep the file.
    const file = await followed.readCurrent();
    await runSql(database.db, "update offers set received = received + 1");
    await follower.catchUp();
    assert.equal(await followed.readCurrent(), file);
    await hit(followed.folder);
    await follower.catchUp();
    assert.notEqual(await followed.readCurrent(), file, name);
    assert.match(followed.lines.at(-1) ?? "", /another program has changed/);
    assert.equal(countShown(replica), 1, name);
  }
});

test("a damaged file is unavailable even if its rebuild cannot be requested", async () => {
  assert.equal(countShown(replica), 1);
  await damage();
  const inTheWay = join(followed.folder, "fill");
  await mkdir(inTheWay);
  assert.throws(
    () => countShown(replica),
    (error) => error instanceof UnavailableError && /EISDIR/.test(error.message),
  );
  await rmdir(inTheWay);
});

test("a reader finds the file that replaces the one whose name it has just read", async (t) => {
  const deleted = await followed.readCurrent();
  requestFill(followed.folder, "the test asked for it");
  await followed.followOnce();
  const read = fs.readFileSync;
  const early = t.mock.method(fs, "readFileSync", ((path: string, encoding: "utf8") => {
    const isEarly = path.endsWith("current") && early.mock.callCount() === 0;
    return isEarly ? deleted : read(path, encoding);
  }) as typeof fs.readFileSync);
  syncBuiltinESMExports();
  try {
    assert.equal(countShown(replica), 1);
  } finally {
    early.mock.restore();
    syncBuiltinESMExports();
  }
});

const nobody = 65_534;

test("a request that the service may not read is one, and the service deletes it", async () => {
  const { folder } = followed;
  requestFill(folder, "the test asked for it");
  await chmod(join(folder, "fill"), 0);
  const isRoot = process.geteuid?.() === 0;
  await chown(folder, isRoot ? nobody : -1, -1);
  if (isRoot) process.seteuid?.(nobody);
  try {
    assert.match(readFillRequest(folder) ?? "", /cannot be read \(EACCES\)/);
    await endFillRequest(folder);
    assert.equal(readFillRequest(folder), undefined);
  } finally {
    if (isRoot) process.seteuid?.(0);
  }
});

test("a node whose keys are refused is not ready, however old its catalog may be", async () => {
  let keysMs = minuteMs;
  const ready = createReadiness(database.db, replica, { ageMs: () => keysMs }, 600);
  assert.equal(await ready(), null);
  keysMs += 1;
  assert.equal(await ready(), "the database does not respond");
});

test("a file that was found damaged is not followed again", async (t) => {
  const { folder, lines } = followed;
  const follower = await followed.openOne();
  t.after(() => follower.close());
  const name = await followed.readCurrent();
  const file = new DatabaseSync(join(folder, name), { defensive: false });
  t.after(() => file.close());
  file.exec("pragma writable_schema = on");
  const write = file.prepare("update words_data set block = ? where id = ?");
  const select = file.prepare("select id, block from words_data where id in (1, 10)");
  const blocks = select.all() as { id: number; block: Uint8Array }[];
  assert.equal(blocks.length, 2);
  for (const { id } of blocks) write.run(new Uint8Array([0xff]), id);
  await insertOffer(database.db, { partNumber: "DAMAGE-2" });
  const obstacle = join(folder, "current.new");
  await mkdir(obstacle);
  await assert.rejects(follower.catchUp(), FillError);
  assert.match(lines.at(-1) ?? "", /it is damaged/);
  replica.status();
  assert.throws(() => countShown(replica), UnavailableError);
  for (const { id, block } of blocks) write.run(block, id);
  await assert.rejects(follower.catchUp(), FillError);
  await rmdir(obstacle);
  followed.clock.monotonicMs += fillAgainMs;
  await follower.catchUp();
  assert.notEqual(await followed.readCurrent(), name);
});

const pageBytes = 4_096;

async function changeFile(change: string): Promise<void> {
  const file = new DatabaseSync(join(followed.folder, await followed.readCurrent()));
  file.exec(change);
  file.close();
}

test("a file written before the machine restarted is not read", async (t) => {
  const name = await followed.readCurrent();
  // The monotonic clock starts again with the machine, so the file looks young.
  await changeFile(
    "update state set boot = 'an earlier start', confirmed_ms = 9e12, contact_ms = 9e12",
  );
  const replica = followed.openReader(minuteMs);
  t.after(() => replica.close());
  assert.equal(replica.status(), undefined);
  assert.throws(() => countShown(replica), UnavailableError);
  await followed.followOnce();
  assert.notEqual(await followed.readCurrent(), name);
  assert.equal(countShown(replica), 1);
  followed.clock.monotonicMs += minuteMs + 1;
  assert.throws(() => countShown(replica), UnavailableError);
});

test("readers find a new file even if its follower is killed before it deletes the old one", async () => {
  assert.equal(countShown(replica), 1);
  const { folder, clock } = followed;
  const old = await followed.readCurrent();
  const name = "catalog-00000000-0000-4000-8000-000000000000.sqlite";
  await changeFile("pragma wal_checkpoint(truncate)");
  await copyFile(join(folder, old), join(folder, name));
  await writeFile(join(folder, "current"), name);
  await insertOffer(database.db, { partNumber: "READ-2" });
  await followed.followOnce();
  assert.equal(await followed.readCurrent(), name);
  assert.equal(existsSync(join(folder, old)), false);
  clock.monotonicMs += 5_000;
  await followed.followOnce();
  assert.equal(countShown(replica), 2);
});

test("a reader does not read a file that is no longer in its folder", async () => {
  assert.ok(countShown(replica) > 0);
  await rm(followed.folder, { recursive: true });
  replica.status();
  assert.throws(() => countShown(replica), UnavailableError);
});

test("a reader that finds the file damaged has it rebuilt", async (t) => {
  await changeFile("pragma wal_checkpoint(truncate)");
  const path = join(followed.folder, await followed.readCurrent());
  const schema = new DatabaseSync(path);
  const roots = schema.prepare("select rootpage from sqlite_master where name <> 'state'").all();
  schema.close();
  const file = await open(path, "r+");
  for (const { rootpage } of roots) {
    const start = (Number(rootpage) - 1) * pageBytes;
    // Virtual tables have no page.
    if (start >= 0) await file.write(Buffer.alloc(pageBytes, 0xff), 0, pageBytes, start);
  }
  await file.close();
  const replica = followed.openReader(minuteMs);
  t.after(() => replica.close());
  assert.throws(() => countShown(replica), UnavailableError);
  await followed.followOnce();
  assert.match(followed.lines.join("\n"), /a reader found it damaged/);
  assert.equal(countShown(replica), 1);
});

test("setting the host's clock back or forward does not change the age of a replica", async () => {
  const known = countShown(replica);
  for (const now of ["1999-01-01T00:00:00Z", "2099-01-01T00:00:00Z"]) {
    followed.clock.now = new Date(now);
    assert.equal(replica.status()?.ageMs, 0);
    await followed.followOnce();
    assert.equal(countShown(replica), known);
  }
  followed.clock.monotonicMs += minuteMs + 1;
  assert.throws(() => countShown(replica), UnavailableError);
});

/** The deleted files of the folder that this process has open, and so keeps on the disk. */
function listDeletedFiles(): string[] {
  const descriptors = readdirSync("/proc/self/fd").flatMap((descriptor) => {
    try {
      return readlinkSync(`/proc/self/fd/${descriptor}`);
    } catch {
      return []; // The descriptor that read this list.
    }
  });
  const ofFolder = descriptors.filter((path) => path.startsWith(followed.folder));
  return ofFolder.filter((path) => path.endsWith("(deleted)"));
}

test("a replaced file leaves the disk, although a long read has used it", {
  skip: !existsSync("/proc/self/fd") && "needs /proc",
}, async () => {
  assert.deepEqual(await replica.readInTurns([() => 1, () => 2]), [1, 2]);
  assert.ok(countShown(replica) > 0);
  requestFill(followed.folder, "the test asked for it");
  await followed.followOnce();
  assert.notDeepEqual(listDeletedFiles(), []);
  assert.ok(replica.status());
  assert.deepEqual(listDeletedFiles(), []);
});

test("a file that is replaced during a long read leaves the disk when the read ends", {
  skip: !existsSync("/proc/self/fd") && "needs /proc",
}, async () => {
  const { folder } = followed;
  const longReads = createLongReads({ folder, maxAgeMs: minuteMs, monotonicMs: () => 0 });
  const places = await longReads.run(async (found) => {
    requestFill(folder, "the test asked for it");
    await followed.followOnce();
    longReads.close();
    assert.notDeepEqual(listDeletedFiles(), []);
    return found?.view.rows("select place from state").length;
  });
  assert.equal(places, 1);
  assert.deepEqual(listDeletedFiles(), []);
});
