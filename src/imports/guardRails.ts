// The limits that stop an import before it writes. Pure. An operator can accept a stop by giving a
// reason.
import { groupDigits } from "../kit/money.ts";
import type { PriceMove, RunId, RunStop } from "./run.ts";

/** Limits in percent; exceeding one stops the import. */
export type GuardRails = {
  /** By how much the rows may fall below those of the last file about the same vendors. */
  readonly fewerRows: number;
  /** How many of a vendor's active offers may become inactive. */
  readonly goesInactive: number;
  /** By how much the price of an offer or agreement may change. */
  readonly priceMove: number;
};

/** Figures of a file once it is read. `isCutOff`: its last line ends within a row. */
type FileFigures = {
  readonly rows: number;
  readonly refused: number;
  readonly isCutOff: boolean;
};

/** A vendor's active offers, and how many would become inactive. */
export type VendorFigures = {
  readonly vendor: string;
  readonly active: number;
  readonly goesInactive: number;
};

/** An earlier import of a file, for comparison. */
export type EarlierFile = {
  readonly runId: RunId;
  readonly rows: number;
  /** Whether it was accepted although it had far fewer rows than the file before it. */
  readonly wasFewer: boolean;
};

/** Prices that change by more than the limit: how many, and the largest changes. */
export type MovedPrices = { readonly count: number; readonly widest: readonly PriceMove[] };

/** The price changes that a message names, the largest first. */
export const maxNamedMoves = 5;

/** What a catalog import would do to existing offers. */
type ChangeFigures = {
  readonly vendors: readonly VendorFigures[];
  readonly moves: MovedPrices;
};

function countOf(count: number, noun: string): string {
  return count === 1 ? `1 ${noun}` : `${groupDigits(count)} ${noun}s`;
}

/** Whether `rows` rows are too few compared to `other`. */
function lacksRows(rows: number, other: number, limits: GuardRails): boolean {
  return rows * 100 < other * (100 - limits.fewerRows);
}

/**
 * The earlier file to compare with: the last one. A file that was accepted with far fewer rows than
 * usual, such as a correction, is compared only with files of its own size.
 */
function findMeasure(
  rows: number,
  earlier: readonly EarlierFile[],
  limits: GuardRails,
): EarlierFile | undefined {
  const fits = ({ rows: before, wasFewer }: EarlierFile) =>
    !wasFewer || !lacksRows(before, rows, limits);
  return earlier.find(fits) ?? earlier.at(-1);
}

/** Checks a file by itself and against the `earlier` files of its kind. */
export function checkFileRows(
  file: FileFigures,
  earlier: readonly EarlierFile[],
  limits: GuardRails,
  refusesFile: boolean,
): RunStop[] {
  const stops: RunStop[] = [];
  if (file.isCutOff) {
    const message = "The last line of the file is cut off, so rows may be missing after it.";
    stops.push({ code: "cut_off", message });
  }
  const measure = findMeasure(file.rows, earlier, limits);
  if (measure !== undefined && lacksRows(file.rows, measure.rows, limits)) {
    const message =
      `The file has ${countOf(file.rows, "row")}; the previous one (run ${measure.runId}) had ` +
      `${groupDigits(measure.rows)}. More than ${limits.fewerRows}% are missing.`;
    stops.push({ code: "fewer_rows", message });
  }
  if (refusesFile && file.refused > 0) {
    const rows = countOf(file.refused, "row");
    const message = `${rows} would be refused; refused rows are not allowed in this import.`;
    stops.push({ code: "rows_refused", message });
  }
  return stops;
}

/** Names at most this many vendors. */
const maxNamedVendors = 10;

function nameVendors(vendors: readonly string[]): string {
  const named = vendors.slice(0, maxNamedVendors).map((vendor) => `"${vendor}"`);
  return `${named.join(", ")}${vendors.length > maxNamedVendors ? " and others" : ""}`;
}

/**
 * Stops the feeds of vendors whose quantities nobody has declared yet, or that another import
 * declared to mean something else in the meantime (decision 153).
 */
export function checkStockMode(
  undecided: readonly string[],
  changed: readonly string[],
): RunStop[] {
  const stops: string[] = [];
  if (undecided.length > 0) {
    stops.push(
      `Choose what the quantities of ${nameVendors(undecided)} mean: on hand (--stock on-hand) ` +
        "or available (--stock available). The choice is saved. Nothing is assumed, because " +
        "the wrong one would miscount stock that is allocated to orders.",
    );
  } else if (changed.length > 0) {
    stops.push(
      `Another import has just changed what the quantities of ${nameVendors(changed)} mean. ` +
        "Import the file again.",
    );
  }
  return stops.map((message) => ({ code: "stock_mode", message }));
}

export function checkEmptied(
  { emptied, inStock }: { readonly emptied: number; readonly inStock: number },
  limits: GuardRails,
): RunStop[] {
  if (emptied * 100 <= inStock * limits.goesInactive) return [];
  const message =
    `${groupDigits(emptied)} of ${countOf(inStock, "offer")} in stock would go out of stock ` +
    `(limit ${limits.goesInactive}%).`;
  return [{ code: "goes_inactive", message }];
}

export function checkChanges(changes: ChangeFigures, limits: GuardRails): RunStop[] {
  const stops: RunStop[] = changes.vendors
    .filter(({ active, goesInactive }) => goesInactive * 100 > active * limits.goesInactive)
    .map(({ vendor, active, goesInactive }) => ({
      code: "goes_inactive" as const,
      message:
        `${groupDigits(goesInactive)} of ${countOf(active, "active offer")} of "${vendor}" would ` +
        `become inactive (limit ${limits.goesInactive}%).`,
    }));
  return [...stops, ...checkPriceMoves(changes.moves, "offer", limits)];
}

/** Discounts of a file that may be fractions: their count, and the first with its line. */
export type SmallDiscounts = { count: number; first: string };

/** Checks discounts below 1% without a percent sign: a spreadsheet stores 15% as 0.15. */
export function checkSmallDiscounts({ count, first }: Readonly<SmallDiscounts>): RunStop[] {
  if (count === 0) return [];
  const message =
    `The file has ${countOf(count, "discount")} below 1% without a percent sign; ` +
    `first: ${first}. They may be fractions, such as 0.15 for 15%.`;
  return [{ code: "small_discounts", message }];
}

/** Checks prices that change by more than the limit; `noun` is what has them. */
export function checkPriceMoves(
  { count, widest }: MovedPrices,
  noun: string,
  limits: GuardRails,
): RunStop[] {
  if (count === 0) return [];
  const named = widest.map(({ subject, before, after }) => `${subject} from ${before} to ${after}`);
  const more = count > widest.length ? "; and more" : "";
  const message =
    `The price of ${countOf(count, noun)} would change by more than ${limits.priceMove}%: ` +
    `${named.join("; ")}${more}.`;
  return [{ code: "price_moves", message }];
}
