// How often a followed file changes.
import assert from "node:assert/strict";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { test } from "node:test";
import { selectNewestPlace } from "../../src/catalog/changeQueries.ts";
import { followCatalog } from "../../src/catalog/replica/followCatalog.ts";
import { readMonotonicMs } from "../../src/catalog/replica/monotonicClock.ts";
import { openReplica } from "../../src/catalog/replica/replica.ts";
import { insertOffer } from "../support/insertOffer.ts";
import { openTestDatabase } from "../support/testDatabase.ts";

const minuteMs = 60_000;
const changes = 200;
const paceMs = 40;

test("frequent changes are applied together, at most every 40 ms", async (t) => {
  const database = await openTestDatabase();
  const folder = await mkdtemp(join(tmpdir(), "partsdesk-replica-"));
  const stopped = new AbortController();
  const followed = followCatalog({
    folder,
    address: database.address,
    clock: () => new Date(),
    signal: stopped.signal,
    report: (line) => assert.fail(line),
  });
  t.after(async () => {
    stopped.abort();
    await followed;
    await database.close();
    await rm(folder, { recursive: true });
  });
  const replica = openReplica({ folder, maxAgeMs: minuteMs, monotonicMs: readMonotonicMs });
  t.after(() => replica.close());
  assert.equal(await replica.reach(0, minuteMs), true);
  const file = new DatabaseSync(join(folder, await readFile(join(folder, "current"), "utf8")));
  t.after(() => file.close());
  const version = file.prepare("pragma data_version");
  const startedMs = readMonotonicMs();
  const seen = new Set<unknown>();
  for (let count = 0; count < changes; count += 1) {
    await insertOffer(database.db, { partNumber: `PACE-${count}` });
    seen.add(version.get()?.["data_version"]);
  }
  const place = await selectNewestPlace(database.db);
  assert.equal(await replica.reach(place, minuteMs), true);
  const most = 2 + (readMonotonicMs() - startedMs) / paceMs;
  assert.ok(seen.size <= most, `${seen.size} states in the time of ${most}`);
});
