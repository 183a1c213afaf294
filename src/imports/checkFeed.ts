// The judgement of a file that was read, for every kind of import.
import type { Queryable } from "../db/database.ts";
import type { FeedFile } from "./feedFile.ts";
import type { FeedRefusals } from "./feedRefusals.ts";
import { checkFileRows } from "./guardRails.ts";
import type { ImportOptions } from "./importOptions.ts";
import type { RunRequest, RunStop } from "./importRun.ts";
import { selectEarlierFiles } from "./queries.ts";
import type { FeedTally } from "./stageFeed.ts";

/** A file that is read, and what its run was asked for. */
export type ReadFeed = {
  readonly file: FeedFile;
  readonly options: ImportOptions;
  readonly request: RunRequest;
  readonly refusals: FeedRefusals;
  readonly tally: FeedTally;
};

/** So many corrections between two feeds are looked past. */
const mostEarlier = 20;

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
    : await selectEarlierFiles(db, request, tally.vendors.list(), mostEarlier);
  return checkFileRows(figures, earlier, options.limits, options.refusesFile);
}
