// The rank of a hit as one number, so that hits are read in their order from an index: in stock
// first, then by condition, then by price. Invariant: of two offers, the one with the lower rank
// comes first; those of equal rank are compared by price and id.

const conditionBits = 5;
const exponentBits = 5;
const mantissaBits = 12;
const priceBits = exponentBits + mantissaBits;

/** Prices below this have a place of their own; above, this many places double a price. */
const exactBelow = 2 ** mantissaBits;
const lastPricePlace = 2 ** priceBits - 1;
const lastCondition = 2 ** conditionBits - 1;

/** What says where a hit stands. A condition's rank counts from 1; prices are in minor units. */
export type RankedHit = {
  readonly isInStock: boolean;
  readonly conditionRank: number;
  readonly listPrice: number | null;
};

/** Null comes after all prices. Prices above the range share the place before it. */
function pricePlaceOf(listPrice: number | null): number {
  if (listPrice === null) return lastPricePlace;
  if (listPrice < exactBelow) return listPrice;
  const exponent = Math.floor(Math.log2(listPrice)) - mantissaBits;
  const place = exponent * exactBelow + Math.floor(listPrice / 2 ** exponent);
  return Math.min(place, lastPricePlace - 1);
}

/** The bits of a rank below those of stock and condition. */
export const rankOfShelf = 2 ** priceBits;
/** The first rank of what is out of stock. */
export const firstOutOfStock = 2 ** (conditionBits + priceBits);
/** Above all ranks. */
export const afterLastRank = 2 * firstOutOfStock;

export function hitRank({ isInStock, conditionRank, listPrice }: RankedHit): number {
  const shelf = Math.min(conditionRank, lastCondition);
  return (isInStock ? 0 : firstOutOfStock) + shelf * rankOfShelf + pricePlaceOf(listPrice);
}
