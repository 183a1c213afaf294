// A price and its currency from the cells of a file.
import { type Currency, currencyDigits, type Money, parseAmount, parseCurrency } from "../money.ts";
import { type FeedRow, readDigits, readText, refuseCell } from "./feedRow.ts";

/** The database keeps minor units in 64 bits. */
const maxMinor = 9_223_372_036_854_775_807n;
const amountShape = /^\d{1,15}(?:\.\d+)?$/;
const maxCellLength = 40;

/** A currency by its ISO 4217 code in any case. */
export function readCurrency(row: FeedRow, column: string): Currency | null {
  const code = readText(row, column, maxCellLength);
  if (code === null) return null;
  return (
    parseCurrency(code.toUpperCase()) ?? refuseCell(row, column, "is no ISO 4217 currency code")
  );
}

/**
 * A decimal number with a point and at most the digits of its currency; without one it is only
 * looked at.
 */
export function readPrice(row: FeedRow, column: string, currency: Currency | null): Money | null {
  const text = readDigits(row, column, maxCellLength);
  if (text === null) return null;
  if (!amountShape.test(text)) {
    return refuseCell(row, column, "is no plain decimal number such as 1250.00");
  }
  if (currency === null) return null;
  const minor = parseAmount(text, currency);
  if (minor === undefined) {
    const digits = currencyDigits(currency);
    return refuseCell(row, column, `has more decimals than the ${digits} of ${currency}`);
  }
  return minor > maxMinor ? refuseCell(row, column, "is too large") : { minor, currency };
}
