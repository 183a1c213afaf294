// The judgement of a file that was read, for every kind of import.
import type { Queryable } from "../db/database.ts";
import { createCleaningTally } from "./cleanedCells.ts";
import type { FeedFile } from "./feedFile.ts";
import type { FeedRefusals } from "./feedRefusals.ts";
import { checkFileRows } from "./guardRails.ts";
import type { ImportOptions } from "./importOptions.ts";
import type { RunReport, RunRequest, RunStop } from "./importRun.ts";
import { selectEarlierFiles, selectSameFileRun } from "./queries.ts";
import type { FeedTally } from "./stageFeed.ts";

/** A stop where the last import of its kind took this very file and nothing came after it. */
export async function checkSameFile(db: Queryable, request: RunRequest): Promise<RunStop[]> {
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

/** A file that is read, and what its run was asked for. */
export type ReadFeed = {
  readonly file: FeedFile;
  readonly options: ImportOptions;
  readonly request: RunRequest;
  readonly refusals: FeedRefusals;
  readonly tally: FeedTally;
};

/** So many corrections between two feeds are looked past. */
const maxEarlierFiles = 20;

/** Judges a file by itself and beside the last ones about its vendors (decisions 56 and 96). */
export async function checkFeed(db: Queryable, feed: ReadFeed): Promise<RunStop[]> {
  const { file, options, request, refusals, tally } = feed;
  const figures = {
    rows: tally.rows,
    refused: refusals.countRows(),
    isCutOff: !file.endsWithLineBreak() && !tally.isLastRowWhole,
  };
  // A mended part of a file is meant to be smaller than the whole.
  const earlier = tally.isCorrection
    ? []
    : await selectEarlierFiles(db, request, tally.vendors.list(), maxEarlierFiles);
  return checkFileRows(figures, earlier, options.limits, options.refusesFile);
}
