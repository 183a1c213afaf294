// The counts of the pace of calls on their way to the database.
import type { Database } from "../db/database.ts";
import { type BufferedLog, createBufferedLog } from "./bufferedLog.ts";
import { insertLatency } from "./latencyQueries.ts";
import { addLatency, countLatency, type LatencyTally } from "./latencyTally.ts";

/** Hours and steps: more than a node can meet while the database is away for a day. */
const mostCounts = 10_000;

/** A log of the pace that writes to `db` until it is closed. */
export function createLatencyLog(db: Database, onFailure: (error: unknown) => void): BufferedLog {
  const gathering = {
    create: (): LatencyTally => new Map(),
    sizeOf: ({ size }: LatencyTally) => size,
    count: countLatency,
    add: addLatency,
    write: (tally: LatencyTally) => insertLatency(db, tally),
    most: mostCounts,
  };
  return createBufferedLog(gathering, onFailure);
}
