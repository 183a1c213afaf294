// What was asked in vain on its way to the database.
import type { Database } from "../db/database.ts";
import { createGatherLog, type GatherLog } from "./gatherLog.ts";
import { addMisses, countMisses, type MissTally, sizeOf } from "./missTally.ts";
import { insertMisses } from "./writeQueries.ts";

/** Numbers that are counted between two times of writing. */
const mostNumbers = 100_000;

/** A log of misses that writes to `db` until it is closed. */
export function createMissLog(db: Database, onFailure: (error: unknown) => void): GatherLog {
  const gathering = {
    create: (): MissTally => new Map(),
    sizeOf,
    count: countMisses,
    add: addMisses,
    write: (tally: MissTally) => insertMisses(db, tally),
    most: mostNumbers,
  };
  return createGatherLog(gathering, onFailure);
}
