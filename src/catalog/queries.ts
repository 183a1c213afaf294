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

/** The number of a part that can be ordered now, for an example; undefined where there is none. */
export async function selectExampleNumber(db: Queryable, day: string): Promise<string | undefined> {
  const rows = await db.query<{ partNumber: string }>({
    name: "select_example_number",
    text: `select part_number as "partNumber" from offers
      where status = 'ACTIVE' and part_number ~ '^[A-Z0-9][A-Z0-9-]{2,30}$'
        and sellable_stock(available_stock, shelf_life_expires, $1) > 0
      limit 1`,
    values: [day],
  });
  return rows[0]?.partNumber;
}
