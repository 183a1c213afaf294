// What stops an import before it writes: the pure judgement of what it would do. Each stop says
// what would happen; whoever accepts it gives a reason.

import type { RunStop } from "./importRun.ts";
import type { EarlierRun } from "./queries.ts";

/** Limits in percent; what is over one stops the import. */
export type GuardRails = {
  /** How far the rows may fall short of those of the last file of its kind. */
  readonly fewerRows: number;
  /** How many of a vendor's active offers may become inactive. */
  readonly goesInactive: number;
  /** How far the price of an offer may move. */
  readonly priceMove: number;
};

/** What is known of a file once it is read. `isCutOff`: its last line ends within a row. */
export type FileFigures = {
  readonly rows: number;
  readonly refused: number;
  readonly isCutOff: boolean;
};

/** Offers of a vendor that are active now, and how many of them would not be. */
export type VendorFigures = {
  readonly vendor: string;
  readonly active: number;
  readonly goesInactive: number;
};

/** A price before and after, as amounts with their currency. */
export type PriceMove = {
  readonly partNumber: string;
  readonly vendor: string;
  readonly before: string;
  readonly after: string;
};

/** What a catalog import would do to offers that are there. */
export type ChangeFigures = {
  readonly vendors: readonly VendorFigures[];
  /** Prices that move further than the limit: how many, and the widest. */
  readonly movedPrices: number;
  readonly widestMoves: readonly PriceMove[];
};

function countOf(count: number, noun: string): string {
  return count === 1 ? `1 ${noun}` : `${count} ${noun}s`;
}

/** Judges a file by itself and beside the last one of its kind. */
export function judgeFile(
  file: FileFigures,
  earlier: EarlierRun | undefined,
  limits: GuardRails,
  refusesFile: boolean,
): RunStop[] {
  const stops: RunStop[] = [];
  if (file.isCutOff) {
    const message = "The last line of the file is cut off, so rows may be missing behind it.";
    stops.push({ code: "cut_off", message });
  }
  const before = earlier?.rows ?? 0;
  if (file.rows * 100 < before * (100 - limits.fewerRows)) {
    const message =
      `The file has ${countOf(file.rows, "row")}, the last one of its kind (run ` +
      `${earlier?.runId}) had ${before}: more than ${limits.fewerRows} % are missing.`;
    stops.push({ code: "fewer_rows", message });
  }
  if (refusesFile && file.refused > 0) {
    const message = `${countOf(file.refused, "row")} would be refused, and none may be.`;
    stops.push({ code: "rows_refused", message });
  }
  return stops;
}

/** Judges a stock feed that puts offers out of stock because it lacks them. */
export function judgeEmptied(
  { emptied, inStock }: { readonly emptied: number; readonly inStock: number },
  limits: GuardRails,
): RunStop[] {
  if (emptied * 100 <= inStock * limits.goesInactive) return [];
  const message =
    `${emptied} of the ${countOf(inStock, "offer")} in stock of the feed's vendors would be out ` +
    `of stock: more than ${limits.goesInactive} %.`;
  return [{ code: "goes_inactive", message }];
}

/** Judges what an import would do to the offers that are there. */
export function judgeChanges(changes: ChangeFigures, limits: GuardRails): RunStop[] {
  const stops: RunStop[] = changes.vendors
    .filter(({ active, goesInactive }) => goesInactive * 100 > active * limits.goesInactive)
    .map(({ vendor, active, goesInactive }) => ({
      code: "goes_inactive" as const,
      message:
        `${goesInactive} of the ${countOf(active, "active offer")} of "${vendor}" would no ` +
        `longer be active: more than ${limits.goesInactive} %.`,
    }));
  if (changes.movedPrices > 0) {
    const widest = changes.widestMoves
      .map(
        ({ partNumber, vendor, before, after }) =>
          `${partNumber} of "${vendor}" from ${before} to ${after}`,
      )
      .join("; ");
    const offers = changes.movedPrices === 1 ? "1 offer" : `${changes.movedPrices} offers`;
    const message =
      `The price of ${offers} would move by more than ${limits.priceMove} %: ${widest}` +
      `${changes.movedPrices > changes.widestMoves.length ? "; and more" : ""}.`;
    stops.push({ code: "price_moves", message });
  }
  return stops;
}
