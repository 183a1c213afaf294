// The SQL of a lookup by names (decisions 15 and 75). An entry is answered in tiers, each read
// best first and only where the earlier ones gave fewer than 25; what is frequent is read by
// condition and price class, so that reading stops at what is answered.
import type { Queryable } from "../../db/database.ts";
import { estimateOffers, searchesWholeWords, type WordCounts } from "./estimateOffers.ts";
import { type NameKeys, type NameSearch, priceClasses, rankMark } from "./searchWords.ts";
import {
  type FindingStatement,
  filterLookup,
  keepPriced,
  type LookupFilter,
  selectFoundText,
} from "./selectFoundText.ts";

/** An entry of `part_names` as it is asked: all of one length, in the order of the entries. */
export type NameQuestion = {
  readonly partNumberKey: string;
  readonly keys: NameKeys;
  readonly search: NameSearch;
};

/** Offers that an entry gives at most (decision 15). */
export const maxFound = 25;

/** From how many offers on the words of an entry are frequent. */
export const frequentFrom = 500;

/** From how many offers on a beginning of names is common: they lie together in an index. */
const commonFrom = 1_000;

/**
 * How many offers of a vendor have the words of an entry, counted up to `frequentFrom`. Both
 * indexes are read and compared before any offer is.
 */
export async function countOfVendor(
  db: Queryable,
  { search }: NameQuestion,
  vendor: string,
): Promise<number> {
  const rows = await db.query<{ count: number }>({
    name: "count_of_vendor",
    text: `select count(*)::integer as count from (
        select from offers where vendor = $1 and search @@ $2::tsquery limit $3
      ) counted`,
    values: [vendor, search.query, frequentFrom],
  });
  return rows[0]?.count ?? 0;
}

/**
 * As `selectByNumber`, for names: at most 25 an entry, ranked as decision 15 has it. The counts
 * only decide how it is read, and so does `maxExpected`, where the filter leaves no more an entry.
 */
export function selectByName(
  db: Queryable,
  questions: readonly NameQuestion[],
  counts: WordCounts,
  filter: LookupFilter,
  maxExpected = Number.POSITIVE_INFINITY,
): Promise<string> {
  const searches = questions.map((question) => question.search);
  const asksWhole = searches.map((search) => searchesWholeWords(search, counts));
  const exact = questions.map((question) => question.keys.exact);
  return selectFoundText(db, selectNames, filter, exact, [
    questions.map((question) => question.keys.folded),
    questions.map((question) => question.keys.prefixStart),
    questions.map((question) => question.keys.prefixEnd),
    questions.map((question) => question.partNumberKey),
    searches.map((search) => search.query),
    searches.map((search, place) => (asksWhole[place] ? search.wholeQuery : search.query)),
    searches.map((search, place) =>
      asksWhole[place] ? search.placedWholeQuery : search.placedQuery,
    ),
    searches.map(
      (search) =>
        !search.mayMeetNumber &&
        Math.min(maxExpected, estimateOffers(search, counts)) >= frequentFrom,
    ),
    filter.pricedFor,
  ]);
}

const stock = "sellable_stock(o.available_stock, o.shelf_life_expires, $2)";
const bestFirst = "(stock > 0) desc, rank, list_price, offer_id";
const notTheNumber = "o.part_number_key <> e.part_number_key";
const sameFold = "o.name_key >= e.folded and o.name_key < e.folded || chr(2)";
const sameBeginning = "o.name_key >= e.prefix_start and o.name_key < e.prefix_end";

// As a case neither is read by index, which for most of the table would cost more than it saves.
const otherName = `case when ${sameFold} or ${sameBeginning} then false else true end`;
const checkedWords = `case when e.index_query = e.query then true
  else o.search @@ e.query::tsquery end`;
const checkedBeginning = `case when ${sameBeginning} then true else false end`;

/** Conditions beyond those of the entry: of offers, and of the conditions that are gone through. */
type Kept = {
  readonly offers: string;
  readonly shelves: string;
  /** When a beginning that many names have is read by places. */
  readonly commonWhen: string;
};

function bestOfAll(tier: number, condition: string, kept: Kept): string {
  return `(select ${tier} as tier, hit.* from (
      select o.offer_id, o.list_price, c.rank, ${stock} as stock
      from offers o join conditions c on c.code = o.condition
      where ${condition} and ${stock} >= $3 ${kept.offers}
    ) hit
    order by ${bestFirst} limit ${maxFound})`;
}

/**
 * For what is frequent: the places of the ranking one after another, best first, until there are
 * enough. A limit over a nested loop takes its rows in the order of the outer side.
 */
function bestOfPlaces(
  tier: number,
  places: (rank: string) => string,
  condition: string,
  when: string,
  kept: Kept,
): string {
  return `(select ${tier} as tier, hit.*
    from (
      select available, code, rank, class
      from (
        select available, code, rank
        from (values (true), (false)) availability(available) cross join conditions
        where (available or $3 = 0) and ${when} ${kept.shelves}
        order by available desc, rank
        offset 0
      ) shelf
      cross join lateral ${places("shelf.rank")} place(class)
      offset 0
    ) place
    cross join lateral (
      select o.offer_id, o.list_price, place.rank, ${stock} as stock
      from offers o
      where o.condition = place.code and ${condition} and (${stock} > 0) = place.available
        ${kept.offers}
      order by o.list_price, o.offer_id limit ${maxFound}
    ) hit
    limit ${maxFound})`;
}

// Both name the rank, so that they can only be read inside of what gives it, in its order.
const onePlace = (rank: string) => `(select 0 where ${rank} is not null)`;
const classPlaces = (rank: string) =>
  `generate_series(0, case when ${rank} is null then -1 else ${priceClasses - 1} end)`;
const placed = `o.search @@ replace(
  e.placed_query, '${rankMark}', place.code || '.' || place.class::text || '.')::tsquery
  and case when replace(e.placed_query, '${rankMark}', '') = e.query then true
    else o.search @@ e.query::tsquery end`;
const isCommonBeginning = `(select count(*) > ${commonFrom} from (
  select from offers o where ${sameBeginning} limit ${commonFrom + 1}) beginning)`;

const writeSelectByName = (kept: Kept) => `
  select string_agg(
    ord || chr(1) || sellable_wire(o.wire, o.available_stock, o.shelf_life_expires, $2), chr(2)
    order by ord, tier, (stock > 0) desc, rank, best.list_price, best.offer_id) as found
  from unnest($1::text[], $4::text[], $5::text[], $6::text[], $7::text[], $8::text[], $9::text[],
    $10::text[], $11::boolean[]) with ordinality
    e(name_key, folded, prefix_start, prefix_end, part_number_key, query, index_query, placed_query,
      is_frequent, ord)
  cross join lateral (
    ${bestOfAll(1, "o.part_number_key = e.part_number_key", kept)}
    union all
    ${bestOfPlaces(2, onePlace, `o.name_key = e.name_key and ${notTheNumber}`, "true", kept)}
    union all
    ${bestOfAll(3, `${sameFold} and o.name_key <> e.name_key and ${notTheNumber}`, kept)}
    union all
    ${bestOfAll(
      4,
      `${sameBeginning} and ${notTheNumber} and not (${kept.commonWhen} and ${isCommonBeginning})`,
      kept,
    )}
    union all
    ${bestOfPlaces(
      4,
      classPlaces,
      `${placed} and ${checkedBeginning} and ${notTheNumber}`,
      `${kept.commonWhen} and ${isCommonBeginning}`,
      kept,
    )}
    union all
    ${bestOfAll(
      5,
      `o.search @@ e.index_query::tsquery and ${checkedWords} and ${notTheNumber}
        and ${otherName} and not e.is_frequent`,
      kept,
    )}
    union all
    ${bestOfPlaces(
      5,
      classPlaces,
      `${placed} and ${notTheNumber} and ${otherName}`,
      "e.is_frequent",
      kept,
    )}
    limit ${maxFound}
  ) best
  join offers o on o.offer_id = best.offer_id
  where e.name_key <> ''`;

/** The places of the account, and of the first value after it. */
const accountPlace = 12;
const afterAccount = 13;
const isPriced = `and ${keepPriced(accountPlace, 2)}`;

const selectNames: FindingStatement = {
  name: "select_by_name",
  text: writeSelectByName({ offers: isPriced, shelves: "", commonWhen: "true" }),
  narrowedText: writeSelectByName({
    offers: `${isPriced} ${filterLookup(afterAccount)}`,
    shelves: `and ($${afterAccount}::text is null or code = $${afterAccount})`,
    commonWhen: "e.is_frequent",
  }),
};

/**
 * How many offers have each of the most frequent words, as the planner's statistics have it; older
 * or missing ones make a lookup slower, not other.
 */
export async function selectWordCounts(db: Queryable): Promise<WordCounts> {
  type Row = { readonly offers: number; readonly words: string[]; readonly shares: number[] };
  const rows = await db.query<Row>({
    name: "select_word_counts",
    text: `select reltuples as offers,
        coalesce(array_agg(word) filter (where word !~ '[.]'), '{}') as words,
        coalesce(array_agg(share) filter (where word !~ '[.]'), '{}') as shares
      from pg_class
      left join pg_stats on tablename = relname and attname = 'search'
        and schemaname = relnamespace::regnamespace::text
      left join lateral unnest(most_common_elems::text::text[], most_common_elem_freqs)
        common(word, share) on true
      where pg_class.oid = 'offers'::regclass
      group by reltuples`,
    values: [],
  });
  const { offers, words, shares } = rows[0] ?? { offers: 0, words: [], shares: [] };
  const byWord = new Map(words.map((word, place) => [word, (shares[place] ?? 0) * offers]));
  return { offers: Math.max(0, offers), byWord };
}
