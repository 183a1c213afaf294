// Which quantities of an offer can be ordered: from its minimum on, in multiples of its pack.
import type { OrderTerms } from "../pricing/orderTerms.ts";

/**
 * True where the quantity is at least the minimum and a multiple of the pack, counted from zero.
 */
export function isQuantityAllowed(quantity: number, terms: OrderTerms): boolean {
  return quantity >= terms.minQuantity && quantity % terms.multiple === 0;
}

/** The allowed quantity nearest to the one asked for; of two as near, the larger. */
export function nearestAllowedQuantity(quantity: number, terms: OrderTerms): number {
  const smallest = Math.ceil(terms.minQuantity / terms.multiple) * terms.multiple;
  if (quantity <= smallest) return smallest;
  const below = quantity - (quantity % terms.multiple);
  const above = below === quantity ? quantity : below + terms.multiple;
  return quantity - below < above - quantity ? below : above;
}
