// What a header of prices says about them: their currency, and the units that they are for.
// Invariant: a header that may name units is followed only if it is clear, else it is a question.
import { findHeaderCurrency } from "./headerWords.ts";

/** The column that has the currency of a price. */
const currencyColumn = "currency";

/** The column that has the number of units that a price is for. */
export const pricePerColumn = "price_per";

const counts = `(?<count>100|1[.,' ]?000|hundred|thousand|hundert|tausend)`;
const unitWords = String.raw`(?:\s*(?:ea|each|pcs?|pieces?|units?|st|stk|stück)\b\.?)?`;
const before = String.raw`(?:\b(?:per|pro|je|par|por|les)\s+|(?<!\d\s?)\/\s?)`;
/** "Price per 100+" and "Price/100-499" are prices of one unit, for those who buy so many. */
const noBreak = String.raw`(?!${unitWords}\s*(?:\+|[-–]\s*\d))`;
const perUnits = new RegExp(
  String.raw`${before}${counts}(?![\d.,]*\d|\w)${noBreak}${unitWords}`,
  "iu",
);

/** The units that a header names clearly ("Price per 100", "Preis/1000"): 100 or 1000. */
export function findHeaderUnits(header: string): "100" | "1000" | undefined {
  const count = perUnits.exec(header)?.groups?.["count"];
  if (count === undefined) return undefined;
  return /^(?:100$|hund)/i.test(count) ? "100" : "1000";
}

/** The header without its units: "Price" for "Price per 100". */
export function withoutUnits(header: string): string {
  return header.replace(perUnits, " ").trim();
}

/** Whether a header of prices may mean prices per 100 or 1,000. */
export function mayBePerMany(header: string): boolean {
  return /(?<!\d)(?:100|1[.,' ]?000)(?!\d)|\bper (?:hundred|thousand|C|M)\b|\/[CM]\b/i.test(header);
}

type Fixed = ReadonlyMap<string, string>;

/** The units that a header of prices names; `unclear` if it may name some. */
export type HeaderUnits = 100 | 1000 | "unclear";

/** The units of a header, unless the given ones differ from them. */
function findNamedUnits(header: string, given: string | undefined): HeaderUnits | undefined {
  const units = findHeaderUnits(header);
  if (given !== undefined && /^10{0,3}$/.test(given) && given !== units) return undefined;
  if (units !== undefined) return units === "100" ? 100 : 1000;
  return given === undefined && mayBePerMany(header) ? "unclear" : undefined;
}

/**
 * Adds what the header of the prices names to the `fixed` values: a currency if its column is open,
 * which is known to the reader and not in the file; units if their column is known, for rows in
 * which it is empty. A given value that differs from a named currency is a fault; so are units that
 * are not clear, until they are given or the file has their column.
 */
export function readPriceHeader(
  header: string,
  isOpen: (column: string) => boolean,
  isKnown: (column: string) => boolean,
  fixed: Fixed,
): {
  readonly fixed: Fixed;
  readonly headerUnits: HeaderUnits | undefined;
  readonly faults: readonly string[];
} {
  const read = new Map(fixed);
  const faults: string[] = [];
  const currency = isOpen(currencyColumn) ? findHeaderCurrency(header) : undefined;
  if (currency !== undefined) {
    const given = fixed.get(currencyColumn)?.toUpperCase() ?? currency;
    if (given === currency) read.set(currencyColumn, currency);
    else faults.push(`The header "${header}" names ${currency}, not ${given}.`);
  }
  if (isKnown(pricePerColumn) && !fixed.has(pricePerColumn)) {
    const units = findHeaderUnits(header);
    if (units !== undefined) read.set(pricePerColumn, units);
    else if (isOpen(pricePerColumn) && mayBePerMany(header)) {
      faults.push(
        `"${header}" may be prices per 100 or 1,000. Set ${pricePerColumn} to 1, 100 or 1000.`,
      );
    }
  }
  const given = fixed.get(pricePerColumn);
  const headerUnits = isKnown(pricePerColumn) ? findNamedUnits(header, given) : undefined;
  return { fixed: read, headerUnits, faults };
}
