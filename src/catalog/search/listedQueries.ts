// The SQL of offers as pages list them: of ids, and of part numbers that begin as a text does.
import type { Queryable } from "../../db/database.ts";
import type { Offer, OfferStatus } from "../offer.ts";
import { onHand } from "../offerFieldQueries.ts";
import type { OfferId } from "../partId.ts";
import { type OfferRecord, selectOffer, toOffer } from "../queries.ts";
import type { ListedOffer, OfferPlace } from "./listedOffer.ts";
import type { LookupFilter } from "./selectFoundText.ts";

/** What is listed: null of a status is any. */
export type ListFilter = LookupFilter & { readonly status: OfferStatus | null };

type ListedRecord = OfferRecord & Omit<ListedOffer, keyof Offer>;

const selectListed = `${selectOffer}, ${onHand("o.")}::float8 as "onHand",
    o.allocated::float8 as allocated, o.part_name as "partName", o.description, o.manufacturer,
    o.cage, o.nsn, o.certificate, o.lead_time_days as "leadTimeDays",
    o.shelf_life_expires as "shelfLifeExpires", o.alternates, o.updated_at as "updatedAt"
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

/** How many places a page of beginnings looks at; beyond them it says where to go on. */
export const maxPlaces = 5_000;

const places = "o.part_number_key, o.vendor, o.condition, o.unit_of_measure";

/** Whether offers of a status have an index of their own: few are not active. */
function isHeld(status: OfferStatus | null): boolean {
  return status !== null && status !== "ACTIVE";
}

/**
 * The places after the one that is asked for, in the order of an index that has them so: of one
 * vendor, of one status that cannot be ordered, or of all. Their number is a parameter: a constant
 * above what the planner expects of the range would make it sort the whole of it.
 */
function renderPlaces({ vendor, status }: ListFilter): string {
  const ofVendor = vendor === null ? "$8::text is null" : "o.vendor = $8";
  const held = isHeld(status)
    ? "o.status = $9 and o.status <> 'ACTIVE'"
    : "($9::text is null or true)";
  return `select ${places} from offers o
    where o.part_number_key > $1 and o.part_number_key < $1 || $3
      and (${places}) > ($4, $5, $6, $7) and ${ofVendor} and ${held}
    order by ${places} limit $10`;
}

/** Which of the statements a filter needs, by name: each has a plan of its own. */
function nameStatement({ vendor, status }: ListFilter): string {
  return `select_prefixed${vendor === null ? "" : "_of_vendor"}${isHeld(status) ? "_held" : ""}`;
}

/** Offers in the order of part numbers; `next` is where they go on, null where they end. */
type PrefixOffers = {
  readonly offers: readonly ListedOffer[];
  readonly next: OfferPlace | null;
};

function toPlace({ partNumberKey, vendor, condition, unitOfMeasure }: OfferPlace): OfferPlace {
  return { partNumberKey, vendor, condition, unitOfMeasure };
}

/** The place at which so many were looked at; undefined where there are fewer. */
async function selectHorizon(
  db: Queryable,
  filter: ListFilter,
  values: readonly unknown[],
): Promise<OfferPlace | undefined> {
  const rows = await db.query<OfferPlace>({
    name: `${nameStatement(filter)}_horizon`,
    text: `select part_number_key as "partNumberKey", vendor, condition,
        unit_of_measure as "unitOfMeasure"
      from (${renderPlaces(filter)}) looked
      where $2::date is not null offset $10 - 1`,
    values,
  });
  return rows[0];
}

/**
 * At most `limit` offers whose part number key begins with `key` and goes on, by number, vendor,
 * condition and unit; from `after` on where that is given. Places are read in the order of their
 * index, at most `maxPlaces` of them, and of the offers only those on the page: a page can have
 * fewer than `limit`, or none, and more come after it.
 */
export async function selectPrefixOffers(
  db: Queryable,
  key: string,
  filter: ListFilter,
  after: OfferPlace | null,
  limit: number,
): Promise<PrefixOffers> {
  const { day, inStock, condition, vendor, status } = filter;
  const place = after ?? { partNumberKey: key, vendor: "", condition: "", unitOfMeasure: "" };
  const values = [
    key,
    day,
    lastCharacter,
    place.partNumberKey,
    place.vendor,
    place.condition,
    place.unitOfMeasure,
    vendor,
    status,
    maxPlaces,
  ];
  const rows = await db.query<ListedRecord>({
    name: nameStatement(filter),
    text: `select listed.* from (
        ${renderPlaces(filter)}
      ) place
      cross join lateral (
        ${selectListed}
        where o.part_number_key = place.part_number_key and o.vendor = place.vendor
          and o.condition = place.condition and o.unit_of_measure = place.unit_of_measure
          and sellable_stock(o.available_stock, o.shelf_life_expires, $2) >= $11
          and ($9::text is null or o.status = $9)
        -- Each place is looked up by itself, whatever the planner expects of them.
        offset 0
      ) listed
      where $13::text is null or place.condition = $13
      order by place.part_number_key, place.vendor, place.condition, place.unit_of_measure
      limit $12`,
    values: [...values, inStock ? 1 : 0, limit + 1, condition],
  });
  const found = rows.map((row) => toOffer(row));
  const last = found[limit - 1];
  if (last !== undefined) {
    return { offers: found.slice(0, limit), next: found.length > limit ? toPlace(last) : null };
  }
  return { offers: found, next: (await selectHorizon(db, filter, values)) ?? null };
}
