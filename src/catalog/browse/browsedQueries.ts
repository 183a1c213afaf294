// The SQL of hits as pages list them: the offers of a number, of longer ones and of those that
// contain a text, and what offers are filtered and sorted by.
import type { Currency } from "../../kit/money.ts";
import { readStoredPrice } from "../../kit/price.ts";
import type { OfferId } from "../partId.ts";
import { listFragments } from "../replica/fragmentWriter.ts";
import { firstOutOfStock } from "../replica/hitRank.ts";
import { exactListPrice } from "../replica/offerRecord.ts";
import type { ReplicaView } from "../replica/read/replicaView.ts";

/** What the hits of a page are filtered and sorted by; the price is in minor units. */
export type BrowsedOffer = {
  readonly offerId: OfferId;
  readonly partNumberKey: string;
  readonly nameKey: string;
  readonly vendor: string;
  readonly condition: string;
  readonly certificate: string | null;
  /** Offers that are not sold come after all others. */
  readonly rank: number;
  readonly isSold: boolean;
  /** 0 if the shelf life has expired or the offer is not sold. */
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

const isNarrowed = `(?4 = '[]' or vendor in (select value from json_each(?4)))
    and (?5 = '[]' or condition in (select value from json_each(?5)))
    and (not ?6 or (available_stock > 0 and status = 'ACTIVE'))`;

const selectBeginnings = `select offer_id, ${isNarrowed}
  from offers where part_number_key > ?1 and part_number_key < ?2
  order by part_number_key limit ?3 + 0`;

/** Offers that pass; there may be more if not `isAll`. */
type NarrowedIds = { readonly ids: readonly OfferId[]; readonly isAll: boolean };

function keepNarrowed(rows: readonly (readonly [OfferId, number])[], limit: number): NarrowedIds {
  const ids = rows.filter(([, isKept]) => isKept === 1).map(([offerId]) => offerId);
  return { ids, isAll: rows.length < limit };
}

/**
 * Of the first `limit` offers of longer numbers that begin with `key`, those that `narrowing`
 * leaves; there are more if not `isAll`.
 */
export function selectBeginningIds(
  view: ReplicaView,
  key: string,
  { vendors, conditions, inStock }: OfferNarrowing,
  limit: number,
): NarrowedIds {
  const lists = [JSON.stringify(vendors), JSON.stringify(conditions)] as const;
  const end = `${key}${lastCharacter}`;
  const rows = view.rows<[OfferId, number]>(
    selectBeginnings,
    ...[key, end, limit, ...lists, Number(inStock)],
  );
  return keepNarrowed(rows, limit);
}

// The whole bare number is no fragment of itself: it is suggested, because punctuation counts.
const selectContaining = `with candidates as materialized (
    select rowid from fragments where fragments match ?1 limit ?8 + 0
  )
  select (select count(*) from candidates), (
    select json_group_array(offer_id) from (
      select offer_id from (
        select o.offer_id, o.rank
        from candidates c cross join offers o on o.offer_id = c.rowid
        where ${isNarrowed} and instr(iif(?2 = ?7, part_number_bare, part_number_key), ?2) > 0
          and part_number_bare <> ?7
        limit ?3 + 0
      ) order by rank
    )
  )`;

/** A fragment of a number as it is typed, and without punctuation. */
export type NumberFragment = { readonly key: string; readonly bare: string };

/** More of them narrow the hits no further, and each costs a search. */
const maxGroups = 12;

/** The query of the index: all groups of characters, in any order. */
function writeGroups(bare: string): string {
  const groups = listFragments(bare).slice(0, maxGroups);
  return groups.map((group) => `"${group}"`).join(" AND ");
}

/**
 * At most this many offers whose numbers may contain a fragment are compared with it: each takes
 * 0.4 to 2 µs, during which the thread answers nobody.
 */
const maxCompared = 20_000;

/**
 * Up to `limit` offers whose numbers contain a fragment and that `narrowing` leaves, best first;
 * there may be more if not `isAll`. Punctuation counts if the fragment has any.
 */
export function selectContainingIds(
  view: ReplicaView,
  { key, bare }: NumberFragment,
  { vendors, conditions, inStock }: OfferNarrowing,
  limit: number,
): NarrowedIds {
  const lists = [JSON.stringify(vendors), JSON.stringify(conditions)] as const;
  const values = [writeGroups(bare), key, limit, ...lists, Number(inStock), bare] as const;
  const compare = (compared: number) => {
    const [row] = view.rows<[number, string]>(selectContaining, ...values, compared);
    const [count, json] = row ?? [0, "[]"];
    const ids = JSON.parse(json) as OfferId[];
    return { ids, isFull: ids.length >= limit, isEach: count < compared };
  };
  // Usually, most of those that may contain it do.
  const few = compare(limit);
  const { ids, isFull, isEach } = few.isFull || few.isEach ? few : compare(maxCompared);
  return { ids, isAll: isEach && !isFull };
}

const selectBrowsed = `select o.offer_id, o.part_number_key, o.name_key, o.vendor, o.condition,
    o.certificate, o.rank, o.status = 'ACTIVE',
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
    ...[OfferId, string, string, string, string, string | null, number, number, number],
    ...[number | null, number | null],
  ];
  const rows = view.rows<Row>(selectBrowsed, JSON.stringify(offerIds), day);
  return rows.map((row) => {
    const [offerId, partNumberKey, nameKey, vendor, condition, certificate, ...numbers] = row;
    const [rank, sold, available, listPrice, leadTimeDays] = numbers;
    const texts = { partNumberKey, nameKey, vendor, condition, certificate };
    const isSold = sold === 1;
    const sale = isSold
      ? { isSold, rank, stock: available }
      : { isSold, rank: rank + 2 * firstOutOfStock, stock: 0 };
    return { offerId, ...texts, ...sale, listPrice, leadTimeDays };
  });
}

type PricedRow = readonly [
  ...[OfferId, string, string, string],
  ...[number | string | null, Currency | null, number, number],
];

const selectPriced = `select o.offer_id, o.part_number_key, o.vendor, o.condition,
    ${exactListPrice}, o.currency, o.min_quantity, o.multiple
  from json_each(?1) k cross join offers o on o.offer_id = k.value`;

/** What determines the prices of the offers with these ids, in no order. */
export function selectPricedOffers(view: ReplicaView, offerIds: readonly OfferId[]) {
  return view.rows<PricedRow>(selectPriced, JSON.stringify(offerIds)).map((row) => {
    const [offerId, partNumberKey, vendor, condition, stored, currency, ...terms] = row;
    const [minQuantity, multiple] = terms;
    const isPriced = stored !== null && currency !== null;
    const listPrice = isPriced ? readStoredPrice(String(stored), currency) : null;
    return { offerId, partNumberKey, vendor, condition, listPrice, minQuantity, multiple };
  });
}

// Of the oldest offers, so that no table is scanned for one that is in stock.
const selectFirst = `select json_extract('{' || wire, '$.part_number') as "partNumber",
    json_extract('{' || wire, '$.part_name') as "partName"
  from (select * from offers order by offer_id limit 500)
  where available_stock > 0 and status = 'ACTIVE'
  order by name_key = '', offer_id limit 1`;

/** A part in stock, one with a name if possible; undefined if none of the oldest offers is. */
export function selectExample(view: ReplicaView) {
  type Example = { readonly partNumber: string; readonly partName: string | null };
  return view.all<Example>(selectFirst)[0];
}
