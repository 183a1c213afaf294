// The SQL of the catalog's readers. A lookup is one statement for all numbers and one for all
// names, each answered as one text, since building rows costs more than finding them (measured in
// bench/).
import type { Queryable } from "../db/database.ts";
import type { Offer } from "./offer.ts";
import type { OfferId } from "./partId.ts";

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
  readonly nameKey: string;
  readonly searchQuery: string;
};

/** As `selectByNumber`, for names: at most 25 an entry, ranked as decision 15 has it. */
export function selectByName(
  db: Queryable,
  questions: readonly NameQuestion[],
  filter: LookupFilter,
): Promise<string> {
  return selectFoundText(db, "select_by_name", selectByNameText, filter, [
    questions.map((question) => question.nameKey),
    questions.map((question) => `${question.nameKey}\u{10ffff}`),
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

// Each tier leaves out what an earlier one has, and is only run where the earlier ones gave fewer
// than 25.
const selectByNameText = `
  select string_agg(${pieceOfOffer}, chr(2) order by ord, tier, ${bestFirst}) as found
  from (
    select e.ord, best.*
    from unnest($1::text[], $4::text[], $5::text[], $6::text[]) with ordinality
      e(name_key, name_key_end, part_number_key, query, ord)
    cross join lateral (
      ${bestOfTier(1, "o.part_number_key = e.part_number_key")}
      union all
      ${bestOfTier(2, "o.name_key = e.name_key and o.part_number_key <> e.part_number_key")}
      union all
      ${bestOfTier(
        3,
        `o.name_key > e.name_key and o.name_key < e.name_key_end
        and o.part_number_key <> e.part_number_key`,
      )}
      union all
      ${bestOfTier(
        4,
        `o.search @@ e.query::tsquery and o.part_number_key <> e.part_number_key
        and not (o.name_key >= e.name_key and o.name_key < e.name_key_end)`,
      )}
      limit 25
    ) best
    where e.name_key <> ''
  ) found`;

type OfferRecord = Omit<Offer, "offerId" | "listPrice"> & { offerId: string; listPrice: string };

/** An offer as of day $2. */
const selectOffer = `select o.offer_id as "offerId", o.part_number as "partNumber",
    o.part_number_key as "partNumberKey", o.title, o.vendor, o.condition,
    o.unit_of_measure as "unitOfMeasure", o.list_price as "listPrice", o.currency, o.status,
    sellable_stock(o.available_stock, o.shelf_life_expires, $2) as stock,
    o.min_quantity as "minQuantity", o.multiple, o.superseded_by as "supersededBy"`;

function toOffer(row: OfferRecord): Offer {
  return { ...row, offerId: Number(row.offerId) as OfferId, listPrice: BigInt(row.listPrice) };
}

/** The offers of these ids, in no order; ids that name nothing are missing. */
export async function selectOffers(
  db: Queryable,
  offerIds: readonly OfferId[],
  day: string,
): Promise<Offer[]> {
  const rows = await db.query<OfferRecord>({
    name: "select_offers",
    text: `${selectOffer} from offers o where o.offer_id = any($1::bigint[])`,
    values: [offerIds, day],
  });
  return rows.map(toOffer);
}

/** Every offer of a part number, by condition, vendor and unit; none where there is none. */
export async function selectOffersOfPart(
  db: Queryable,
  partNumberKey: string,
  day: string,
): Promise<Offer[]> {
  const rows = await db.query<OfferRecord>({
    name: "select_offers_of_part",
    text: `${selectOffer} from ${offersWithRank} where o.part_number_key = $1
      order by c.rank, o.vendor, o.unit_of_measure`,
    values: [partNumberKey, day],
  });
  return rows.map(toOffer);
}
