// The SQL of the catalog's readers, but for names: a lookup is one statement for all numbers, one
// for suggestions; the readers of orders take offers by id.
import type { Queryable } from "../db/database.ts";
import type { Offer } from "./offer.ts";
import type { OfferId } from "./partId.ts";
import { type LookupFilter, selectFoundText } from "./selectFoundText.ts";

const pieceOfOffer = `found.ord || chr(1) || found.wire`;
const bestFirst = "(stock > 0) desc, rank, list_price, offer_id";
const offerColumns = `o.offer_id, o.list_price, c.rank,
  sellable_stock(o.available_stock, o.shelf_life_expires, $2) as stock,
  sellable_wire(o.wire, o.available_stock, o.shelf_life_expires, $2) as wire`;
const offersWithRank = "offers o join conditions c on c.code = o.condition";
const inStockAtLeast = "sellable_stock(o.available_stock, o.shelf_life_expires, $2) >= $3";

/**
 * The offers of part numbers as one text: `ord`, offer id and JSON of each, `ord` counting the
 * keys from 1; in stock first, then by condition and price (decision 16).
 */
export function selectByNumber(
  db: Queryable,
  partNumberKeys: readonly string[],
  filter: LookupFilter,
): Promise<string> {
  return selectFoundText(db, "select_by_number", selectByNumberText, filter, [partNumberKeys]);
}

const selectByNumberText = `
  select string_agg(${pieceOfOffer}, chr(2) order by ord, ${bestFirst}) as found
  from (
    select e.ord, ${offerColumns}
    from unnest($1::text[]) with ordinality e(part_number_key, ord)
    join ${offersWithRank} on o.part_number_key = e.part_number_key
    where ${inStockAtLeast}
  ) found`;

export type SuggestionReason = "punctuation" | "superseded" | "alternate";

/** A part number offered beside an entry; `ord` counts the entries from 1. */
export type SuggestionRow = {
  readonly ord: number;
  readonly partNumber: string;
  readonly reason: SuggestionReason;
};

/**
 * What to look at beside part numbers (decision 20): for one the catalog does not have, numbers
 * that differ by punctuation alone; for one it has, what supersedes it and its alternates. At
 * most ten an entry.
 */
export function selectSuggestions(
  db: Queryable,
  partNumberKeys: readonly string[],
  bareNumbers: readonly string[],
): Promise<SuggestionRow[]> {
  return db.query<SuggestionRow>({
    name: "select_suggestions",
    text: `select e.ord::integer as ord, s.part_number as "partNumber", s.reason
      from unnest($1::text[], $2::text[]) with ordinality e(part_number_key, bare, ord)
      cross join lateral (
        select distinct o.part_number, 'punctuation' as reason, 1 as place
        from offers o
        where o.part_number_bare = e.bare and e.bare <> ''
          and not exists (select from offers x where x.part_number_key = e.part_number_key)
        union
        select o.superseded_by, 'superseded', 2 from offers o
        where o.part_number_key = e.part_number_key and o.superseded_by is not null
          and o.status = 'SUPERSEDED'
        union
        select unnest(o.alternates), 'alternate', 3 from offers o
        where o.part_number_key = e.part_number_key
        order by place, part_number
        limit 10
      ) s
      order by e.ord, s.place, s.part_number`,
    values: [partNumberKeys, bareNumbers],
  });
}

/** The offers of these ids, in no order; ids that name nothing are missing. */
export async function selectOffers(
  db: Queryable,
  offerIds: readonly OfferId[],
  day: string,
): Promise<Offer[]> {
  type Row = Omit<Offer, "offerId" | "listPrice"> & { offerId: string; listPrice: string };
  const rows = await db.query<Row>({
    name: "select_offers",
    text: `select offer_id as "offerId", part_number as "partNumber",
        part_number_key as "partNumberKey", title, vendor, condition,
        unit_of_measure as "unitOfMeasure", list_price as "listPrice", currency, status,
        sellable_stock(available_stock, shelf_life_expires, $2) as stock,
        min_quantity as "minQuantity", multiple, superseded_by as "supersededBy"
      from offers where offer_id = any($1::bigint[])`,
    values: [offerIds, day],
  });
  return rows.map((row) => ({
    ...row,
    offerId: Number(row.offerId) as OfferId,
    listPrice: BigInt(row.listPrice),
  }));
}
