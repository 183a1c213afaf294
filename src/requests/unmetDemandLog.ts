// What was asked in vain on its way to the database.
import type { Database } from "../db/database.ts";
import { type BufferedLog, createBufferedLog } from "./bufferedLog.ts";
import {
  addUnmetDemand,
  countUnmetDemand,
  sizeOf,
  type UnmetDemandTally,
} from "./unmetDemandTally.ts";
import { insertUnmetDemand } from "./writeQueries.ts";

/** Numbers that are counted between two times of writing. */
const mostNumbers = 100_000;

/** A log of misses that writes to `db` until it is closed. */
export function createUnmetDemandLog(
  db: Database,
  onFailure: (error: unknown) => void,
): BufferedLog {
  const gathering = {
    create: (): UnmetDemandTally => new Map(),
    sizeOf,
    count: countUnmetDemand,
    add: addUnmetDemand,
    write: (tally: UnmetDemandTally) => insertUnmetDemand(db, tally),
    most: mostNumbers,
  };
  return createBufferedLog(gathering, onFailure);
}
