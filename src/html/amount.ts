// Amounts and counts as people read them: digits in groups of three, the currency before.
import { formatBareAmount, groupDigits, type Money } from "../money.ts";

/** USD 12,345.60. */
export function formatMoney(money: Money): string {
  return `${money.currency} ${formatBareAmount(money)}`;
}

/** 12,345. */
export function formatCount(count: number | bigint): string {
  return groupDigits(String(count));
}
