// The lines of confirmed orders for offers with less on hand than is allocated (decision 153).
import { onHand } from "../../catalog/offerFieldQueries.ts";
import type { OfferId } from "../../catalog/partId.ts";
import type { Queryable } from "../../db/database.ts";
import type { OrderId } from "../order.ts";
import { maxCountedOrders } from "../summaryQueries.ts";

/** A line of an order that competes for stock; the quantities on hand and allocated in units. */
export type ShortLine = {
  readonly orderId: OrderId;
  readonly orderNumber: string;
  readonly poNumber: string | null;
  readonly accountId: string;
  readonly accountName: string;
  readonly confirmedAt: Date;
  readonly offerId: OfferId;
  readonly partNumber: string;
  readonly condition: string;
  readonly vendor: string;
  readonly unitOfMeasure: string;
  readonly quantity: number;
  readonly onHand: number;
  readonly allocated: number;
};

const shortLines = `orders o join order_lines l using (order_id)
      join offers f on f.offer_id = l.offer_id and f.allocated > ${onHand("f.")}
      join order_events e on e.order_id = o.order_id and e.kind = 'confirmed'`;

/** The first `limit` short lines, oldest order first. */
export function selectShortLines(db: Queryable, limit: number): Promise<ShortLine[]> {
  return db.query<ShortLine>({
    name: "select_short_lines",
    text: `select o.order_id as "orderId", o.order_number as "orderNumber",
        o.po_number as "poNumber", o.account_id as "accountId", a.name as "accountName",
        e.at as "confirmedAt",
        l.offer_id::float8 as "offerId", l.part_number as "partNumber", l.condition, l.vendor,
        l.unit_of_measure as "unitOfMeasure", l.quantity, ${onHand("f.")}::float8 as "onHand",
        f.allocated::float8 as allocated
      from ${shortLines} join accounts a on a.account_id = o.account_id
      where o.status = 'confirmed'
      order by e.at, o.order_id, l.line_number limit $1`,
    values: [limit],
  });
}

/** The count of short offers, up to `maxCountedOrders` + 1, and when the oldest was confirmed. */
export type Shortfalls = { readonly count: number; readonly oldestAt: Date | null };

export async function countShortfalls(db: Queryable): Promise<Shortfalls> {
  const rows = await db.query<Shortfalls>({
    name: "count_shortfalls",
    text: `with short as (
        select l.offer_id, min(e.at) as oldest from ${shortLines}
        where o.status = 'confirmed' group by l.offer_id limit $1
      )
      select count(*)::integer as count, min(oldest) as "oldestAt" from short`,
    values: [maxCountedOrders + 1],
  });
  return rows[0] ?? { count: 0, oldestAt: null };
}

/** The offers among these that have less on hand than is allocated. */
export function selectShortOffers(
  db: Queryable,
  offerIds: readonly OfferId[],
): Promise<Pick<ShortLine, "partNumber" | "onHand" | "allocated">[]> {
  return db.query({
    name: "select_short_offers",
    text: `select f.part_number as "partNumber", ${onHand("f.")}::float8 as "onHand",
        f.allocated::float8 as allocated
      from offers f where f.offer_id = any($1::bigint[]) and f.allocated > ${onHand("f.")}
      order by f.part_number, f.offer_id`,
    values: [offerIds],
  });
}
