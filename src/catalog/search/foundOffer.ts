// An offer as a lookup finds it, and the order of offers.
import type { Price } from "../../kit/price.ts";
import type { OfferId } from "../partId.ts";
import { firstOutOfStock } from "../replica/hitRank.ts";

/** What an offer's prices and order terms depend on. */
export type PriceTerms = {
  readonly offerId: OfferId;
  readonly partNumberKey: string;
  readonly vendor: string;
  readonly condition: string;
  readonly listPrice: Price | null;
  readonly minQuantity: number;
  readonly multiple: number;
};

/**
 * `wire` is the offer's JSON as the API shows it, from `"part_number"` to the closing brace.
 * Without a list price it is not priced.
 */
export type FoundOffer = {
  readonly offerId: OfferId;
  readonly wire: string;
  readonly isInStock: boolean;
  readonly isPriced: boolean;
  /** What its price depends on, if the lookup asked for that. */
  readonly terms: PriceTerms | null;
};

/** A found offer with what determines its order; the price is in minor units. */
export type RankedOffer = FoundOffer & {
  readonly rank: number;
  readonly listPrice: number | null;
};

/** An offer as it is stored; `expires` is the last day of its shelf life. */
export type FoundRow = {
  readonly offerId: OfferId;
  readonly rank: number;
  readonly listPrice: number | null;
  readonly expires: string | null;
  readonly wire: string;
  readonly terms: PriceTerms | null;
};

// Inside a JSON string every quote is escaped, so this can only be the field. It is looked for from
// its first letter on, since quotes are everywhere.
const stockField = 'available_stock":';
const stock = /(?<=,"available_stock":)\d+/;

/** No integer except 0 begins with that digit. */
function hasStock(wire: string): boolean {
  return wire[wire.indexOf(stockField) + stockField.length] !== "0";
}

/** The offer as of a day: expired offers have no stock. */
export function readFoundOffer(row: FoundRow, day: string): RankedOffer {
  const { offerId, rank, listPrice, expires, wire, terms } = row;
  const isPriced = listPrice !== null;
  if (expires === null) {
    return { offerId, rank, listPrice, wire, isPriced, terms, isInStock: rank < firstOutOfStock };
  }
  // The stored rank may be of another day.
  const isInStock = expires >= day && hasStock(wire);
  return {
    offerId,
    rank: (rank % firstOutOfStock) + (isInStock ? 0 : firstOutOfStock),
    listPrice,
    wire: isInStock ? wire : wire.replace(stock, "0"),
    isPriced,
    terms,
    isInStock,
  };
}

/** Best first: in stock, then by condition, price and id; those without a list price come last. */
export function compareOffers(one: RankedOffer, other: RankedOffer): number {
  return (
    one.rank - other.rank ||
    (one.listPrice ?? 0) - (other.listPrice ?? 0) ||
    one.offerId - other.offerId
  );
}

const noPrice = ',"price":null,';

/** An offer without a list price, with this one as JSON. */
export function addPrice(offer: FoundOffer, price: string): FoundOffer {
  return { ...offer, wire: offer.wire.replace(noPrice, () => `,"price":${price},`) };
}
