// The SQL of suggestions: what to look at beside a part number. Invariant: an entry costs a bounded
// amount, however long its chain of supersession is and however many parts name it.
import type { Queryable } from "../../db/database.ts";
import { keepPriced, type LookupFilter } from "./selectFoundText.ts";

export type SuggestionReason = "punctuation" | "superseded" | "alternate";

/** A part number offered beside an entry; `ord` counts the entries from 1. */
type SuggestionRow = {
  readonly ord: number;
  readonly partNumber: string;
  readonly reason: SuggestionReason;
};

/** Parts a chain of supersession is followed through. */
const maxChain = 50;
/** Numbers of one kind that are looked at for an entry before the best ten are chosen. */
const maxCandidates = 100;

/** Whether an account sees an offer: $4 is the account, $3 the day. */
const isPriced = keepPriced(4, 3);

const nearDuplicates = `
  select o.part_number_key as key, o.part_number, 'punctuation' as reason, 1 as place, 0 as depth
  from offers o
  where o.part_number_bare = e.bare and e.bare <> '' and ${isPriced}
    and not exists (
      select from offers x where x.part_number_key = e.part_number_key and ${keepPriced(4, 3, "x")}
    )
  limit ${maxCandidates}`;

// An offer that can be ordered ends its chain, whatever may come after it.
const successors = `with recursive chain(key, part_number, depth) as (
    select o.superseded_by_key, o.superseded_by::text, 1 from offers o
    where o.part_number_key = e.part_number_key and o.superseded_by_key is not null
      and o.status <> 'ACTIVE'
    union
    select next.* from chain cross join lateral (
      select o.superseded_by_key, o.superseded_by::text, chain.depth + 1 from offers o
      where o.part_number_key = chain.key and o.superseded_by_key is not null
        and o.status <> 'ACTIVE' and chain.depth < ${maxChain}
      offset 0
    ) next
  )
  select key, part_number, 'superseded' as reason, 2 as place, depth
  from chain limit ${maxCandidates}`;

function namedIn(numbers: string, keys: string): string {
  return `select given.key, given.part_number, 'alternate' as reason, 3 as place, 0 as depth
    from offers o cross join lateral unnest(o.${keys}, o.${numbers}) given(key, part_number)
    where o.part_number_key = e.part_number_key limit ${maxCandidates}`;
}

const namedBy = `select o.part_number_key, o.part_number, 'alternate', 3, 0 from offers o
  where o.interchangeable_keys @> array[e.part_number_key] limit ${maxCandidates}`;

const selectSuggestionsText = `
  select e.ord::integer as ord, s.part_number as "partNumber", s.reason
  from unnest($1::text[], $2::text[]) with ordinality e(part_number_key, bare, ord)
  cross join lateral (
    select one.part_number, one.reason, one.place, can.be_ordered, can.is_end, can.in_stock,
      one.depth
    from (
      select distinct on (key) * from (
        (${nearDuplicates})
        union all
        (${successors})
        union all
        (${namedIn("alternates", "alternate_keys")})
        union all
        (${namedIn("interchangeable", "interchangeable_keys")})
        union all
        (${namedBy})
      ) every
      where key <> e.part_number_key
      order by key, place, depth desc, part_number
    ) one
    cross join lateral (
      select coalesce(bool_or(o.status = 'ACTIVE' and ${isPriced}), false) as be_ordered,
        not coalesce(bool_or(o.status <> 'ACTIVE' and o.superseded_by_key is not null), false)
          as is_end,
        coalesce(bool_or(o.status = 'ACTIVE'
          and sellable_stock(o.available_stock, o.shelf_life_expires, $3) > 0
          and ${isPriced}), false) as in_stock
      from offers o where o.part_number_key = one.key
    ) can
    order by one.place, one.place = 2 and not can.be_ordered, one.place = 2 and not can.is_end,
      not can.in_stock, one.depth desc, one.part_number
    limit 10
  ) s
  order by e.ord, s.place, s.place = 2 and not s.be_ordered, s.place = 2 and not s.is_end,
    not s.in_stock, s.depth desc, s.part_number`;

/**
 * What to look at beside part numbers (decisions 20 and 61), a number once an entry: for one the
 * catalog does not have, numbers that differ by punctuation alone; then what supersedes it, first
 * what can be ordered and the end of the chain; then what may be used instead, also where only the
 * other part's row says that they are interchangeable. Otherwise in stock on `day` first. At most
 * ten an entry, chosen of a hundred of each kind. What has no price for `pricedFor` cannot be
 * ordered and has no near duplicates, but still leads to its replacements and alternates.
 */
export function selectSuggestions(
  db: Queryable,
  partNumberKeys: readonly string[],
  bareNumbers: readonly string[],
  { day, pricedFor }: Pick<LookupFilter, "day" | "pricedFor">,
): Promise<SuggestionRow[]> {
  return db.query<SuggestionRow>({
    name: "select_suggestions",
    text: selectSuggestionsText,
    values: [partNumberKeys, bareNumbers, day, pricedFor],
  });
}
