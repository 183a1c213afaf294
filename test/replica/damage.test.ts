// Files that are damaged or deleted, and requests to rebuild them.

import assert from "node:assert/strict";
import fs from "node:fs";
import { chmod, chown, mkdir, open, rmdir, stat } from "node:fs/promises";
import { syncBuiltinESMExports } from "node:module";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { afterEach, beforeEach, test } from "node:test";
import { FillError } from "../../src/catalog/replica/fill/retries.ts";
import type { Replica } from "../../src/catalog/replica/replica.ts";
import {
  endFillRequest,
  readFillRequest,
  requestFill,
} from "../../src/catalog/replica/replicaFolder.ts";
import { UnavailableError } from "../../src/db/databaseErrors.ts";
import { createReadiness } from "../../src/workers/createReadiness.ts";
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
  for (const { id, block } of blocks) write.run(block, id);
  await assert.rejects(follower.catchUp(), FillError);
  await rmdir(obstacle);
  await follower.catchUp();
  assert.notEqual(await followed.readCurrent(), name);
});
