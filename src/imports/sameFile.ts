// The same file once more: there is nothing to do, and that is known before it is read.
import type { Queryable } from "../db/database.ts";
import { createCleaningTally } from "./cleanedCells.ts";
import type { RunReport, RunRequest, RunStop } from "./importRun.ts";
import { selectSameFileRun } from "./queries.ts";

/** A stop where the last import of its kind took this very file and nothing came after it. */
export async function findSameFile(db: Queryable, request: RunRequest): Promise<RunStop[]> {
  const { sha256 } = request.source;
  if (sha256 === null) return [];
  const earlier = await selectSameFileRun(db, request);
  if (earlier === undefined) return [];
  // What was refused then may be taken now, and columns may be read differently.
  if (earlier.refused > 0 || earlier.mapping !== request.mapping) return [];
  const message = `Run ${earlier.runId} imported this very file, and nothing was imported since.`;
  return [{ code: "same_file", message }];
}

/** The report of a run that stopped before it read anything. */
export function reportNothing(stops: readonly RunStop[]): RunReport {
  return {
    counts: {},
    stops,
    refusals: [],
    groups: [],
    cleaned: createCleaningTally(),
    warnings: [],
  };
}
