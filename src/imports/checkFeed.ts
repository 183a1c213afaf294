import type { Queryable } from "../db/database.ts";
import { createCleaningTally } from "./cleanedCells.ts";
import { selectEarlierFiles, selectSameFileRun } from "./earlierFileQueries.ts";
import type { FeedFile } from "./feedFile.ts";
import type { FeedRefusals } from "./feedRefusals.ts";
import { checkFileRows } from "./guardRails.ts";
import type { ImportOptions } from "./importOptions.ts";
import type { RunReport, RunRequest, RunStop } from "./importRun.ts";
import type { FeedTally } from "./stageFeed.ts";

/** Stops a run if the last import of its kind took the same file and nothing followed it. */
export async function checkSameFile(db: Queryable, request: RunRequest): Promise<RunStop[]> {
  const { sha256 } = request.source;
  if (sha256 === null) return [];
  const earlier = await selectSameFileRun(db, request);
  if (earlier === undefined) return [];
  // Rows refused then may be accepted now, and columns may be mapped differently.
  if (earlier.refused > 0 || earlier.mapping !== request.mapping) return [];
  const { runId } = earlier;
  const message = `Run ${runId} already imported this file, and nothing has been imported since.`;
  return [{ code: "same_file", message }];
}

/** Creates the report of a run that stopped before it read the file. */
export function createEmptyReport(stops: readonly RunStop[]): RunReport {
  return {
    counts: {},
    stops,
    refusals: [],
    groups: [],
    cleaned: createCleaningTally(),
    warnings: [],
  };
}

/** A file being imported, with the request of its run. */
export type ReadFeed = {
  readonly file: FeedFile;
  readonly options: ImportOptions;
  readonly request: RunRequest;
  readonly refusals: FeedRefusals;
  readonly tally: FeedTally;
};

/** Feeds and corrections compared at most. */
const maxEarlierFiles = 20;

/** Checks a file by itself and against the last files about its vendors (decisions 56 and 96). */
export async function checkFeed(db: Queryable, feed: ReadFeed): Promise<RunStop[]> {
  const { file, options, request, refusals, tally } = feed;
  const figures = {
    rows: tally.rows,
    refused: refusals.countRows(),
    isCutOff: !file.endsWithLineBreak() && !tally.isLastRowWhole,
  };
  // A file of corrected rows is meant to be smaller than the whole.
  const earlier = tally.isCorrection
    ? []
    : await selectEarlierFiles(db, request, tally.vendors.list(), maxEarlierFiles);
  return checkFileRows(figures, earlier, options.limits, options.refusesFile);
}
