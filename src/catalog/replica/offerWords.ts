// The words by which an offer is found, and their order in a new file.
import type { CopiedRow } from "../../db/readCopy.ts";
import { tokensOfOffer } from "../search/nameTokens.ts";
import { nameKey, type SearchedTexts, searchForms } from "../search/searchWords.ts";
import { lastCondition, type RankBasis } from "./hitRank.ts";
import { type FoundBy, rankOfOffer, type Value } from "./offerRecord.ts";

type WireTexts = {
  readonly part_name: string | null;
  readonly title: string | null;
  readonly description: string | null;
};

// Inside a JSON string every quote is escaped, so this can only be the field.
const afterTexts = ',"condition":"';

/** The beginning of an offer's JSON, up to its description. */
export function textsOfWire(wire: Value): string {
  const text = String(wire);
  return text.slice(0, text.indexOf(afterTexts));
}

/** What determines the words by which an offer is found. */
export type WordSource = Pick<FoundBy, "wire" | "nsn" | "cage" | "name_key" | "vendor">;

/** The words of an offer with these texts, and its tokens, separated by one space. */
function joinForms(texts: SearchedTexts, key: string, vendor: string): string {
  const forms = searchForms(texts);
  const tokens = tokensOfOffer(key, vendor);
  return forms === "" ? tokens : `${forms} ${tokens}`;
}

function toText(value: Value): string | null {
  return value === null ? null : String(value);
}

/** The words by which an offer is found, separated by one space. */
export function formsOfOffer({ wire, nsn, cage, name_key: key, vendor }: WordSource): string {
  const {
    part_name: partName,
    title,
    description,
  } = JSON.parse(`{${textsOfWire(wire)}}`) as WireTexts;
  const texts = { partName, title, description, nsn: toText(nsn), cage: toText(cage) };
  return joinForms(texts, String(key), String(vendor));
}

/** The words of an offer, and its rank. */
export type OfferWords = {
  readonly offerId: number;
  readonly rank: number;
  readonly forms: string;
};

/** SQL: the list price in whole minor units; what is above zero stays above it. */
const wholePrice = "greatest(round(o.list_price), sign(o.list_price))";

/** Above all prices that have a place of their own in a rank; without a price, twice as much. */
const highestPrice = 10 ** 15;

/**
 * SQL: the offers as `toOfferWords` reads them, in the order of their ranks on a day. Offers of one
 * rank are in no order.
 */
export function selectWordsByRank(day: string): string {
  const inStock = `o.available_stock > 0 and coalesce(o.shelf_life_expires >= '${day}', true)`;
  // One integer is sorted in a third of the time that three values and two more processes take.
  return `select o.offer_id, o.part_name, o.title, o.description, o.nsn, o.cage, o.vendor,
      o.condition, o.available_stock, o.shelf_life_expires, ${wholePrice}
    from offers o left join conditions c on c.code = o.condition
    order by case when ${inStock} then 0 else ${2 ** 60} end
      + least(c.rank, ${lastCondition}) * ${2 ** 55}
      + case when o.list_price is null then ${2 * highestPrice}
          else least(${wholePrice}, ${highestPrice})::int8 end`;
}

export function toOfferWords(row: CopiedRow, basis: RankBasis): OfferWords {
  const text = (place: number): string | null => row[place] ?? null;
  const partName = text(1);
  const texts = {
    partName,
    title: text(2),
    description: text(3),
    nsn: text(4),
    cage: text(5),
  };
  const ranked = {
    condition: text(7),
    available_stock: text(8),
    shelf_life_expires: text(9),
    list_price: text(10),
  };
  return {
    offerId: Number(row[0]),
    rank: rankOfOffer(ranked, basis),
    forms: joinForms(texts, nameKey(partName ?? ""), text(6) ?? ""),
  };
}
