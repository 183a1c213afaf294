// Amounts and counts as people read them: digits in groups of three, the currency before.
import { formatAmount, type Money } from "../money.ts";

function group(digits: string): string {
  return digits.replace(/\B(?=(\d{3})+$)/g, ",");
}

/** 12,345.60: an amount without its currency, for columns whose head names it. */
export function formatBareAmount(money: Money): string {
  const [whole = "", fraction] = formatAmount(money).split(".");
  return fraction === undefined ? group(whole) : `${group(whole)}.${fraction}`;
}

/** USD 12,345.60. */
export function formatMoney(money: Money): string {
  return `${money.currency} ${formatBareAmount(money)}`;
}

/** 12,345. */
export function formatCount(count: number | bigint): string {
  return group(String(count));
}
