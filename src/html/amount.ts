// Amounts and counts for people: grouped digits, currency code first.
import { groupDigits } from "../money.ts";
import { formatBarePrice, type Price } from "../price.ts";

/** USD 12,345.60: a total, or a unit price with all its decimals. */
export function formatMoney(money: Price): string {
  return `${money.currency} ${formatBarePrice(money)}`;
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
