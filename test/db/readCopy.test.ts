// Reading with COPY: what ends a read, and how long the server may send nothing.

import assert from "node:assert/strict";
import { type TestContext, test } from "node:test";
import { startWordsThread } from "../../src/catalog/replica/fill/startWordsThread.ts";
import { readSnapshot } from "../../src/catalog/replica/readSnapshot.ts";
import { exportSnapshot } from "../../src/catalog/replica/replicaQueries.ts";
import type { Session } from "../../src/db/database.ts";
import { type CopiedRow, readCopy, readSortedCopy } from "../../src/db/readCopy.ts";
import { createFollowedFolder } from "../support/followedFolder.ts";
import { insertOffer } from "../support/insertOffer.ts";
import { runSql } from "../support/runSql.ts";
import { share } from "../support/share.ts";
import { openTestDatabase } from "../support/testDatabase.ts";

/** A read that is not ended by its failure waits for ever. */
const limitMs = 20_000;

const database = share(openTestDatabase);

test("the cause of a read that is left reaches the caller", { timeout: limitMs }, async () => {
  const session = await database.db.openSession();
  const read = readSnapshot(session, async () => {
    for await (const rows of readCopy(session, "select generate_series(1, 2000000)")) {
      throw new Error(`left after ${rows.length > 0 ? "some" : "no"} rows`);
    }
  });
  await assert.rejects(read, /left after some rows/);
});

test("the cause of a failed thread of words is reported", { timeout: limitMs }, async (t) => {
  const followed = await createFollowedFolder(database.db);
  t.after(() => followed.close());
  // More than fits into the buffers of a connection.
  const description = "LONG ".repeat(380);
  for (let count = 0; count < 800; count += 1) {
    await insertOffer(database.db, { partNumber: `WORDS-${count}`, description });
  }
  const session = await database.db.openSession();
  t.after(() => session.destroy());
  await readSnapshot(session, async () => {
    const thread = startWordsThread({
      address: database.address,
      snapshot: await exportSnapshot(session),
      path: `${followed.folder}/words`,
      // A map is cloned into the thread; this is none.
      basis: { day: "2026-11-22", conditionRanks: {} as ReadonlyMap<string, number> },
    });
    await assert.rejects(thread.ended, /not a function/);
    await thread.stop();
  });
});

const lockKey = 190_771;

/** Reads from a server that sends `sentRows` rows and then nothing until it is released. */
async function readSilently(
  t: TestContext,
  read: (session: Session, query: string) => AsyncGenerator<readonly CopiedRow[]>,
  sentRows: number,
) {
  const [holder, session] = [await database.db.openSession(), await database.db.openSession()];
  t.after(() => {
    holder.destroy();
    session.destroy();
  });
  await runSql(holder, `select pg_advisory_lock(${lockKey})`);
  t.mock.timers.enable({ apis: ["setTimeout"] });
  const silence = `case when n > ${sentRows} then pg_advisory_lock_shared(${lockKey}) end`;
  const query = `select n, ${silence} from generate_series(1, ${sentRows + 1}) n`;
  return { rows: read(session, query), release: () => holder.destroy() };
}

test("a query that finds rows in their order may be silent for 30 s", async (t) => {
  const { rows } = await readSilently(t, readCopy, 0);
  const first = rows.next();
  t.mock.timers.tick(30_000);
  await assert.rejects(first, /terminated/);
});

test("a query that sorts may be silent for 10 minutes before its first row", async (t) => {
  const { rows, release } = await readSilently(t, readSortedCopy, 0);
  const first = rows.next();
  t.mock.timers.tick(599_999);
  release();
  assert.deepEqual((await first).value, [["1", ""]]);
});

test("a query that sorts is ended after 10 minutes without a row", async (t) => {
  const { rows } = await readSilently(t, readSortedCopy, 0);
  const first = rows.next();
  t.mock.timers.tick(600_000);
  await assert.rejects(first, /terminated/);
});

test("a query that sorts may be silent for 30 s after its first row", async (t) => {
  const { rows } = await readSilently(t, readSortedCopy, 100_000);
  await rows.next();
  const ended = assert.rejects(Array.fromAsync(rows), /terminated/);
  // One is too early while rows still arrive.
  for (let ticks = 0; ticks < 5; ticks += 1) {
    t.mock.timers.tick(30_000);
    await new Promise((resolve) => void setImmediate(resolve));
  }
  await ended;
});
