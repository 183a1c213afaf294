import type { Database, Queryable, Session } from "../db/database.ts";
import { type ConductedRun, conductRun, type RunContext } from "./conductRun.ts";
import { selectEarlierFiles, selectSameFileRun } from "./earlierFileQueries.ts";
import {
  createFeedTally,
  describeLayout,
  type Feed,
  type FeedFile,
  type ImportOptions,
} from "./feed.ts";
import { describeMapping } from "./feedColumns.ts";
import { createFeedRefusals } from "./feedRefusals.ts";
import { checkFileRows } from "./guardRails.ts";
import {
  createReport,
  type RunReport,
  type RunRequest,
  type RunStop,
  type StockDeclaration,
  type StockTerms,
} from "./importRun.ts";

/** Whether a declaration says nothing but what an earlier run of the same file assumed. */
function isSameStock(declared: StockDeclaration, earlier: StockTerms | null): boolean {
  const { mode, asOf, appliesOlder } = declared;
  if (appliesOlder === true && earlier?.appliesOlder !== true) return false;
  const isSameMode = mode === null || mode === earlier?.mode;
  return isSameMode && (asOf === null || asOf.toISOString() === earlier?.asOf);
}

/** Stops a run if the last import of its kind took the same file and nothing followed it. */
async function checkSameFile(db: Queryable, request: RunRequest): Promise<RunStop[]> {
  const { sha256 } = request.source;
  if (sha256 === null) return [];
  const earlier = await selectSameFileRun(db, request);
  if (earlier === undefined) return [];
  // Rows refused or left out then may be accepted now, and columns may be mapped differently.
  if (earlier.refused > 0 || earlier.mapping !== request.mapping) return [];
  if (request.stock !== undefined && !isSameStock(request.stock, earlier.stock)) return [];
  const { runId } = earlier;
  const message = `Run ${runId} already imported this file, and nothing has been imported since.`;
  return [{ code: "same_file", message }];
}

/** Feeds and corrections compared at most. */
const maxEarlierFiles = 20;

/** Checks a file by itself and against the last files about its vendors. */
export async function checkFeed(db: Queryable, feed: Feed): Promise<RunStop[]> {
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

/** A file, what it is about and how it is imported. */
type FeedSource<Options extends ImportOptions> = {
  readonly file: FeedFile;
  readonly subject: Pick<
    RunRequest,
    "kind" | "mode" | "vendor" | "accountId" | "stock" | "excluded"
  >;
  readonly options: Options;
  readonly now: Date;
};

/**
 * Imports a file as a run, unless the same file was imported last. `work` stages the rows, checks
 * them and, unless the run stops at a check, writes them. Throws what `work` throws, or
 * `RunCancelled`; then nothing is written.
 */
export function importFeed<Options extends ImportOptions>(
  db: Database,
  session: Session,
  { file, subject, options, now }: FeedSource<Options>,
  work: (
    run: RunContext,
    feed: Feed<Options>,
  ) => Promise<
    Pick<
      RunReport,
      "counts" | "stops" | "moves" | "unread" | "leftOut" | "repeats" | "stock" | "warnings"
    >
  >,
): Promise<ConductedRun> {
  const request: RunRequest = {
    ...subject,
    reverts: null,
    source: options.source,
    startedBy: options.startedBy,
    isDry: options.dryRun,
    accepted: options.accepted,
    mapping: describeMapping(options.mapping),
    origin: options.origin,
    now,
  };
  const refusals = createFeedRefusals(options.refusedRows);
  const tally = createFeedTally();
  return conductRun(db, session, request, options.onProgress, async (run) => {
    const same = await checkSameFile(run.tx, request);
    if (run.stopsAt(same)) return createReport({}, same);
    const result = await work(run, { file, options, request, refusals, tally });
    return {
      ...result,
      stops: [...same, ...result.stops],
      warnings: [...(file.notes ?? []), ...describeLayout(tally), ...result.warnings],
      refusals: refusals.listFirst(),
      groups: refusals.listGroups(),
      refusedValues: refusals.listValues().map((value) => {
        const proposed = tally.decimalMarks.propose(value.written);
        return proposed === undefined ? value : { ...value, proposed };
      }),
      translated: tally.readings.list(),
      cleaned: tally.cleaned,
    };
  });
}
