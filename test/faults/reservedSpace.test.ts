// Fills on real disks of several sizes: none takes the space that is reserved for the database.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { Worker } from "node:worker_threads";
import { fillReplica } from "../../src/catalog/replica/fill/fillReplica.ts";
import { openFollower } from "../../src/catalog/replica/follower.ts";
import { readFreeBytes } from "../../src/catalog/replica/freeSpace.ts";
import { createHistory } from "../support/catalogHistory.ts";
import { createRandom } from "../support/random.ts";
import { compareRows } from "../support/replicaContents.ts";
import { lacksMount, mountDisk } from "../support/smallDisk.ts";
import { openTestDatabase, type TestDatabase } from "../support/testDatabase.ts";

const limitMs = 200_000;
const parts = 10_000;
const mib = 2 ** 20;
const reservedMib = 256;

let database: TestDatabase;
before(async () => {
  database = await openTestDatabase();
  const history = createHistory({ db: database.db, below: createRandom(5), parts });
  await history.importRows(parts, false);
});
after(() => database.close());

/** Reads the free space all the time, also while a fill blocks this thread. */
const watch = `const { parentPort, workerData } = require("node:worker_threads");
  const { statfsSync } = require("node:fs");
  const ended = new Int32Array(workerData.ended);
  let least = Infinity;
  while (Atomics.wait(ended, 0, 0, 1) === "timed-out") {
    const { bavail, bsize } = statfsSync(workerData.folder);
    least = Math.min(least, bavail * bsize);
  }
  parentPort.postMessage(least);`;

/** Runs `work` and returns the least free space meanwhile, in MiB. */
async function findLeastMib(folder: string, work: () => Promise<void>): Promise<number> {
  const ended = new SharedArrayBuffer(4);
  const thread = new Worker(watch, { eval: true, workerData: { folder, ended } });
  const least = new Promise<number>((resolve) => thread.once("message", resolve));
  await new Promise((resolve) => thread.once("online", resolve));
  await work();
  Atomics.store(new Int32Array(ended), 0, 1);
  return (await least) / mib;
}

/** Fills a new replica with two threads. `freeBytes`: what the thread of the rows reads. */
async function fill(folder: string, freeBytes: () => number): Promise<void> {
  const follower = await openFollower({
    folder,
    openSession: database.db.openSession,
    clock: () => new Date(),
    monotonicMs: () => 1_000,
    report: () => undefined,
    readFreeBytes: freeBytes,
    fill: (session, path, options) => fillReplica(session, path, options, database.address),
  });
  try {
    await follower.catchUp();
  } finally {
    await follower.close();
  }
}

test("a fill either leaves the reserved space or is refused before it writes", {
  skip: lacksMount(),
  timeout: limitMs,
}, async (t) => {
  const filled: boolean[] = [];
  for (const spare of [1, 3, 5, 7, 9, 12, 15, 18, 30]) {
    const folder = mountDisk(t, reservedMib + spare);
    let failure = "";
    const leastMib = await findLeastMib(folder, async () => {
      await fill(folder, () => readFreeBytes(folder)).catch((error: Error) => {
        failure = error.message;
      });
    });
    t.diagnostic(`${spare} MiB to spare: ${leastMib - reservedMib} left. ${failure}`);
    assert.ok(leastMib >= reservedMib, `${leastMib} MiB were free`);
    if (failure !== "") assert.match(failure, / MiB for a new file and /);
    else assert.deepEqual(await compareRows(database.db, { folder }), []);
    filled.push(failure === "");
  }
  assert.deepEqual([filled.at(0), filled.at(-1)], [false, true], "no disk was too small, or all");
});

test("the thread of the words checks the space itself", {
  skip: lacksMount(),
  timeout: limitMs,
}, async (t) => {
  const folder = mountDisk(t, reservedMib - 1);
  await assert.rejects(
    fill(folder, () => Number.POSITIVE_INFINITY),
    /^Error: DATA_DIR has 25\d MiB free\. .* MiB for words and /,
  );
});
