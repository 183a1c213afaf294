// The SQL of offers as pages list them: of ids, and of part numbers that begin as a text does.
import type { Queryable } from "../db/database.ts";
import type { ListedOffer, OfferPlace } from "./listedOffer.ts";
import type { OfferId } from "./partId.ts";
import { type OfferRecord, selectOffer, toOffer } from "./queries.ts";
import { keepTo, type LookupFilter } from "./selectFoundText.ts";

type ListedRecord = OfferRecord & Omit<ListedOffer, "offerId" | "listPrice">;

const selectListed = `${selectOffer}, o.part_name as "partName", o.description, o.manufacturer,
    o.cage, o.nsn, o.certificate, o.lead_time_days as "leadTimeDays",
    o.shelf_life_expires as "shelfLifeExpires", o.updated_at as "updatedAt"
  from offers o`;

/** The offers of these ids, in no order; ids that name nothing are missing. */
export async function selectListedOffers(
  db: Queryable,
  offerIds: readonly OfferId[],
  day: string,
): Promise<ListedOffer[]> {
  const rows = await db.query<ListedRecord>({
    name: "select_listed_offers",
    text: `${selectListed} where o.offer_id = any($1::bigint[])`,
    values: [offerIds, day],
  });
  return rows.map((row) => toOffer(row));
}

/** The last character there is: what begins with a text stands before it and this. */
const lastCharacter = "\u{10ffff}";

/**
 * At most `limit` offers whose part number key begins with `key` and goes on, by number, vendor,
 * condition and unit; from `after` on where that is given. Places are read in the order of their
 * index, which has all that filters but the stock, and of the offers only those on the page.
 */
export async function selectBegunOffers(
  db: Queryable,
  key: string,
  filter: LookupFilter,
  after: OfferPlace | null,
  limit: number,
): Promise<ListedOffer[]> {
  const { day, inStock, condition, vendor } = filter;
  const place = after ?? { partNumberKey: key, vendor: "", condition: "", unitOfMeasure: "" };
  const rows = await db.query<ListedRecord>({
    name: "select_begun_offers",
    text: `select listed.* from (
        select o.part_number_key, o.vendor, o.condition, o.unit_of_measure from offers o
        where o.part_number_key > $1 and o.part_number_key < $1 || $8
          and (o.part_number_key, o.vendor, o.condition, o.unit_of_measure) > ($4, $5, $6, $7)
          ${keepTo(10)}
        order by o.part_number_key, o.vendor, o.condition, o.unit_of_measure
        offset 0
      ) place
      cross join lateral (
        ${selectListed}
        where o.part_number_key = place.part_number_key and o.vendor = place.vendor
          and o.condition = place.condition and o.unit_of_measure = place.unit_of_measure
          and sellable_stock(o.available_stock, o.shelf_life_expires, $2) >= $3
      ) listed
      order by place.part_number_key, place.vendor, place.condition, place.unit_of_measure limit $9`,
    values: [
      ...[key, day, inStock ? 1 : 0],
      ...[place.partNumberKey, place.vendor, place.condition, place.unitOfMeasure],
      ...[lastCharacter, limit, condition, vendor],
    ],
  });
  return rows.map((row) => toOffer(row));
}
