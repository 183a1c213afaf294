// The counts of the pace of calls on their way to the database.
import type { Database } from "../db/database.ts";
import { createGatherLog, type GatherLog } from "./gatherLog.ts";
import { insertPace } from "./paceQueries.ts";
import { addPace, countPace, type PaceTally } from "./paceTally.ts";

/** Hours and steps: more than a node can meet while the database is away for a day. */
const mostCounts = 10_000;

/** A log of the pace that writes to `db` until it is closed. */
export function createPaceLog(db: Database, onFailure: (error: unknown) => void): GatherLog {
  const gathering = {
    create: (): PaceTally => new Map(),
    sizeOf: ({ size }: PaceTally) => size,
    count: countPace,
    add: addPace,
    write: (tally: PaceTally) => insertPace(db, tally),
    most: mostCounts,
  };
  return createGatherLog(gathering, onFailure);
}
