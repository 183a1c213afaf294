// The SQL of the catalog's readers. A lookup is one statement for all numbers and one for all
// names, each answered as one text, since building rows costs more than finding them (measured in
// bench/).
import type { Queryable } from "../db/database.ts";
import type { Offer } from "./offer.ts";
import type { OfferId } from "./partId.ts";
import type { NameKeys } from "./searchWords.ts";

/** Separators inside a found text; catalog text holds no control characters. */
export const fieldSeparator = "\u0001";
export const offerSeparator = "\u0002";

const pieceOfOffer = `found.ord || chr(1) || found.wire`;
const bestFirst = "(stock > 0) desc, rank, list_price, offer_id";
const offerColumns = `o.offer_id, o.list_price, c.rank,
  sellable_stock(o.available_stock, o.shelf_life_expires, $2) as stock,
  sellable_wire(o.wire, o.available_stock, o.shelf_life_expires, $2) as wire`;
const offersWithRank = "offers o join conditions c on c.code = o.condition";
const inStockAtLeast = "sellable_stock(o.available_stock, o.shelf_life_expires, $2) >= $3";

/** What of a found text is asked for: the day judges shelf life, the stock filters. */
export type LookupFilter = { readonly day: string; readonly inStock: boolean };

async function selectFoundText(
  db: Queryable,
  name: string,
  text: string,
  filter: LookupFilter,
  lists: readonly (readonly string[])[],
): Promise<string> {
  const [keys, ...others] = lists;
  const values = [keys, filter.day, filter.inStock ? 1 : 0, ...others];
  const rows = await db.query<{ found: string | null }>({ name, text, values });
  return rows[0]?.found ?? "";
}

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

/** An entry of `part_names` as it is asked: all of one length, in the order of the entries. */
export type NameQuestion = {
  readonly partNumberKey: string;
  readonly keys: NameKeys;
  readonly searchQuery: string;
};

/** As `selectByNumber`, for names: at most 25 an entry, ranked as decision 15 has it. */
export function selectByName(
  db: Queryable,
  questions: readonly NameQuestion[],
  filter: LookupFilter,
): Promise<string> {
  return selectFoundText(db, "select_by_name", selectByNameText, filter, [
    questions.map((question) => question.keys.exact),
    questions.map((question) => question.keys.folded),
    questions.map((question) => question.keys.prefixStart),
    questions.map((question) => question.keys.prefixEnd),
    questions.map((question) => question.partNumberKey),
    questions.map((question) => question.searchQuery),
  ]);
}

function bestOfTier(tier: number, condition: string): string {
  return `(select ${tier} as tier, hit.* from (
      select ${offerColumns} from ${offersWithRank} where ${condition} and ${inStockAtLeast}
    ) hit
    order by ${bestFirst} limit 25)`;
}

const notTheNumber = "o.part_number_key <> e.part_number_key";
const sameFold = "o.name_key >= e.folded and o.name_key < e.folded || chr(2)";
const sameBeginning = "o.name_key >= e.prefix_start and o.name_key < e.prefix_end";

// Each tier leaves out what an earlier one has, and is only run where the earlier ones gave fewer
// than 25.
const selectByNameText = `
  select string_agg(${pieceOfOffer}, chr(2) order by ord, tier, ${bestFirst}) as found
  from (
    select e.ord, best.*
    from unnest($1::text[], $4::text[], $5::text[], $6::text[], $7::text[], $8::text[])
      with ordinality
      e(name_key, folded, prefix_start, prefix_end, part_number_key, query, ord)
    cross join lateral (
      ${bestOfTier(1, "o.part_number_key = e.part_number_key")}
      union all
      ${bestOfTier(2, `o.name_key = e.name_key and ${notTheNumber}`)}
      union all
      ${bestOfTier(3, `${sameFold} and o.name_key <> e.name_key and ${notTheNumber}`)}
      union all
      ${bestOfTier(4, `${sameBeginning} and ${notTheNumber}`)}
      union all
      ${bestOfTier(
        5,
        `o.search @@ e.query::tsquery and ${notTheNumber}
        and not (${sameFold}) and not (${sameBeginning})`,
      )}
      limit 25
    ) best
    where e.name_key <> ''
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
