// The modes of vendors before and after a feed, and what its quantities lead to (decision 153).
import type { Transaction } from "../../db/database.ts";
import type { Feed, OfferImportOptions } from "../../imports/feed.ts";
import { checkStockMode } from "../../imports/guardRails.ts";
import type { RunStop } from "../../imports/importRun.ts";
import { groupDigits } from "../../money.ts";
import { createFeedStock, type FeedStock } from "./feedStock.ts";
import { selectPlannedShortfalls, selectStockModes, upsertStockModes } from "./feedStockQueries.ts";

export async function loadFeedStock(
  tx: Transaction,
  { stock, receivedAt }: OfferImportOptions,
  now: Date,
): Promise<FeedStock> {
  return createFeedStock(stock, await selectStockModes(tx), receivedAt ?? now, now);
}

/** A feed whose quantities are read by their meaning. */
type StockedFeed = Feed<OfferImportOptions> & { readonly stock: FeedStock };

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

/** Remembers the mode of the feed's vendors for their next one. */
export function rememberStockMode(
  tx: Transaction,
  staging: string,
  { options, request, stock }: StockedFeed,
): Promise<void> {
  const fed = { vendors: stock.knownVendors(), mode: options.stock.mode };
  return upsertStockModes(tx, staging, fed, request.now);
}

/** A warning if a plan leaves less on hand than is allocated. */
export async function describeShortfalls(tx: Transaction, plan: string): Promise<string[]> {
  const { count, first } = await selectPlannedShortfalls(tx, plan);
  if (count === 0) return [];
  const offers = count === 1 ? "1 offer has" : `${groupDigits(count)} offers have`;
  return [`${offers} less on hand than is allocated to orders; first: ${first}.`];
}
