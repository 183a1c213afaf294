// The price of one unit, which may have more decimals than its currency (decision 29). Invariant:
// `minor` is the price rounded half up, and it is 0 only if the price is 0.
import {
  type BasisPoints,
  type Currency,
  currencyDigits,
  formatAmount,
  groupDigits,
  type Money,
  toWireMoney,
  type WireMoney,
} from "./money.ts";

/** `exact` is in 10^-11 of the minor unit, and present only if `minor` is rounded. */
export type Price = Money & { readonly exact?: bigint };

/** The number of units that a written price is for. */
export type PricedUnits = 1 | 10 | 100 | 1000;

/** The most decimals of a price per unit in a file or form: 4 decimals per 1,000 units. */
export const maxPriceDecimals = 7;

/** Those of a price, in any currency, and 4 of a percentage. */
const exactDigits = 11;
const wholeMinor = 10n ** BigInt(exactDigits);

/** Rounds half up to minor units; only 0 becomes 0 (decision 152). */
function roundToMinor(exact: bigint): bigint {
  const minor = (exact + wholeMinor / 2n) / wholeMinor;
  return minor === 0n && exact > 0n ? 1n : minor;
}

function createPrice(exact: bigint, currency: Currency): Price {
  const minor = roundToMinor(exact);
  return minor * wholeMinor === exact ? { minor, currency } : { minor, currency, exact };
}

function exactOf({ minor, exact }: Price): bigint {
  return exact ?? minor * wholeMinor;
}

/**
 * Parses a decimal string with a point ("1250.00", "0.0034", "12") into the price of one unit.
 * Undefined for anything else: a sign, grouping, an exponent, or more than 7 decimals per unit.
 * Extra zeros are accepted, because they change nothing.
 */
export function parsePrice(
  text: string,
  currency: Currency,
  units: PricedUnits,
): Price | undefined {
  const found = /^(\d+)(?:\.(\d+))?$/.exec(text);
  if (found === null) return undefined;
  const fraction = (found[2] ?? "").replace(/0+$/, "");
  const decimals = fraction.length + Math.log10(units);
  const ownDigits = currencyDigits(currency);
  if (decimals <= ownDigits && units === 1) {
    return { minor: BigInt(`${found[1]}${fraction.padEnd(ownDigits, "0")}`), currency };
  }
  const digits = BigInt(`${found[1]}${fraction}`);
  if (digits === 0n) return { minor: 0n, currency };
  const scale = exactDigits + ownDigits;
  if (decimals > scale) return undefined;
  const exact = digits * 10n ** BigInt(scale - decimals);
  return exact % 10n ** BigInt(scale - maxPriceDecimals) === 0n
    ? createPrice(exact, currency)
    : undefined;
}

/** Reads a price as the database stores it: a decimal number of minor units. */
export function readStoredPrice(text: string, currency: Currency): Price {
  const point = text.indexOf(".");
  if (point === -1) return { minor: BigInt(text), currency };
  const fraction = text.slice(point + 1).padEnd(exactDigits, "0");
  return createPrice(BigInt(`${text.slice(0, point)}${fraction}`), currency);
}

/** As `readStoredPrice`, of the JSON of a row, whose numbers are not texts. */
export function readPriceOfRow(value: unknown, currency: Currency): Price {
  // Not as a number of JavaScript, which may have an exponent.
  const text = Number.isInteger(value) ? String(value) : Number(value).toFixed(maxPriceDecimals);
  return readStoredPrice(text, currency);
}

/** A whole number with a point before its last `digits`, of which zeros beyond `kept` are cut. */
function writeDecimal(whole: bigint, digits: number, kept: number): string {
  const text = whole.toString().padStart(digits + 1, "0");
  const fraction = text.slice(-digits).replace(/0+$/, "").padEnd(kept, "0");
  return fraction === "" ? text.slice(0, -digits) : `${text.slice(0, -digits)}.${fraction}`;
}

/** The price as the database stores it; equal texts are equal prices of a currency. */
export function toStoredPrice({ minor, exact }: Price): string {
  return exact === undefined ? minor.toString() : writeDecimal(exact, exactDigits, 0);
}

/**
 * All decimals of a price: those of its currency ("1250.00") or, if they are not enough, at least 4
 * ("12.3450"), because a point before 3 digits may separate thousands.
 */
export function formatPrice(price: Price): string {
  if (price.exact === undefined) return formatAmount(price);
  return writeDecimal(price.exact, exactDigits + currencyDigits(price.currency), 4);
}

/** 12,345.6789: a price for people, without its currency. */
export function formatBarePrice(price: Price): string {
  const [whole = "", fraction] = formatPrice(price).split(".");
  return fraction === undefined ? groupDigits(whole) : `${groupDigits(whole)}.${fraction}`;
}

/** USD 12,345.60: an amount for people, or a price with all its decimals. */
export function formatMoney(money: Price): string {
  return `${money.currency} ${formatBarePrice(money)}`;
}

/** With `exact_amount` only if `amount` is rounded. */
export function toWirePrice(price: Price): WireMoney {
  const rounded = toWireMoney(price);
  return price.exact === undefined ? rounded : { ...rounded, exact_amount: formatPrice(price) };
}

export function isSamePrice(a: Price, b: Price): boolean {
  return a.currency === b.currency && a.minor === b.minor && a.exact === b.exact;
}

/** Below 0 if `a` is lower, above 0 if it is higher; of prices in one currency. */
export function comparePrices(a: Price, b: Price): number {
  const [one, other] = [exactOf(a), exactOf(b)];
  if (one === other) return 0;
  return one < other ? -1 : 1;
}

/**
 * What `own` saves against `list`, in whole percent; null below 1 percent or one minor unit, and if
 * the currencies differ.
 */
export function savedPercent(list: Price, own: Price): number | null {
  const [from, saved] = [exactOf(list), exactOf(list) - exactOf(own)];
  if (list.currency !== own.currency || saved < wholeMinor) return null;
  const percent = Number((saved * 100n) / from);
  return percent < 1 ? null : percent;
}

/**
 * A price less 0 to 10,000 basis points. A price with the decimals of its currency is rounded to
 * them, half up; one with more decimals is not rounded. Only 100 % off makes it 0.
 */
export function takePercentOff(price: Price, discount: BasisPoints): Price {
  const { minor, currency, exact } = price;
  const left = BigInt(10_000 - discount);
  // A stored price has 4 decimals less than `exact`, so nothing is cut.
  if (exact !== undefined) return createPrice((exact * left) / 10_000n, currency);
  const rounded = (minor * left + 5_000n) / 10_000n;
  return { minor: rounded === 0n && minor > 0n && left > 0n ? 1n : rounded, currency };
}

/** The price of `quantity` units, rounded once, half up; 0 only if the price is 0. */
export function multiplyPrice(price: Price, quantity: number): Money {
  const { minor, currency, exact } = price;
  if (exact === undefined) return { minor: minor * BigInt(quantity), currency };
  return { minor: roundToMinor(exact * BigInt(quantity)), currency };
}
