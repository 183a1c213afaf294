// Invariant: a separator that may be of thousands or of decimals is refused, unless the currency
// leaves one reading (decision 66).
import {
  type Currency,
  currencyDigits,
  formatAmount,
  formatBareAmount,
  type Money,
  maxPriceMinor,
  parseAmount,
  parseCurrency,
} from "../money.ts";
import { type DecimalText, readDecimalText } from "./decimalText.ts";
import { type FeedRow, readDigits, readText, refuseCell } from "./feedRow.ts";
import { formatSuggestion } from "./suggestions.ts";

const signs: Readonly<Record<string, readonly string[]>> = {
  $: ["USD"],
  US$: ["USD"],
  USD$: ["USD"],
  DOLLAR: ["USD"],
  DOLLARS: ["USD"],
  "US DOLLAR": ["USD"],
  "US DOLLARS": ["USD"],
  "€": ["EUR"],
  EURO: ["EUR"],
  EUROS: ["EUR"],
  "£": ["GBP"],
  STERLING: ["GBP"],
  "¥": ["JPY", "CNY"],
  YEN: ["JPY"],
  CA$: ["CAD"],
  C$: ["CAD"],
  A$: ["AUD"],
  AU$: ["AUD"],
};

/** The codes that a sign or name may mean. Only suggested: a dollar can have many codes. */
export function findCurrencyCodes(text: string): readonly string[] {
  const sign = text.toUpperCase();
  return Object.hasOwn(signs, sign) ? (signs[sign] ?? []) : [];
}

const maxCellLength = 40;
const noPrice = "is not a decimal number such as 1250.00";

/** Why a price is refused that is above the highest one (decision 29). */
function describeHighest(currency: Currency): string {
  const highest = formatBareAmount({ minor: maxPriceMinor, currency });
  return `is above ${highest} ${currency}, the highest price`;
}

/** A currency by its ISO 4217 code in any case. */
export function readCurrency(row: FeedRow, column: string): Currency | null {
  const code = readText(row, column, maxCellLength);
  if (code === null) return null;
  const currency = parseCurrency(code.toUpperCase());
  if (currency !== undefined) return currency;
  const suggestion = formatSuggestion(findCurrencyCodes(code));
  return refuseCell(row, column, "is not an ISO 4217 currency code", suggestion);
}

/** The amount if the separator is of decimals. */
function toMinor({ whole, fraction }: DecimalText, currency: Currency): bigint | undefined {
  return parseAmount(fraction === "" ? whole : `${whole}.${fraction}`, currency);
}

/** The amount if the separator is of thousands. */
function toGroupedMinor({ whole, fraction }: DecimalText, currency: Currency) {
  return parseAmount(`${whole}${fraction}`, currency);
}

/** The amount of a number in its currency, or why it is unclear. */
function resolveAmount(number: DecimalText, currency: Currency): bigint | string {
  const digits = currencyDigits(currency);
  const minor = toMinor(number, currency);
  const tooFine = `has more than the ${digits} decimals of ${currency}`;
  if (number.kind === "clear") return minor ?? tooFine;
  if (number.mark === "." && digits >= number.fraction.length) return minor ?? tooFine;
  if (number.mark === "," && digits === 0) return toGroupedMinor(number, currency) ?? tooFine;
  if (number.mark === "." && minor === undefined) return tooFine;
  return `has a ${number.mark === "." ? "point" : "comma"} that may separate thousands or decimals`;
}

/**
 * Suggests how to write an unclear number, for each reading. There is no suggestion if only one
 * reading is an amount: 1,255 may be a price with three decimals, not a thousand times as much.
 */
function suggestAmounts(number: DecimalText, currency: Currency): string | null {
  if (number.kind === "clear") return null;
  const grouped = toGroupedMinor(number, currency);
  const decimal = toMinor(number, currency);
  if (grouped === undefined || decimal === undefined) return null;
  return formatSuggestion([grouped, decimal].map((minor) => formatAmount({ minor, currency })));
}

const signBefore = /^([A-Z]{2,3}\$?|[A-Z]{0,2}[$€£¥]) ?(\d.*)$/i;
const signAfter = /^(.*\d) ?([A-Z]{3}|[$€£¥])$/i;

/** Suggests the number of a price that is written with the row's currency. */
function suggestWithoutSign(text: string, currency: Currency | null): string | null {
  const [, before = "", numberAfter = ""] = signBefore.exec(text) ?? [];
  const [, numberBefore = "", after = ""] = signAfter.exec(text) ?? [];
  const sign = before === "" ? after : before;
  const number = readDecimalText(before === "" ? numberBefore : numberAfter);
  if (currency === null || number?.kind !== "clear") return null;
  const isMeant =
    sign === "$" || sign.toUpperCase() === currency || findCurrencyCodes(sign).includes(currency);
  const minor = isMeant ? toMinor(number, currency) : undefined;
  if (minor === undefined || minor > maxPriceMinor) return null;
  return formatSuggestion([formatAmount({ minor, currency })]);
}

/**
 * Reads a decimal number with at most the digits of its currency, decimals after a point or comma,
 * with or without separated thousands. Without a currency it only checks the format.
 */
export function readPrice(row: FeedRow, column: string, currency: Currency | null): Money | null {
  const text = readDigits(row, column, maxCellLength);
  if (text === null) return null;
  const number = readDecimalText(text);
  if (number === undefined) {
    return refuseCell(row, column, noPrice, suggestWithoutSign(text, currency));
  }
  if (currency === null) return null;
  const amount = resolveAmount(number, currency);
  if (typeof amount === "string") {
    return refuseCell(row, column, amount, suggestAmounts(number, currency));
  }
  return amount > maxPriceMinor
    ? refuseCell(row, column, describeHighest(currency))
    : { minor: amount, currency };
}
