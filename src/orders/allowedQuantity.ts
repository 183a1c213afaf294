// Which quantities of an offer can be ordered: from its minimum on, in multiples of its pack.

/** The two numbers that bound a quantity; both are at least 1. */
export type QuantityRule = { readonly minQuantity: number; readonly multiple: number };

/**
 * True where the quantity is at least the minimum and a multiple of the pack, counted from zero.
 */
export function isQuantityAllowed(quantity: number, rule: QuantityRule): boolean {
  return quantity >= rule.minQuantity && quantity % rule.multiple === 0;
}

/** The allowed quantity nearest to the one asked for; of two as near, the larger. */
export function nearestAllowedQuantity(quantity: number, rule: QuantityRule): number {
  const smallest = Math.ceil(rule.minQuantity / rule.multiple) * rule.multiple;
  if (quantity <= smallest) return smallest;
  const below = quantity - (quantity % rule.multiple);
  const above = below === quantity ? quantity : below + rule.multiple;
  return quantity - below < above - quantity ? below : above;
}
