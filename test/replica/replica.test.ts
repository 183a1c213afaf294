// What a replica shows, when it is rebuilt, and who follows the database.
import assert from "node:assert/strict";
import { mkdtemp, readdir, readFile, rm, truncate } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { afterEach, beforeEach, test } from "node:test";
import { setTimeout as delay } from "node:timers/promises";
import { followCatalog } from "../../src/catalog/replica/followCatalog.ts";
import { openFollower } from "../../src/catalog/replica/follower.ts";
import { readMonotonicMs } from "../../src/catalog/replica/monotonicClock.ts";
import { openReplica, type Replica } from "../../src/catalog/replica/replica.ts";
import {
  deleteOtherVersions,
  lockReplicaFolder,
  prepareReplicaFolder,
} from "../../src/catalog/replica/replicaFolder.ts";
import { UnavailableError } from "../../src/db/databaseErrors.ts";
import { insertOffer } from "../support/insertOffer.ts";
import { share } from "../support/share.ts";
import { openTestDatabase } from "../support/testDatabase.ts";

const limitMs = 60_000;

const database = share(openTestDatabase);
const owner = share(() => database.openOwner());
let folder: string;
/** The clocks of followers and readers; tests move them. */
const clock = { now: new Date("2026-11-22T12:00:00Z"), monotonicMs: 1_000 };
let freeBytes = Number.POSITIVE_INFINITY;
const lines: string[] = [];

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "partsdesk-replica-"));
  lines.length = 0;
});

afterEach(() => rm(folder, { recursive: true }));

const openOne = () =>
  openFollower({
    folder,
    openSession: database.db.openSession,
    clock: () => clock.now,
    monotonicMs: () => clock.monotonicMs,
    report: (line) => lines.push(line),
    readFreeBytes: () => freeBytes,
    signal: new AbortController().signal,
  });

/** Catches up with a new follower, as after a restart. */
async function followOnce(): Promise<void> {
  const follower = await openOne();
  try {
    await follower.catchUp();
  } finally {
    await follower.close();
  }
}

const readCurrent = () => readFile(join(folder, "current"), "utf8");

const openReader = (maxAgeMs = 60_000): Replica =>
  openReplica({ folder, maxAgeMs, monotonicMs: () => clock.monotonicMs });

function countOffers(replica: Replica): number {
  const found = replica.read((view) =>
    view.all<{ offers: number }>("select count(*) as offers from offers"),
  );
  return found[0]?.offers ?? -1;
}

test("nothing is read before the first fill, nor when the last proof is too old", async (t) => {
  const replica = openReader();
  t.after(() => replica.close());
  assert.equal(replica.status(), undefined);
  assert.throws(() => countOffers(replica), UnavailableError);
  await followOnce();
  const known = countOffers(replica);
  clock.monotonicMs += 60_000;
  assert.equal(countOffers(replica), known);
  assert.deepEqual(replica.status()?.ageMs, 60_000);
  clock.monotonicMs += 1;
  assert.throws(() => countOffers(replica), UnavailableError);
  await followOnce();
  assert.equal(countOffers(replica), known);
});

test("after a restart, a follower continues with the same file", async (t) => {
  await followOnce();
  const replica = openReader();
  t.after(() => replica.close());
  const [file, offers] = [await readCurrent(), countOffers(replica)];
  await insertOffer(database.db, { partNumber: "RESTART" });
  await followOnce();
  assert.equal(await readCurrent(), file);
  assert.equal(countOffers(replica), offers + 1);
  assert.deepEqual(lines, []);
});

test("readers switch to the file that replaces theirs", async (t) => {
  await followOnce();
  const replica = openReader();
  t.after(() => replica.close());
  const [file, offers] = [await readCurrent(), countOffers(replica)];
  await insertOffer(database.db, { partNumber: "REPLACED" });
  await owner.client.query("update catalog_epoch set epoch = epoch + 1");
  await followOnce();
  assert.notEqual(await readCurrent(), file);
  assert.equal(countOffers(replica), offers + 1);
});

/** What makes a file unusable, and the reason that is reported if it can be opened. */
const replacements: readonly [string, () => Promise<unknown>, RegExp | null][] = [
  [
    "a database restored to another history",
    () =>
      owner.client.query("update catalog_changes set recorded_at = recorded_at - interval '1 s'"),
    /another history/,
  ],
  [
    "a database restored to an older place",
    () =>
      owner.client.query(
        "delete from catalog_changes where position = (select max(position) from catalog_changes)",
      ),
    /another history/,
  ],
  [
    "a migration that rewrites offers",
    () => owner.client.query("update catalog_epoch set epoch = epoch + 1"),
    /another history/,
  ],
  ["a damaged file", async () => truncate(join(folder, await readCurrent()), 4_096), null],
];

for (const [name, damage, reason] of replacements) {
  test(`${name} rebuilds the file`, async () => {
    await insertOffer(database.db, { partNumber: `DAMAGED ${name}` });
    await followOnce();
    const file = await readCurrent();
    await damage();
    await followOnce();
    assert.notEqual(await readCurrent(), file);
    if (reason === null) assert.deepEqual(lines, []);
    else assert.match(lines.join("\n"), reason);
    const replica = openReader();
    const shown = countOffers(replica);
    replica.close();
    const { rows } = await owner.client.query<{ offers: number }>(
      "select count(*)::integer as offers from offers",
    );
    assert.equal(shown, rows[0]?.offers);
  });
}

test("a file that is damaged while it is followed is rebuilt", async () => {
  const offerId = await insertOffer(database.db, { partNumber: "OVERWRITTEN" });
  const follower = await openOne();
  await follower.catchUp();
  const file = await readCurrent();
  const damaging = new DatabaseSync(join(folder, file), { defensive: false });
  damaging.exec("pragma wal_checkpoint(truncate)");
  damaging.exec(`pragma writable_schema = on;
    update words_data set block = x'ff' where id in (1, 10);`);
  damaging.close();
  await owner.client.query("update offers set cage = '0AB12' where offer_id = $1", [offerId]);
  await follower.catchUp();
  await follower.close();
  assert.match(lines.join("\n"), /it is damaged/);
  assert.notEqual(await readCurrent(), file);
});

test("an offer whose shelf life ends ranks as out of stock from midnight UTC on", async (t) => {
  const offerId = await insertOffer(database.db, {
    partNumber: "SHELF",
    shelfLifeExpires: "2026-11-22",
  });
  const replica = openReader();
  t.after(() => replica.close());
  const isRankedInStock = (): number | undefined =>
    replica.read((view) =>
      view.all<{ ranked: number }>(
        "select rank < 1 << 22 as ranked from offers where offer_id = ?",
        offerId,
      ),
    )[0]?.ranked;
  clock.now = new Date("2026-11-22T23:59:59Z");
  await followOnce();
  assert.equal(isRankedInStock(), 1);
  clock.now = new Date("2026-11-23T00:00:00Z");
  await followOnce();
  assert.equal(isRankedInStock(), 0);
  clock.now = new Date("2026-11-22T12:00:00Z");
  await followOnce();
  assert.equal(isRankedInStock(), 1);
});

test("on a full disk nothing is written, and the existing file is read until it is too old", async (t) => {
  await followOnce();
  const replica = openReader();
  t.after(() => replica.close());
  const known = countOffers(replica);
  await insertOffer(database.db, { partNumber: "FULL" });
  freeBytes = 2 ** 20;
  await assert.rejects(followOnce(), /DATA_DIR has 1 MiB free/);
  assert.equal(countOffers(replica), known);
  freeBytes = Number.POSITIVE_INFINITY;
  await followOnce();
  assert.equal(countOffers(replica), known + 1);
});

/** Follows in the background until it is stopped. */
function follow(): { stop(): Promise<void> } {
  const stopped = new AbortController();
  const ended = followCatalog({
    folder,
    address: database.address,
    clock: () => clock.now,
    signal: stopped.signal,
    report: (line) => lines.push(line),
  });
  return {
    async stop() {
      stopped.abort();
      await ended;
    },
  };
}

test("of two followers in a folder, one waits and takes over when the other ends", {
  timeout: limitMs,
}, async (t) => {
  const replica = openReplica({ folder, maxAgeMs: limitMs, monotonicMs: readMonotonicMs });
  t.after(() => replica.close());
  const awaitOffer = async (partNumber: string): Promise<void> => {
    const isShown = () =>
      replica.status() !== undefined &&
      replica.read(
        (view) =>
          view.all("select offer_id from offers where part_number_key = ?", partNumber).length > 0,
      );
    while (!isShown()) await delay(5);
  };
  const first = follow();
  await insertOffer(database.db, { partNumber: "FIRST" });
  await awaitOffer("FIRST");
  const file = await readCurrent();
  const second = follow();
  await first.stop();
  await insertOffer(database.db, { partNumber: "SECOND" });
  await awaitOffer("SECOND");
  await second.stop();
  assert.equal(await readCurrent(), file);
  assert.deepEqual(lines, []);
});

test("a follower deletes the files of other versions that no longer follow", {
  timeout: limitMs,
}, async () => {
  const own = join(folder, "1-2-v3");
  const folders = ["1-2-v1", "1-2-v2", "1-3-v1"].map((name) => join(folder, name));
  for (const path of folders) await prepareReplicaFolder(path);
  const lock = lockReplicaFolder(join(folder, "1-2-v2"));
  assert.ok(lock);
  await prepareReplicaFolder(own);
  await deleteOtherVersions(own);
  assert.deepEqual((await readdir(folder)).sort(), ["1-2-v2", "1-2-v3", "1-3-v1"]);
  lock.release();
  await deleteOtherVersions(own);
  assert.deepEqual((await readdir(folder)).sort(), ["1-2-v3", "1-3-v1"]);
});
