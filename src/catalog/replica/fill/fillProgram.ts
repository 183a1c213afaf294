// The process that fills a large replica with two threads.
import { dirname } from "node:path";
import { readFreeBytes } from "../freeSpace.ts";
import { limitQueries } from "../limitQueries.ts";
import { readMonotonicMs } from "../monotonicClock.ts";
import { fillReplica } from "./fillReplica.ts";
import { openReplicaDatabase } from "./openReplicaDatabase.ts";
import type { FillOrder, FillResult } from "./runFillProgram.ts";

async function fill({ address, path, now, ...sizes }: FillOrder): Promise<void> {
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
}

// The process that started this one has ended. It also handles signals that are sent to both.
process.once("disconnect", () => process.exit());
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, () => undefined);
process.once("message", async (order: FillOrder) => {
  const failure = await fill(order).then(
    () => undefined,
    (error: Error) => error.message,
  );
  process.send?.({ failure } satisfies FillResult);
});
