import { selectCatalogCodes } from "../../catalog/codeQueries.ts";
import { type FeedStock, onHandColumn, readQuantity } from "../../catalog/feedStock.ts";
import { readCage, readManufacturer } from "../../catalog/offerFacts.ts";
import { partNumberKey } from "../../catalog/partNumber.ts";
import {
  type OfferFeed,
  readCondition,
  readListPrice,
  readPartNumber,
  readVendor,
} from "../../catalog/readOfferRecord.ts";
import { unitCodes } from "../../catalog/tradeCodes.ts";
import { copyRows } from "../../db/copyRows.ts";
import type { Database, Session, Transaction } from "../../db/database.ts";
import {
  type FeedRow,
  hasColumn,
  isFilled,
  readCode,
  readWholeNumber,
  refuseCell,
  requireCell,
} from "../../reading/row.ts";
import type { ConductedRun, RunContext } from "../conductRun.ts";
import { stockColumns } from "../file.ts";
import { checkEmptied, checkPriceMoves, type GuardRails, maxNamedMoves } from "../guardRails.ts";
import { checkFeed, type Feed, type FeedSource, importFeed } from "../rows/feed.ts";
import { type FeedReader, stageFeed } from "../rows/stageFeed.ts";
import type { RunRequest, RunStop } from "../run.ts";
import { insertChangedStock, maxListedRows } from "./changedRowQueries.ts";
import { selectPriceMoves } from "./plannedQueries.ts";
import {
  completeNamedRows,
  countStock,
  createStockStaging,
  encodeStock,
  planAbsentStock,
  planStock,
  type RefusedStock,
  refuseOlderStock,
  refuseUnclearStock,
  type StockRow,
  selectPlannedRows,
  selectRefusedStock,
  settleBins,
  stagedStockColumns,
  stagedStockTable,
  stockPrices,
  updatePlannedStock,
} from "./stockQueries.ts";
import {
  checkTerms,
  describeOlder,
  describeShortfalls,
  loadFeedStock,
  lockFeed,
  rememberFeed,
} from "./stockTerms.ts";

type StockFeed = Feed & { readonly stock: FeedStock };

/** A row with its cells, for refusing rows that the catalog does not know. */
type StockReading = { readonly stock: StockRow | null; readonly cells: readonly string[] };

function createStockReader(feed: OfferFeed): FeedReader<StockReading> {
  return {
    read: (row) => ({ stock: readStockRecord(row, feed), cells: row.cells }),
    // Repeated rows are found by the offer they match, after those without one are refused.
    identityOf: () => null,
    vendorOf: ({ stock }) => stock?.vendor ?? null,
    encode: ({ stock, cells }, line, refused) =>
      stock === null || refused ? "" : encodeStock(stock, line, cells),
  };
}

/** Reads the file into the staging table; returns warnings about its columns. */
async function stageStock(run: RunContext, feed: StockFeed): Promise<string[]> {
  const { vendor } = feed.request;
  const codes = await selectCatalogCodes(run.tx);
  const reader = createStockReader({ codes, vendor, stock: feed.stock });
  const { rows, columns, warnings } = await stageFeed(run, feed, stockColumns(vendor), reader);
  feed.stock.setHeader(columns);
  await createStockStaging(run.tx);
  await copyRows(run.tx, stagedStockTable, stagedStockColumns, rows);
  if (columns.places.has(offerNumberColumn)) await completeNamedRows(run.tx);
  return warnings;
}

function explain({ fault, earlier, reason }: RefusedStock): string {
  if (fault === "older") return reason;
  if (fault === "no offer") return "matches no offer in the catalog";
  if (fault === "several units")
    return "matches offers in several units of measure; add unit_of_measure";
  if (fault === "several manufacturers")
    return "matches offers of several manufacturers; add manufacturer or cage";
  return `repeats line ${earlier}`;
}

const refusedPerQuery = 5_000;

/** Returns how many rows are refused because their offer was counted later. */
async function refuseUnclear(run: RunContext, feed: StockFeed): Promise<number> {
  await refuseUnclearStock(run.tx);
  const older = feed.stock.mayBeOlder()
    ? await refuseOlderStock(run.tx, feed.stock.useBasis().asOf)
    : 0;
  let line = 0;
  for (;;) {
    const refused = await selectRefusedStock(run.tx, line, refusedPerQuery);
    for (const row of refused) {
      const record = { line: row.line, cells: JSON.parse(row.cells) as string[] };
      const fault = { column: null, value: "", reason: explain(row), suggestion: null };
      await feed.refusals.add(record, [fault]);
    }
    line = refused.at(-1)?.line ?? line;
    if (refused.length < refusedPerQuery) return older;
  }
}

async function checkPrices(tx: Transaction, limits: GuardRails): Promise<RunStop[]> {
  const moves = await selectPriceMoves(tx, stockPrices, limits.priceMove, maxNamedMoves);
  return checkPriceMoves(moves, "offer", limits);
}

async function work(run: RunContext, feed: StockFeed) {
  const { request, mapping, limits, refusals, tally, stock } = feed;
  const replaces = request.mode === "replace";
  const { tx } = run;
  const warnings = await stageStock(run, feed);
  const progress = { rows: tally.rows, rowsInAll: tally.rows };
  await lockFeed(tx, stock, () => run.reportProgress({ step: "waiting", ...progress }));
  run.reportProgress({ step: "writing", ...progress });
  const basis = stock.useBasis();
  await planStock(tx, basis);
  const { leftOut, repeats } = await settleBins(tx, stagedStockTable, mapping.repeats);
  if (leftOut > 0) await planStock(tx, basis);
  const older = await refuseUnclear(run, feed);
  await feed.refusedRows?.end();
  const refused = refusals.countRows();
  const absent =
    replaces && refused === 0
      ? await planAbsentStock(tx, basis, !stock.mayBeOlder())
      : { emptied: 0, inStock: 0 };
  if (replaces && refused > 0) {
    warnings.push("Rows were refused, so no offer was set out of stock.");
  }
  const checked = await checkTerms(tx, feed);
  const stops = [
    ...(await checkFeed(tx, feed)),
    ...checked.stops,
    ...checkEmptied(absent, limits),
    ...(await checkPrices(tx, limits)),
  ];
  const { updated, unchanged } = await countStock(tx);
  feed.onPlanned?.(await selectPlannedRows(tx));
  warnings.push(
    ...describeOlder(older),
    ...checked.warnings,
    ...(await describeShortfalls(tx, "planned_stock")),
  );
  if (!run.mayWrite(stops) || updated <= maxListedRows) {
    await insertChangedStock(tx, run.runId);
    await tx.commitSoFar();
  }
  if (run.mayWrite(stops)) {
    if (updated > 0) await updatePlannedStock(tx, run.runId, request.now);
    const written = { runId: run.runId, staging: stagedStockTable, counted: ["planned_stock"] };
    await rememberFeed(tx, written, feed);
  }
  const { emptied } = absent;
  const counts = {
    updated: updated - emptied,
    unchanged,
    emptied,
    refused,
    ...(leftOut === 0 ? {} : { repeated: leftOut }),
    rows: tally.rows,
  };
  const repeated = repeats === undefined ? {} : { repeats };
  return { counts, ...repeated, stops, stock: stock.terms(), warnings };
}

/**
 * Imports a stock feed; it changes only stock. Rows that match no offer, or several without a unit
 * of measure or a manufacturer, are refused. With `replace`, offers of the file's vendors that are
 * not in the file go out of stock, unless a row was refused. Throws `UnreadableFile` and
 * `RunCancelled`; then nothing is written.
 */
export function importStock(
  db: Database,
  session: Session,
  source: FeedSource,
  request: RunRequest,
): Promise<ConductedRun> {
  return importFeed(db, session, source, request, async (run, feed) =>
    work(run, { ...feed, stock: await loadFeedStock(run.tx, request) }),
  );
}

/** The number of an offer; no file names it. */
export const offerNumberColumn = "offer_id";
const maxOfferId = 2 ** 48 - 1;

/** The price of a row; null if it says nothing about it. */
function readChangedPrice(row: FeedRow) {
  if (!isFilled(row, "price")) return { listPrice: null, currency: null };
  const { missing, listPrice, currency } = readListPrice(row);
  if (missing !== null) refuseCell(row, "price", "is not a price above 0");
  return { listPrice, currency };
}

/** Reads a whole row; null if it is refused, with its faults in the row. */
function readStockRecord(row: FeedRow, feed: OfferFeed): StockRow | null {
  const { unitsOfMeasure } = feed.codes;
  const offerId = readWholeNumber(row, offerNumberColumn, [1, maxOfferId]);
  const isNamed = isFilled(row, offerNumberColumn);
  const requireUnlessNamed = <T>(column: string, value: T | null) =>
    isNamed ? value : requireCell(row, column, value);
  const partNumber = requireUnlessNamed("part_number", readPartNumber(row));
  const hasVendor = !isNamed || isFilled(row, "vendor");
  const vendor = hasVendor ? readVendor(row, feed.vendor) : null;
  const read = readCondition(row, feed.codes, { certificates: false });
  const condition = requireUnlessNamed("condition", read.condition);
  const unitOfMeasure = readCode(row, "unit_of_measure", unitCodes(unitsOfMeasure));
  const manufacturer = readManufacturer(row);
  const cage = readCage(row);
  const mode = feed.stock.modeOf(vendor, row);
  const isCounted = ["available_stock", onHandColumn.name].some((one) => isFilled(row, one));
  const mayBeUncounted = hasColumn(row, "price");
  const quantity = isCounted || !mayBeUncounted ? readQuantity(row, mode, unitOfMeasure) : null;
  const price = readChangedPrice(row);
  feed.stock.readAsOf(row);
  if (row.faults.length > 0) return null;
  if (quantity === null && price.listPrice === null) {
    const reason = "has neither a quantity nor a price";
    row.faults.push({ column: null, value: "", reason, suggestion: null });
  }
  const key = partNumber === null ? null : partNumberKey(partNumber);
  const match = { offerId, partNumberKey: key, vendor, condition, unitOfMeasure };
  return { ...match, manufacturer, cage, quantity, mode, ...price };
}
