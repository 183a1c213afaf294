// The process that fills a large replica with two threads.
import { dirname } from "node:path";
import { serveOrder } from "../../../kit/program.ts";
import { readFreeBytes } from "../freeSpace.ts";
import { limitQueries } from "../limitQueries.ts";
import { readMonotonicMs } from "../monotonicClock.ts";
import { fillReplica } from "./fillReplica.ts";
import { openReplicaDatabase } from "./openReplicaDatabase.ts";
import type { FillOrder } from "./runFillProgram.ts";

serveOrder(async ({ address, path, now, ...sizes }: FillOrder) => {
  const db = openReplicaDatabase(address);
  try {
    const session = limitQueries(await db.openSession());
    const options = {
      clock: () => now,
      monotonicMs: readMonotonicMs,
      readFreeBytes: () => readFreeBytes(dirname(path)),
      ...sizes,
    };
    await fillReplica(session, path, options, address);
    session.destroy();
  } finally {
    await db.close();
  }
});
