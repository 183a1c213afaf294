// Readers of a replica whose file was written before the machine restarted, was replaced, or is
// damaged.
import assert from "node:assert/strict";
import { existsSync, readdirSync, readlinkSync } from "node:fs";
import { copyFile, open, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { beforeEach, test } from "node:test";
import { createLongReads } from "../../src/catalog/replica/read/longReads.ts";
import { requestFill } from "../../src/catalog/replica/replicaFolder.ts";
import { openReplicaProof } from "../../src/catalog/replica/replicaProof.ts";
import { UnavailableError } from "../../src/db/databaseErrors.ts";
import { countShown, createFollowedFolder } from "../support/followedFolder.ts";
import { insertOffer } from "../support/insertOffer.ts";
import { runSql } from "../support/runSql.ts";
import { renew, share } from "../support/share.ts";
import { openTestDatabase } from "../support/testDatabase.ts";

const minuteMs = 60_000;
const pageBytes = 4_096;

const database = share(openTestDatabase);
const followed = renew(() => createFollowedFolder(database.db));

beforeEach(async () => {
  await runSql(database.db, "delete from offers");
  await insertOffer(database.db, { partNumber: "READ-1" });
  await followed.followOnce();
});

async function changeFile(change: string): Promise<void> {
  const file = new DatabaseSync(join(followed.folder, await followed.readCurrent()));
  file.exec(change);
  file.close();
}

test("a file written before the machine restarted is not read", async (t) => {
  const name = await followed.readCurrent();
  // The monotonic clock starts again with the machine, so the file looks young.
  await changeFile("update state set boot = 'an earlier start', confirmed_ms = 9e12");
  const proof = openReplicaProof(join(followed.folder, name), "write");
  proof.confirm(9e12);
  proof.close();
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

test("a proof without changes leaves the pages that readers have mapped", async (t) => {
  const { folder, clock } = followed;
  const replica = followed.openReader(minuteMs);
  t.after(() => replica.close());
  const file = new DatabaseSync(join(folder, await followed.readCurrent()));
  t.after(() => file.close());
  const readVersion = () => file.prepare("pragma data_version").get()?.["data_version"];
  const version = readVersion();
  clock.monotonicMs += 5_000;
  assert.equal(replica.status()?.ageMs, 5_000);
  await followed.followOnce();
  assert.deepEqual([replica.status()?.ageMs, readVersion()], [0, version]);
});

test("readers find a new file even if its follower is killed before it deletes the old one", async (t) => {
  const replica = followed.openReader(minuteMs);
  t.after(() => replica.close());
  assert.equal(countShown(replica), 1);
  const { folder, clock } = followed;
  const old = await followed.readCurrent();
  const name = "catalog-00000000-0000-4000-8000-000000000000.sqlite";
  await changeFile("pragma wal_checkpoint(truncate)");
  for (const suffix of ["", "-proof"]) {
    await copyFile(join(folder, `${old}${suffix}`), join(folder, `${name}${suffix}`));
  }
  await writeFile(join(folder, "current"), name);
  await insertOffer(database.db, { partNumber: "READ-2" });
  await followed.followOnce();
  assert.equal(await followed.readCurrent(), name);
  assert.equal(existsSync(join(folder, old)), false);
  clock.monotonicMs += 5_000;
  await followed.followOnce();
  assert.equal(countShown(replica), 2);
});

test("a reader does not read a file that is no longer in its folder", async (t) => {
  const replica = followed.openReader(minuteMs);
  t.after(() => replica.close());
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

test("setting the host's clock back or forward does not change the age of a replica", async (t) => {
  const replica = followed.openReader(minuteMs);
  t.after(() => replica.close());
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
}, async (t) => {
  const replica = followed.openReader(minuteMs);
  t.after(() => replica.close());
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
