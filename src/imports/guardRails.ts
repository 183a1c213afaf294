// What stops an import before it writes: the pure judgement of what it would do. Each stop says
// what would happen; whoever accepts it gives a reason.
import type { PriceMove, RunId, RunStop } from "./importRun.ts";

/** Limits in percent; what is over one stops the import. */
export type GuardRails = {
  /** How far the rows may fall short of those of the last file about the same vendors. */
  readonly fewerRows: number;
  /** How many of a vendor's active offers may become inactive. */
  readonly goesInactive: number;
  /** How far the price of an offer, or an agreed one, may move. */
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

/** A file that was taken before, as far as the next one is measured by it. */
export type EarlierFile = {
  readonly runId: RunId;
  readonly rows: number;
  /** Whether it was let through although it had far fewer rows than the one before it. */
  readonly wasFewer: boolean;
};

/** Prices that move further than the limit: how many, and the widest. */
export type MovedPrices = { readonly count: number; readonly widest: readonly PriceMove[] };

/** So many of the widest moves are told of each run. */
export const maxReportedMoves = 10;

/** What a catalog import would do to offers that are there. */
export type ChangeFigures = {
  readonly vendors: readonly VendorFigures[];
  readonly moves: MovedPrices;
};

function countOf(count: number, noun: string): string {
  return count === 1 ? `1 ${noun}` : `${count} ${noun}s`;
}

/** Whether a file of `rows` rows lacks too many of those of another. */
function lacksRows(rows: number, other: number, limits: GuardRails): boolean {
  return rows * 100 < other * (100 - limits.fewerRows);
}

/**
 * The file that another is measured by: the last one. One that was let through with far fewer rows
 * than usual, as corrections are, measures those of its own size alone.
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

/** Judges a file by itself and beside the `earlier` ones it is a later edition of. */
export function checkFileRows(
  file: FileFigures,
  earlier: readonly EarlierFile[],
  limits: GuardRails,
  refusesFile: boolean,
): RunStop[] {
  const stops: RunStop[] = [];
  if (file.isCutOff) {
    const message = "The last line of the file is cut off, so rows may be missing behind it.";
    stops.push({ code: "cut_off", message });
  }
  const measure = findMeasure(file.rows, earlier, limits);
  if (measure !== undefined && lacksRows(file.rows, measure.rows, limits)) {
    const message =
      `The file has ${countOf(file.rows, "row")}, the last one of its kind (run ` +
      `${measure.runId}) had ${measure.rows}: more than ${limits.fewerRows} % are missing.`;
    stops.push({ code: "fewer_rows", message });
  }
  if (refusesFile && file.refused > 0) {
    const message = `${countOf(file.refused, "row")} would be refused, and none may be.`;
    stops.push({ code: "rows_refused", message });
  }
  return stops;
}

/** Judges a stock feed that puts offers out of stock because it lacks them. */
export function checkEmptied(
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
export function checkChanges(changes: ChangeFigures, limits: GuardRails): RunStop[] {
  const stops: RunStop[] = changes.vendors
    .filter(({ active, goesInactive }) => goesInactive * 100 > active * limits.goesInactive)
    .map(({ vendor, active, goesInactive }) => ({
      code: "goes_inactive" as const,
      message:
        `${goesInactive} of the ${countOf(active, "active offer")} of "${vendor}" would no ` +
        `longer be active: more than ${limits.goesInactive} %.`,
    }));
  return [...stops, ...checkPriceMoves(changes.moves, "offer", limits)];
}

/** Judges prices that move further than the limit; `noun` is what has them. */
export function checkPriceMoves(
  { count, widest }: MovedPrices,
  noun: string,
  limits: GuardRails,
): RunStop[] {
  if (count === 0) return [];
  const named = widest.map(({ subject, before, after }) => `${subject} from ${before} to ${after}`);
  const more = count > widest.length ? "; and more" : "";
  const message =
    `The price of ${countOf(count, noun)} would move by more than ${limits.priceMove} %: ` +
    `${named.join("; ")}${more}.`;
  return [{ code: "price_moves", message }];
}
