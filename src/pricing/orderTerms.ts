// In which quantities an account buys a part: its own minimum and multiple where a contract line
// has them, else the offer's (decision 67).
import type { Agreement, PricedOffer } from "./agreement.ts";

/** From which quantity on and in multiples of what an offer is sold; both are at least 1. */
export type OrderTerms = { readonly minQuantity: number; readonly multiple: number };

/**
 * The terms of an offer for the account. Minimum and multiple are looked for each by itself: in the
 * most narrowly drawn contract line that holds and has one, in that of the smallest break first.
 */
export function findOrderTerms(offer: PricedOffer & OrderTerms, agreement: Agreement): OrderTerms {
  const lines = agreement
    .judgeRules(offer)
    .filter(({ rule, standing }) => rule.scope === "part" && standing === "holds");
  const least = lines.find(({ rule }) => rule.orderMin !== null)?.rule.orderMin;
  const multiple = lines.find(({ rule }) => rule.orderMultiple !== null)?.rule.orderMultiple;
  return { minQuantity: least ?? offer.minQuantity, multiple: multiple ?? offer.multiple };
}

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
