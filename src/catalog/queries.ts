import { awaitAll, type Queryable, type Transaction } from "../db/database.ts";
import type { Currency } from "../kit/money.ts";
import { type Price, readStoredPrice } from "../kit/price.ts";
import type { Offer } from "./offer.ts";
import type { OfferId } from "./partId.ts";

/** Every vendor of the catalog, with one index lookup per vendor. */
export async function selectVendors(db: Queryable): Promise<string[]> {
  const rows = await db.query<{ vendor: string }>({
    name: "select_vendors",
    text: `with recursive step(vendor) as (
        (select vendor::text from offers order by vendor limit 1)
        union all
        select (
          select o.vendor::text from offers o where o.vendor > step.vendor order by o.vendor limit 1
        )
        from step where step.vendor is not null
      )
      select vendor from step where vendor is not null`,
  });
  return rows.map(({ vendor }) => vendor);
}

const offersWithRank = "offers o join conditions c on c.code = o.condition";

export type OfferRecord = Omit<Offer, "offerId" | "listPrice"> & {
  readonly offerId: string;
  readonly listPrice: string | null;
  readonly currency: Currency | null;
};

/** The columns of an `OfferRecord`, of offers `o` on day $2; the same in a row and in JSON. */
export const offerRecordFields = `o.offer_id::text as "offerId", o.part_number as "partNumber",
    o.part_number_key as "partNumberKey", o.title, o.vendor, o.condition,
    o.unit_of_measure as "unitOfMeasure", o.list_price::text as "listPrice", o.currency, o.status,
    sellable_stock(o.available_stock, o.shelf_life_expires, $2::date) as stock,
    o.min_quantity as "minQuantity", o.multiple, o.superseded_by as "supersededBy",
    o.certificate, o.manufacturer, o.cage, o.lead_time_days as "leadTimeDays"`;

export function toOffer<Row extends OfferRecord>(
  row: Row,
): Omit<Row, "offerId" | "listPrice" | "currency"> & Pick<Offer, "offerId" | "listPrice"> {
  const { offerId, listPrice, currency, ...fields } = row;
  const isPriced = listPrice !== null && currency !== null;
  const price = isPriced ? readStoredPrice(listPrice, currency) : null;
  return { ...fields, offerId: Number(offerId) as OfferId, listPrice: price };
}

/** The offers of these ids, in no order; unknown ids are missing. */
export async function selectOffers(
  db: Queryable,
  offerIds: readonly OfferId[],
  day: string,
): Promise<Offer[]> {
  const rows = await db.query<OfferRecord>({
    name: "select_offers",
    text: `select ${offerRecordFields} from offers o where o.offer_id = any($1::bigint[])`,
    values: [offerIds, day],
  });
  return rows.map((row) => toOffer(row));
}

/** The list prices of what is sold of these part numbers, by their keys. */
export async function selectListPricesOf(
  db: Queryable,
  partNumberKeys: readonly string[],
): Promise<Map<string, Price[]>> {
  const rows = await db.query<{ key: string; price: string; currency: Currency }>({
    name: "select_list_prices_of_parts",
    text: `select part_number_key as key, list_price::text as price, currency from offers
      where part_number_key = any($1::text[]) and status = 'ACTIVE' and list_price > 0
      order by offer_id`,
    values: [partNumberKeys],
  });
  const prices = new Map<string, Price[]>();
  for (const { key, price, currency } of rows) {
    prices.set(key, [...(prices.get(key) ?? []), readStoredPrice(price, currency)]);
  }
  return prices;
}

/**
 * As `selectOffers`, each locked against changes until the transaction ends. Waits for other
 * callers of this function; fails immediately with SQLSTATE 55P03 if an import or edit has locked
 * one of the offers. So it never waits for an import while it holds locks that the import needs.
 */
export async function lockOffers(
  tx: Transaction,
  offerIds: readonly OfferId[],
  day: string,
): Promise<Offer[]> {
  const [, rows] = await awaitAll([
    tx.query({
      name: "lock_stock_shards",
      text: `select pg_advisory_xact_lock(hashtext('stock of offers'), shard)
        from (
          select distinct (offer_id % 64)::integer as shard
          from unnest($1::bigint[]) requested(offer_id) order by shard
        ) shards`,
      values: [offerIds],
    }),
    tx.query<OfferRecord>({
      name: "lock_offers",
      text: `select ${offerRecordFields} from offers o where o.offer_id = any($1::bigint[])
        order by o.offer_id for no key update nowait`,
      values: [offerIds, day],
    }),
  ]);
  return rows.map((row) => toOffer(row));
}

const movements = {
  allocate: "allocated = o.allocated + moved.quantity",
  release: "allocated = o.allocated - moved.quantity",
  ship: "allocated = o.allocated - moved.quantity, shipped = o.shipped + moved.quantity",
} as const;

/**
 * Changes the stock of locked offers for an order: `allocate` when it is confirmed, `release` when
 * it is cancelled, `ship` when it is fulfilled. Allocating more than is available violates
 * `offers_allocation`. The statement is sent without waiting for its result.
 */
export function moveStock(
  tx: Transaction,
  movement: keyof typeof movements,
  quantities: ReadonlyMap<OfferId, number>,
  now: Date,
): void {
  tx.send({
    name: `${movement}_stock`,
    text: `update offers o set ${movements[movement]}, updated_at = $3
      from unnest($1::bigint[], $2::integer[]) moved(offer_id, quantity)
      where o.offer_id = moved.offer_id`,
    values: [[...quantities.keys()], [...quantities.values()], now],
  });
}

/** Every offer of a part number, by condition, vendor and unit. */
export async function selectOffersOfPart(
  db: Queryable,
  partNumberKey: string,
  day: string,
): Promise<Offer[]> {
  const rows = await db.query<OfferRecord>({
    name: "select_offers_of_part",
    text: `select ${offerRecordFields} from ${offersWithRank} where o.part_number_key = $1
      order by c.rank, o.vendor, o.unit_of_measure`,
    values: [partNumberKey, day],
  });
  return rows.map((row) => toOffer(row));
}

/** The number of a part that can be ordered now, for examples; undefined if there is none. */
export async function selectExampleNumber(db: Queryable, day: string): Promise<string | undefined> {
  const rows = await db.query<{ partNumber: string }>({
    name: "select_example_number",
    text: `select part_number as "partNumber" from offers
      where status = 'ACTIVE' and list_price is not null
        and part_number ~ '^[A-Z0-9][A-Z0-9-]{2,30}$'
        and sellable_stock(available_stock, shelf_life_expires, $1) > 0
      limit 1`,
    values: [day],
  });
  return rows[0]?.partNumber;
}
