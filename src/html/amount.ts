// Amounts and counts for people: grouped digits, currency code first.
import { formatBareAmount, groupDigits, type Money } from "../money.ts";

/** USD 12,345.60. */
export function formatMoney(money: Money): string {
  return `${money.currency} ${formatBareAmount(money)}`;
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
