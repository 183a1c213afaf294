// The SQL of hits as pages list them: the offers of a number and of longer ones, and what offers
// are filtered and sorted by.
import type { OfferId } from "../partId.ts";
import type { ReplicaView } from "../replica/replica.ts";

/** What the hits of a page are filtered and sorted by; the price is in minor units. */
export type BrowsedOffer = {
  readonly offerId: OfferId;
  readonly partNumberKey: string;
  readonly nameKey: string;
  readonly vendor: string;
  readonly condition: string;
  readonly certificate: string | null;
  readonly rank: number;
  /** 0 if the shelf life has expired. */
  readonly stock: number;
  readonly listPrice: number | null;
  readonly leadTimeDays: number | null;
};

/** Filters on offers; an empty list allows any value. */
export type OfferNarrowing = {
  readonly vendors: readonly string[];
  readonly conditions: readonly string[];
  readonly inStock: boolean;
};

const lastCharacter = "\u{10ffff}";

const selectNumber = "select offer_id from offers where part_number_key = ?1 limit ?2 + 0";

/** The offers of a number. */
export function selectIdsOfNumber(view: ReplicaView, key: string, limit: number): OfferId[] {
  return view.rows<[OfferId]>(selectNumber, key, limit).map(([offerId]) => offerId);
}

const selectBeginnings = `select offer_id,
    (?4 = '[]' or vendor in (select value from json_each(?4)))
    and (?5 = '[]' or condition in (select value from json_each(?5)))
    and (not ?6 or available_stock > 0)
  from offers where part_number_key > ?1 and part_number_key < ?2
  order by part_number_key limit ?3 + 0`;

/**
 * Of the first `limit` offers of longer numbers that begin with `key`, those that `narrowing`
 * leaves; there are more if not `isAll`.
 */
export function selectBeginningIds(
  view: ReplicaView,
  key: string,
  { vendors, conditions, inStock }: OfferNarrowing,
  limit: number,
): { readonly ids: readonly OfferId[]; readonly isAll: boolean } {
  const lists = [JSON.stringify(vendors), JSON.stringify(conditions)] as const;
  const end = `${key}${lastCharacter}`;
  const rows = view.rows<[OfferId, number]>(
    selectBeginnings,
    ...[key, end, limit, ...lists, Number(inStock)],
  );
  const ids = rows.filter(([, isKept]) => isKept === 1).map(([offerId]) => offerId);
  return { ids, isAll: rows.length < limit };
}

const selectBrowsed = `select o.offer_id, o.part_number_key, o.name_key, o.vendor, o.condition,
    o.certificate, o.rank,
    case when o.shelf_life_expires < ?2 then 0 else o.available_stock end,
    o.list_price, o.lead_time_days
  from json_each(?1) k cross join offers o on o.offer_id = k.value`;

/** The offers with these ids on a day (YYYY-MM-DD in UTC), in no order. */
export function selectBrowsedOffers(
  view: ReplicaView,
  offerIds: readonly OfferId[],
  day: string,
): BrowsedOffer[] {
  type Row = readonly [
    ...[OfferId, string, string, string, string, string | null, number, number],
    ...[number | null, number | null],
  ];
  const rows = view.rows<Row>(selectBrowsed, JSON.stringify(offerIds), day);
  return rows.map((row) => {
    const [offerId, partNumberKey, nameKey, vendor, condition, certificate, ...numbers] = row;
    const [rank, stock, listPrice, leadTimeDays] = numbers;
    const texts = { partNumberKey, nameKey, vendor, condition, certificate };
    return { offerId, ...texts, rank, stock, listPrice, leadTimeDays };
  });
}

/** How many offers a query of the index of words finds, at most `limit`. */
export function countHits(view: ReplicaView, query: string, limit: number): number {
  const text = "select count(*) from (select rowid from words where words match ?1 limit ?2 + 0)";
  return view.rows<[number]>(text, query, limit)[0]?.[0] ?? 0;
}
