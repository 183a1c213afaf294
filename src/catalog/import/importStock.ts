// Invariant: the import of a stock feed is one run, and it changes only stock.
import { copyRows } from "../../db/copyRows.ts";
import type { Database, Session } from "../../db/database.ts";
import {
  checkFeed,
  checkSameFile,
  createEmptyReport,
  type ReadFeed,
} from "../../imports/checkFeed.ts";
import { type ConductedRun, conductRun, type RunContext } from "../../imports/conductRun.ts";
import { describeIgnoredColumns } from "../../imports/feedColumns.ts";
import { describeReadingProgress, type FeedFile } from "../../imports/feedFile.ts";
import { createFeedRefusals } from "../../imports/feedRefusals.ts";
import { checkEmptied } from "../../imports/guardRails.ts";
import { createImportRequest, type ImportOptions } from "../../imports/importOptions.ts";
import type { RunReport } from "../../imports/importRun.ts";
import {
  createFeedTally,
  describeReadFile,
  type FeedReader,
  openFeed,
  stageFeed,
} from "../../imports/stageFeed.ts";
import { lockImports, selectCatalogCodes, tryLockImports } from "./importQueries.ts";
import type { OfferFeed } from "./readOfferRecord.ts";
import { readStockRecord, type StockRow, stockColumns } from "./readStockRecord.ts";
import {
  countStock,
  createStockStaging,
  encodeStock,
  planAbsentStock,
  planStock,
  type RefusedStock,
  refuseUnclearStock,
  selectRefusedStock,
  stagedStockColumns,
  stagedStockTable,
  updatePlannedStock,
} from "./stockQueries.ts";

type StockImportOptions = ImportOptions & {
  /** The vendor of every row; null if the file has a vendor column. Clean, see `cleanText`. */
  readonly vendor: string | null;
  /** Whether offers of the file's vendors that are not in the file go out of stock. */
  readonly replace: boolean;
};

type Feed = ReadFeed & {
  readonly options: StockImportOptions;
};

/** A row with its cells, for refusing rows that the catalog does not know. */
type StockReading = { readonly stock: StockRow | null; readonly cells: readonly string[] };

function createStockReader(feed: OfferFeed): FeedReader<StockReading> {
  return {
    read: (row) => ({ stock: readStockRecord(row, feed), cells: row.cells }),
    identityOf: ({ stock }) => {
      if (stock === null) return null;
      const { partNumberKey, vendor, condition, unitOfMeasure } = stock;
      return [partNumberKey, vendor, condition, unitOfMeasure ?? ""].join("\n");
    },
    vendorOf: ({ stock }) => stock?.vendor ?? null,
    encode: ({ stock, cells }, line, refused) =>
      stock === null || refused ? "" : encodeStock(stock, line, cells),
  };
}

async function stageFile(run: RunContext, feed: Feed): Promise<string[]> {
  const { file, options, refusals, tally } = feed;
  const { tx } = run;
  const columns = stockColumns(options.vendor !== null);
  const opened = await openFeed(file.batches, columns, options.mapping, options.refusedRows);
  const codes = await selectCatalogCodes(tx);
  const reader = createStockReader({ codes, vendor: options.vendor });
  await createStockStaging(tx);
  const rows = stageFeed(opened, reader, refusals, tally, () =>
    run.reportProgress(describeReadingProgress(file, tally.rows)),
  );
  await copyRows(tx, stagedStockTable, stagedStockColumns, rows);
  run.recordFile(describeReadFile(file, tally));
  return describeIgnoredColumns(opened.columns);
}

function explain({ fault, earlier }: RefusedStock): string {
  if (fault === "no offer") return "matches no offer in the catalog";
  if (fault === "several units")
    return "matches offers in several units of measure; add unit_of_measure";
  return `repeats line ${earlier}`;
}

const refusedPerQuery = 5_000;

async function refuseUnclear(run: RunContext, feed: Feed): Promise<void> {
  await refuseUnclearStock(run.tx);
  let line = 0;
  for (;;) {
    const refused = await selectRefusedStock(run.tx, line, refusedPerQuery);
    for (const row of refused) {
      const record = { line: row.line, cells: JSON.parse(row.cells) as string[] };
      const fault = { column: null, value: "", reason: explain(row), suggestion: null };
      await feed.refusals.add(record, [fault]);
    }
    line = refused.at(-1)?.line ?? line;
    if (refused.length < refusedPerQuery) return;
  }
}

async function waitForLock(run: RunContext, rows: number): Promise<void> {
  if (!(await tryLockImports(run.tx))) {
    run.reportProgress({ step: "waiting", rows, rowsInAll: rows });
    await lockImports(run.tx);
  }
  run.reportProgress({ step: "writing", rows, rowsInAll: rows });
}

const noneEmptied = { emptied: 0, inStock: 0 };

async function work(run: RunContext, feed: Feed): Promise<RunReport> {
  const { options, request, refusals, tally } = feed;
  const { tx, runId } = run;
  const same = await checkSameFile(tx, request);
  if (run.stopsAt(same)) return createEmptyReport(same);
  const warnings = await stageFile(run, feed);
  await waitForLock(run, tally.rows);
  await planStock(tx);
  await refuseUnclear(run, feed);
  await options.refusedRows?.end();
  const isWhole = refusals.countRows() === 0;
  const absent = options.replace && isWhole ? await planAbsentStock(tx) : noneEmptied;
  const { emptied } = absent;
  if (options.replace && !isWhole) {
    warnings.push("Rows were refused, so no offer was set out of stock.");
  }
  const stops = [...same, ...(await checkFeed(tx, feed)), ...checkEmptied(absent, options.limits)];
  const { updated, unchanged } = await countStock(tx);
  if (updated > 0 && !run.stopsAt(stops)) await updatePlannedStock(tx, runId, request.now);
  return {
    counts: {
      updated: updated - emptied,
      unchanged,
      emptied,
      refused: refusals.countRows(),
      rows: tally.rows,
    },
    stops,
    refusals: refusals.listFirst(),
    groups: refusals.listGroups(),
    cleaned: tally.cleaned,
    warnings,
  };
}

/**
 * Imports a stock feed. Rows that match no offer, or several without a unit of measure, are
 * refused. With `replace`, offers of the file's vendors that are not in the file go out of stock,
 * unless a row was refused. Throws `UnreadableFile` and `RunCancelled`; then nothing is written.
 */
export function importStock(
  db: Database,
  session: Session,
  file: FeedFile,
  options: StockImportOptions,
  now: Date,
): Promise<ConductedRun> {
  const { vendor, replace } = options;
  const mode = replace ? "replace" : "merge";
  const request = createImportRequest(
    { kind: "stock", mode, vendor, accountId: null },
    options,
    now,
  );
  const refusals = createFeedRefusals(options.refusedRows);
  const feed: Feed = {
    file,
    options,
    request,
    refusals,
    tally: createFeedTally(),
  };
  return conductRun(db, session, request, options.onProgress, (run) => work(run, feed));
}
