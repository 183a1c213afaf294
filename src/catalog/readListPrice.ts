// Reads the list price of a row. Invariant: a price that is missing or 0 is on request, unless the
// row says that 0 is free of charge; a price that cannot be read is refused (decision 152). So a
// stored price of 0 is free of charge.

import { toStoredPrice } from "../price.ts";
import { findFormatCurrency, readCurrency, readPrice } from "../reading/priceCell.ts";
import {
  type CodeList,
  type ColumnRule,
  type FeedRow,
  isFilled,
  readCode,
  requireCell,
} from "../reading/row.ts";

/** The column of a file that says whether a price of 0 is free of charge. */
export const zeroPriceColumn = "zero_price_is_free";

/** Its text if 0 is free of charge; otherwise 0 is no price. */
export const freeOfCharge = "yes";

export const zeroPriceRule: ColumnRule = { name: zeroPriceColumn, required: false, synonyms: [] };

const answers: CodeList = {
  known: new Set([freeOfCharge.toUpperCase(), "NO"]),
  synonyms: new Map(),
  reason: "is not yes or no",
  suggest: () => null,
};

export function readFreeOfCharge(row: FeedRow): boolean {
  return readCode(row, zeroPriceColumn, answers) === freeOfCharge.toUpperCase();
}

/** A price as it is stored (`toStoredPrice`). Without one, `missing` says what the cell had. */
export type ListPriceReading = {
  readonly listPrice: string | null;
  readonly currency: string | null;
  readonly missing: "empty" | "zero" | null;
};

/** The currency may be empty if the price is, or if the price has a sign that means one. */
export function readListPrice(row: FeedRow): ListPriceReading {
  const isFree = readFreeOfCharge(row);
  const stated = readCurrency(row, "currency");
  const isStated = stated !== null || isFilled(row, "currency");
  const known = isStated ? stated : findFormatCurrency(row, "price");
  const before = row.faults.length;
  const read = readPrice(row, "price", known);
  if (read === null && row.faults.length === before)
    return { listPrice: null, currency: stated, missing: "empty" };
  const currency = requireCell(row, "currency", known ?? read?.sign ?? null);
  const price = read?.price ?? null;
  if (price?.minor === 0n && !isFree) return { listPrice: null, currency, missing: "zero" };
  return { listPrice: price && toStoredPrice(price), currency, missing: null };
}
