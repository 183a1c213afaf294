// Reading with COPY: what ends a read, and how long the server may send nothing.

import assert from "node:assert/strict";
import { type TestContext, test } from "node:test";
import { readSnapshot } from "../../src/catalog/replica/readSnapshot.ts";
import { readCopy } from "../../src/db/readCopy.ts";
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

const lockKey = 190_771;

/** Reads from a server that sends `sentRows` rows and then nothing until its session ends. */
async function readSilently(t: TestContext, sentRows: number) {
  const [holder, session] = [await database.db.openSession(), await database.db.openSession()];
  t.after(() => {
    holder.destroy();
    session.destroy();
  });
  await runSql(holder, `select pg_advisory_lock(${lockKey})`);
  t.mock.timers.enable({ apis: ["setTimeout"] });
  const silence = `case when n > ${sentRows} then pg_advisory_lock_shared(${lockKey}) end`;
  const query = `select n, ${silence} from generate_series(1, ${sentRows + 1}) n`;
  return readCopy(session, query);
}

test("a query that finds rows in their order may be silent for 30 s", async (t) => {
  const rows = await readSilently(t, 0);
  const first = rows.next();
  t.mock.timers.tick(30_000);
  await assert.rejects(first, /terminated/);
});

test("a query may be silent for 30 s after its first row", async (t) => {
  const rows = await readSilently(t, 100_000);
  await rows.next();
  const ended = assert.rejects(Array.fromAsync(rows), /terminated/);
  // One is too early while rows still arrive.
  for (let ticks = 0; ticks < 5; ticks += 1) {
    t.mock.timers.tick(30_000);
    await new Promise((resolve) => void setImmediate(resolve));
  }
  await ended;
});
