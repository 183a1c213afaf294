import type { OfferId } from "../../catalog/partId.ts";
import { type Queryable, queryFirst, type Transaction } from "../../db/database.ts";

/** An offer that the history orders, with its stock and price in cents. */
export type HistoryOffer = {
  readonly offerId: OfferId;
  readonly partNumber: string;
  readonly partNumberKey: string;
  readonly vendor: string;
  readonly condition: string;
  readonly unitOfMeasure: string;
  readonly manufacturer: string | null;
  readonly minQuantity: number;
  readonly multiple: number;
  readonly onHand: number;
  readonly cents: number;
};

export type WantedOffer = Pick<
  HistoryOffer,
  "offerId" | "partNumber" | "vendor" | "condition" | "unitOfMeasure"
> & { readonly certificate: string | null };

/**
 * Offers in US dollars across the catalog with enough stock, always the same, without those of
 * `except`.
 */
export async function selectHistoryOffers(
  db: Queryable,
  except: readonly string[],
): Promise<HistoryOffer[]> {
  return db.query<HistoryOffer>({
    name: "select_history_offers",
    text: `select offer_id::float8 as "offerId", part_number as "partNumber",
        part_number_key as "partNumberKey", vendor, condition,
        unit_of_measure as "unitOfMeasure", manufacturer, min_quantity as "minQuantity", multiple,
        available_stock as "onHand", list_price::float8 as cents
      from (
        select *, row_number() over (order by part_number, vendor, condition) as place from offers
        where status = 'ACTIVE' and currency = 'USD' and list_price > 0
          and shelf_life_expires is null
          and available_stock >= 30 * greatest(min_quantity, multiple)
          and part_number <> all($1::text[])
      ) possible
      where place % 23 = 0 order by place`,
    values: [except],
  });
}

/** What quotes are requested for: an offer of a part, the first one without stock. */
export function selectWantedOffer(
  db: Queryable,
  partNumber: string,
): Promise<WantedOffer | undefined> {
  return queryFirst<WantedOffer>(db, {
    name: "select_wanted_offer",
    text: `select offer_id::float8 as "offerId", part_number as "partNumber", vendor, condition,
        certificate, unit_of_measure as "unitOfMeasure"
      from offers where part_number = $1
      order by available_stock, condition, vendor limit 1`,
    values: [partNumber],
  });
}

/** Part numbers without stock, always the same. */
export async function selectEmptyNumbers(db: Queryable, limit: number): Promise<string[]> {
  const rows = await db.query<{ key: string }>({
    name: "select_empty_numbers",
    text: `select part_number_key as key from offers group by 1
      having sum(available_stock) = 0 order by md5(part_number_key) limit $1`,
    values: [limit],
  });
  return rows.map(({ key }) => key);
}

export async function hasOrders(db: Queryable): Promise<boolean> {
  const row = await queryFirst<{ has: boolean }>(db, {
    name: "has_orders",
    text: "select exists (select from orders) as has",
  });
  return row?.has === true;
}

/** Ends the imports of the past a few seconds after they started: the database wrote its clock. */
export async function backdateImports(db: Queryable): Promise<void> {
  await db.query({
    name: "backdate_imports",
    text: `update import_runs set ended_at = started_at + make_interval(secs => 2 + run_id % 7)
      where ended_at > started_at + interval '1 hour'`,
  });
}

/**
 * Ends the jobs for e-mails about keys of the past, and delays the checks of lists until the
 * service has filled its replica. Jobs belong to the owner of the schema, as which the demo has
 * logged in.
 */
export async function settlePastJobs(tx: Transaction): Promise<void> {
  await tx.query({ name: "become_owner", text: "set local role none" });
  await tx.query({
    name: "end_key_mail_jobs",
    text: `select graphile_worker.complete_jobs(array(
      select id from graphile_worker.jobs where task_identifier = 'send_key_change_mail'
    ))`,
  });
  await tx.query({
    name: "delay_list_checks",
    text: `select graphile_worker.reschedule_jobs(array(
      select id from graphile_worker.jobs where task_identifier = 'check_quick_order'
    ), run_at => now() + interval '20 seconds')`,
  });
}
