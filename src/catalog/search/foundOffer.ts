// What a lookup's statement answers, read into the offers of each question, best first (decision
// 16).
import type { OfferId } from "../partId.ts";
import { fieldSeparator, offerSeparator } from "./selectFoundText.ts";

/**
 * An offer found: `wire` is its JSON as the interface has it, from `"part_number"` to the closing
 * brace.
 */
export type FoundOffer = { readonly offerId: OfferId; readonly wire: string };

/** The place of each condition; the best has 0. */
export type ConditionRanks = ReadonlyMap<string, number>;

/** An offer with what else decides its place among others; the price in minor units or empty. */
export type UnrankedOffer = FoundOffer & {
  readonly condition: string;
  readonly listPrice: string;
};

/** Reads pieces of `ord`, offer id and JSON that stand in their order already. */
export function readRankedOffers(text: string, questionCount: number): FoundOffer[][] {
  const found: FoundOffer[][] = Array.from({ length: questionCount }, () => []);
  if (text === "") return found;
  for (const piece of text.split(offerSeparator)) {
    const afterOrd = piece.indexOf(fieldSeparator);
    const afterId = piece.indexOf(fieldSeparator, afterOrd + 1);
    found[Number(piece.slice(0, afterOrd)) - 1]?.push({
      offerId: Number(piece.slice(afterOrd + 1, afterId)) as OfferId,
      wire: piece.slice(afterId + 1),
    });
  }
  return found;
}

/**
 * Reads pieces of part number key, condition, list price, offer id and JSON that stand in no order
 * into the offers of each key.
 */
export function readUnrankedOffers(
  text: string,
  partNumberKeys: readonly string[],
): Map<string, UnrankedOffer[]> {
  const found = new Map<string, UnrankedOffer[]>(partNumberKeys.map((key) => [key, []]));
  for (const piece of text === "" ? [] : text.split(offerSeparator)) {
    const afterKey = piece.indexOf(fieldSeparator);
    const afterCondition = piece.indexOf(fieldSeparator, afterKey + 1);
    const afterPrice = piece.indexOf(fieldSeparator, afterCondition + 1);
    const afterId = piece.indexOf(fieldSeparator, afterPrice + 1);
    found.get(piece.slice(0, afterKey))?.push({
      condition: piece.slice(afterKey + 1, afterCondition),
      listPrice: piece.slice(afterCondition + 1, afterPrice),
      offerId: Number(piece.slice(afterPrice + 1, afterId)) as OfferId,
      wire: piece.slice(afterId + 1),
    });
  }
  return found;
}

// Inside a JSON string every quote is escaped, so this can only be the field. It is looked for from
// its first letter on, since quotes are everywhere.
const stockField = 'available_stock":';

/** Whether nothing of an offer is left: no whole number but 0 begins with that digit. */
export function isOutOfStock({ wire }: FoundOffer): boolean {
  return wire[wire.indexOf(stockField) + stockField.length] === "0";
}

const noPrice = ',"price":null,';

/** Whether an offer has no list price. */
export function isUnpriced({ wire }: FoundOffer): boolean {
  return wire.includes(noPrice);
}

/** An offer without a list price, with this one as JSON. */
export function addPrice(offer: FoundOffer, price: string): FoundOffer {
  return { ...offer, wire: offer.wire.replace(noPrice, () => `,"price":${price},`) };
}

function compare<Value extends bigint | number>(one: Value, other: Value): number {
  return one < other ? -1 : Number(one > other);
}

/**
 * Sorts the offers of a number in place: in stock first, then by condition, price and id; those
 * without a list price after the others.
 */
export function rankOffers(offers: UnrankedOffer[], ranks: ConditionRanks): void {
  const rankOf = ({ condition }: UnrankedOffer) => ranks.get(condition) ?? ranks.size;
  offers.sort(
    (one, other) =>
      compare(Number(isOutOfStock(one)), Number(isOutOfStock(other))) ||
      compare(rankOf(one), rankOf(other)) ||
      compare(Number(one.listPrice === ""), Number(other.listPrice === "")) ||
      compare(BigInt(one.listPrice), BigInt(other.listPrice)) ||
      compare(one.offerId, other.offerId),
  );
}
