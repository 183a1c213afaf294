// When a fill that failed is tried again.
import assert from "node:assert/strict";
import { mkdir, mkdtemp, readdir, rm, rmdir } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { setTimeout as delay } from "node:timers/promises";
import { createReporter, followCatalog } from "../../src/catalog/replica/followCatalog.ts";
import { FillError } from "../../src/catalog/replica/follower.ts";
import { readMonotonicMs } from "../../src/catalog/replica/monotonicClock.ts";
import { openReplica } from "../../src/catalog/replica/replica.ts";
import { createFollowedFolder } from "../support/followedFolder.ts";
import { openTestDatabase } from "../support/testDatabase.ts";

const limitMs = 60_000;

test("a cause is reported again only after a success, whatever its numbers and files are", () => {
  const lines: string[] = [];
  const { report, clear } = createReporter((line) => lines.push(line));
  const full = (mib: string) => report(`DATA_DIR has ${mib} MiB free`);
  full("1,200");
  full("7");
  report("no rights on catalog-0a1b.sqlite");
  report("no rights on catalog-2c3d.sqlite");
  clear();
  full("7");
  assert.equal(lines.length, 3);
});

test("a fill that fails is reported once, and tried until it succeeds", {
  timeout: limitMs,
}, async (t) => {
  const database = await openTestDatabase();
  const folder = await mkdtemp(join(tmpdir(), "partsdesk-replica-"));
  // The name of the new file cannot be written.
  const obstacle = join(folder, "current.new");
  await mkdir(obstacle);
  const lines: string[] = [];
  const stopped = new AbortController();
  const followed = followCatalog({
    folder,
    address: database.address,
    clock: () => new Date(),
    signal: stopped.signal,
    report: (line) => lines.push(line),
  });
  t.after(async () => {
    stopped.abort();
    await followed;
    await database.close();
    await rm(folder, { recursive: true });
  });
  while (lines.length === 0) await delay(20);
  await rmdir(obstacle);
  const replica = openReplica({ folder, maxAgeMs: limitMs, monotonicMs: readMonotonicMs });
  t.after(() => replica.close());
  while (replica.status() === undefined) await delay(20);
  assert.equal(lines.length, 1);
  assert.match(lines[0] ?? "", /cannot be filled: EISDIR/);
});

test("a fill that cannot begin because the database is unreachable is no failed fill", async (t) => {
  const followed = await createFollowedFolder({
    openSession: () => Promise.reject(new Error("connection refused")),
  });
  t.after(() => followed.close());
  await assert.rejects(
    followed.followOnce(),
    (error) => !(error instanceof FillError) && /refused/.test((error as Error).message),
  );
});

test("a fill that a stop ends is no failed fill, and leaves no file", async (t) => {
  const database = await openTestDatabase();
  const followed = await createFollowedFolder(database.db);
  t.after(async () => {
    await followed.close();
    await database.close();
  });
  Object.defineProperty(followed.disk, "freeBytes", {
    get() {
      followed.stop.abort();
      return Number.POSITIVE_INFINITY;
    },
  });
  await assert.rejects(followed.followOnce(), { name: "AbortError" });
  assert.deepEqual(await readdir(followed.folder), []);
});
