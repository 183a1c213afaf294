// The quantities in which an account can order a part: its own minimum and multiple if a contract
// line sets them, else the offer's.
import { groupDigits } from "../kit/money.ts";
import type { Agreement, PricedOffer } from "./agreement.ts";

/** An offer is sold from `minQuantity` in multiples of `multiple`; both are at least 1. */
export type OrderTerms = { readonly minQuantity: number; readonly multiple: number };

/**
 * The terms of an offer for the account. Minimum and multiple are looked up separately: in the
 * narrowest contract line in force that sets one, and among those in the one with the smallest
 * break.
 */
export function findOrderTerms(offer: PricedOffer & OrderTerms, agreement: Agreement): OrderTerms {
  const lines = agreement
    .findRules(offer)
    .filter(({ rule, status }) => rule.scope === "part" && status === "in_force");
  const minQuantity = lines.find(({ rule }) => rule.orderMin !== null)?.rule.orderMin;
  const multiple = lines.find(({ rule }) => rule.orderMultiple !== null)?.rule.orderMultiple;
  return { minQuantity: minQuantity ?? offer.minQuantity, multiple: multiple ?? offer.multiple };
}

/** True if the quantity is at least the minimum and a multiple of the pack. */
export function isQuantityAllowed(quantity: number, terms: OrderTerms): boolean {
  return quantity >= terms.minQuantity && quantity % terms.multiple === 0;
}

/**
 * The allowed quantities next to the requested one: one below and one above, or only one. None is
 * above `max` unless the smallest is.
 */
export function listNearestQuantities(
  quantity: number,
  terms: OrderTerms,
  max = Number.POSITIVE_INFINITY,
): readonly [below: number, above?: number] {
  const smallest = Math.ceil(terms.minQuantity / terms.multiple) * terms.multiple;
  if (quantity <= smallest) return [smallest];
  const below = quantity - (quantity % terms.multiple);
  const above = below + terms.multiple;
  return below === quantity || above > max ? [below] : [below, above];
}

/** The nearest of them: the larger of two that are equally near. */
export function nearestAllowedQuantity(
  quantity: number,
  terms: OrderTerms,
  max = Number.POSITIVE_INFINITY,
): number {
  const [below, above = below] = listNearestQuantities(quantity, terms, max);
  return quantity - below < above - quantity ? below : above;
}

/** The smallest allowed quantity that is at least the requested one. */
export function roundUpQuantity(quantity: number, terms: OrderTerms): number {
  const wanted = Math.max(quantity, terms.minQuantity);
  return Math.ceil(wanted / terms.multiple) * terms.multiple;
}

/** The largest allowed quantity of at most `max`; 0 if there is none. */
function maxAllowedQuantity(max: number, { minQuantity, multiple }: OrderTerms): number {
  const largest = max - (max % multiple);
  return largest >= minQuantity ? largest : 0;
}

/** The allowed quantity in stock, less than requested only if there is no more; 0 if there is none. */
export function roundUpToStock(quantity: number, stock: number, terms: OrderTerms): number {
  const rounded = roundUpQuantity(quantity, terms);
  return rounded <= stock ? rounded : maxAllowedQuantity(stock, terms);
}

/** As `roundUpToStock`, but more than requested only if no less is allowed. */
export function reduceToStock(quantity: number, stock: number, terms: OrderTerms): number {
  const [below] = listNearestQuantities(quantity, terms);
  return below <= stock ? below : maxAllowedQuantity(stock, terms);
}

/** The terms in words: "min. 10", "packs of 5", "packs of 5, min. 10". */
export function describeOrderTerms({ minQuantity, multiple }: OrderTerms): string {
  const min = `min. ${groupDigits(minQuantity)}`;
  if (multiple === 1) return min;
  const packs = `packs of ${groupDigits(multiple)}`;
  return minQuantity <= multiple ? packs : `${packs}, ${min}`;
}
