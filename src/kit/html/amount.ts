// Amounts and counts for people: grouped digits, currency code first.
import { groupDigits } from "../money.ts";
import { formatBarePrice, formatMoney, type Price } from "../price.ts";

function countDecimals(text: string): number {
  return text.split(".")[1]?.length ?? 0;
}

/**
 * Formats the prices of a column without currency. If they differ in decimals, spaces as wide as
 * digits follow, so that the points of all rows are in one line.
 */
export function alignPrices(prices: readonly Price[]): (price: Price) => string {
  const decimals = prices.map((price) => countDecimals(formatBarePrice(price)));
  const most = Math.max(0, ...decimals);
  return (price) => {
    const text = formatBarePrice(price);
    const own = countDecimals(text);
    const point = own === 0 && most > 0 ? "\u2008" : "";
    return `${text}${point}${"\u2007".repeat(Math.max(0, most - own))}`;
  };
}

/** An amount that does not wrap, for sentences and buttons. */
export function formatUnbrokenMoney(money: Price): string {
  return formatMoney(money).replaceAll(" ", "\u00a0");
}

/** "1 line", "12,345 lines". */
export function formatCounted(count: number, one: string, many = `${one}s`): string {
  return `${formatCount(count)} ${count === 1 ? one : many}`;
}

/** 12,345. */
export function formatCount(count: number | bigint): string {
  return groupDigits(count);
}

/** 999+ for a count that was not continued beyond `max`. */
export function formatCountTo(max: number, count: number): string {
  return count > max ? `${formatCount(max)}+` : formatCount(count);
}
