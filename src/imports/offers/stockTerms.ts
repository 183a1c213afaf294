// The modes of vendors before and after a feed, and what its quantities lead to (decision 153).
import { createFeedStock, type FeedStock, undeclaredStock } from "../../catalog/feedStock.ts";
import type { Transaction } from "../../db/database.ts";
import { groupDigits } from "../../kit/money.ts";
import { checkStockMode } from "../guardRails.ts";
import type { Feed } from "../rows/feed.ts";
import type { RunId, RunRequest, RunStop } from "../run.ts";
import { lockImports } from "./stagingQueries.ts";
import {
  insertOfferCounts,
  maxCountedRows,
  selectLastCount,
  selectPlannedShortfalls,
  selectStockModes,
  updateVendorCounts,
  upsertStockModes,
} from "./stockTermQueries.ts";

export async function loadFeedStock(
  tx: Transaction,
  { stock = undeclaredStock, receivedAt, now }: RunRequest,
): Promise<FeedStock> {
  const earlier = { modes: await selectStockModes(tx), lastCount: await selectLastCount(tx) };
  return createFeedStock(stock, earlier, receivedAt ?? now, now);
}

/** A feed whose quantities are read by their meaning. */
type StockedFeed = Feed & { readonly stock: FeedStock };

/**
 * Takes the lock among imports, calling `onWait` first if it has to wait. From then on it is known
 * whether offers were counted after the feed.
 */
export async function lockFeed(
  tx: Transaction,
  stock: FeedStock,
  onWait: () => void,
): Promise<void> {
  await lockImports(tx, onWait);
  stock.setLastCount(await selectLastCount(tx));
}

/**
 * Stops a feed whose mode nobody has declared, or whose mode another import changed before this one
 * had the lock among imports. A dry run warns, and shows it as on hand.
 */
export async function checkTerms(
  tx: Transaction,
  { stock, request }: StockedFeed,
): Promise<{ readonly stops: readonly RunStop[]; readonly warnings: readonly string[] }> {
  const changed = stock.findChanged(await selectStockModes(tx));
  const stops = checkStockMode(stock.terms().undecided, changed);
  return request.isDry
    ? { stops: [], warnings: stops.map(({ message }) => message) }
    : { stops, warnings: [] };
}

/** A written feed: `counted` are its tables of the offers or rows that it counted. */
type WrittenFeed = {
  readonly runId: RunId;
  readonly staging: string;
  readonly counted: readonly string[];
};

/** Remembers the mode of the feed's vendors for their next one, and when it was counted. */
export async function rememberFeed(
  tx: Transaction,
  { runId, staging, counted }: WrittenFeed,
  { request, stock, tally }: StockedFeed,
): Promise<void> {
  const { mode, appliesOlder = false } = request.stock ?? undeclaredStock;
  if (mode !== "by column") {
    await upsertStockModes(tx, staging, { vendors: stock.knownVendors(), mode }, request.now);
  }
  const count = { runId, at: stock.useBasis().asOf, appliesOlder };
  if (tally.rows > maxCountedRows) await updateVendorCounts(tx, staging, count);
  else for (const table of counted) await insertOfferCounts(tx, table, count);
}

/** A warning if rows of a feed were counted before their offers. */
export function describeOlder(rows: number): string[] {
  if (rows === 0) return [];
  const were = rows === 1 ? "1 row was" : `${groupDigits(rows)} rows were`;
  const why = `${were} refused because the stock of the offer was counted later.`;
  return [`${why} To import them anyway, apply older counts (--older-counts).`];
}

/** A warning if a plan leaves less on hand than is allocated. */
export async function describeShortfalls(tx: Transaction, plan: string): Promise<string[]> {
  const { count, first } = await selectPlannedShortfalls(tx, plan);
  if (count === 0) return [];
  const offers = count === 1 ? "1 offer has" : `${groupDigits(count)} offers have`;
  return [`${offers} less on hand than is allocated to orders; first: ${first}.`];
}
