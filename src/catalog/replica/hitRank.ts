// The rank of a hit as one number, so that hits are read in their order from an index: in stock
// first, then by condition, then by price. Invariant: of two offers, the one with the lower rank
// comes first; those of equal rank are compared by price and id.

const conditionBits = 5;
const exponentBits = 5;
const mantissaBits = 12;
const priceBits = exponentBits + mantissaBits;

/** Below this, each price has its own place; above, prices double after this many places. */
const exactBelow = 2 ** mantissaBits;
const lastPricePlace = 2 ** priceBits - 1;
const lastCondition = 2 ** conditionBits - 1;

export type ConditionRanks = ReadonlyMap<string, number>;

/** What ranks depend on: the day that judges shelf life, and the order of conditions. */
export type RankBasis = { readonly day: string; readonly conditionRanks: ConditionRanks };

/**
 * What determines the rank of a hit. A condition's rank counts from 1; prices are in minor units.
 */
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
const rankOfShelf = 2 ** priceBits;
/** The first rank of what is out of stock. */
export const firstOutOfStock = 2 ** (conditionBits + priceBits);

export function hitRank({ isInStock, conditionRank, listPrice }: RankedHit): number {
  const shelf = Math.min(conditionRank, lastCondition);
  return (isInStock ? 0 : firstOutOfStock) + shelf * rankOfShelf + pricePlaceOf(listPrice);
}

/** What a rank says without the price: offers of one condition that are, or are not, in stock. */
export function readShelf(rank: number): number {
  return Math.floor(rank / rankOfShelf);
}

/** Whether offers of this rank have no list price. */
export function isUnpricedRank(rank: number): boolean {
  return rank % rankOfShelf === lastPricePlace;
}

/**
 * Whether offers of this rank may differ in price. Offers of other ranks are in the order of ids.
 */
export function isSharedRank(rank: number): boolean {
  const place = rank % rankOfShelf;
  return place >= 2 * exactBelow && place !== lastPricePlace;
}

/** Ranks from `from` (included) to `before` (excluded). */
export type RankRange = { readonly from: number; readonly before: number };

/** The ranks of one condition or of all, in order; `inStock` omits ranks out of stock. */
export function listRankRanges(conditionRank: number | null, inStock: boolean): RankRange[] {
  if (conditionRank === null) {
    return [{ from: 0, before: inStock ? firstOutOfStock : 2 * firstOutOfStock }];
  }
  const from = Math.min(conditionRank, lastCondition) * rankOfShelf;
  return (inStock ? [0] : [0, firstOutOfStock]).map((stock) => {
    return { from: stock + from, before: stock + from + rankOfShelf };
  });
}
