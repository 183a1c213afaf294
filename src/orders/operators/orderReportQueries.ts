// The SQL of reports: the totals of orders by the time of their confirmation, always by currency.
import type { Queryable } from "../../db/database.ts";
import type { Currency, Money } from "../../money.ts";
import type { OrderStatus } from "../order.ts";

/** Orders confirmed from `from` until `until`, which is exclusive; null is any account. */
export type ReportedPeriod = {
  readonly from: Date;
  readonly until: Date;
  readonly accountId: string | null;
};

/** Orders in a currency. */
export type ReportedValue = { readonly orders: number; readonly value: Money };

type ValueRow<Row> = Omit<Row, "value"> & {
  readonly currency: Currency;
  readonly minor: string;
};

/** SQL: the confirmed orders of the period `$1` to `$2` that were not cancelled since. */
const confirmed = `select o.order_id, o.account_id, o.currency, o.subtotal, e.at
    from order_events e join orders o using (order_id)
    where e.kind = 'confirmed' and e.at >= $1 and e.at < $2
      and o.status in ('confirmed', 'fulfilled') and ($3::uuid is null or o.account_id = $3)`;

/** Unnamed, so that the period is planned with its values. */
async function selectValues<Row extends ReportedValue>(
  db: Queryable,
  text: string,
  { from, until, accountId }: ReportedPeriod,
  more: readonly unknown[],
): Promise<Row[]> {
  const values = [from, until, accountId, ...more];
  const rows = await db.query<ValueRow<Row>>({ name: "", text, values });
  return rows.map(({ currency, minor, ...row }) => {
    return { ...row, value: { minor: BigInt(minor), currency } } as unknown as Row;
  });
}

export type StepValue = ReportedValue & { readonly at: Date };

/** By steps of the period, which start at ascending times; none for a step without orders. */
export function selectValueBySteps(
  db: Queryable,
  period: ReportedPeriod,
  starts: readonly Date[],
): Promise<StepValue[]> {
  const text = `select ($4::timestamptz[])[width_bucket(at, $4::timestamptz[])] as at, currency,
      count(*)::integer as orders, sum(subtotal)::text as minor
    from (${confirmed}) c group by 1, 2 order by currency, at`;
  return selectValues(db, text, period, [starts]);
}

export type AccountValue = ReportedValue & {
  readonly accountId: string;
  readonly accountName: string;
};

/** At most `limit` accounts of each currency, the highest value first. */
export function selectValueByAccount(
  db: Queryable,
  period: ReportedPeriod,
  limit: number,
): Promise<AccountValue[]> {
  const text = `select account_id as "accountId", a.name as "accountName", best.currency, orders,
      minor::text
    from (
      select c.account_id, c.currency, count(*)::integer as orders, sum(c.subtotal) as minor,
        row_number() over (partition by c.currency order by sum(c.subtotal) desc, c.account_id)
          as place
      from (${confirmed}) c group by c.account_id, c.currency
    ) best join accounts a using (account_id)
    where place <= $4 order by best.currency, place`;
  return selectValues(db, text, period, [limit]);
}

export type PartValue = ReportedValue & {
  readonly partNumber: string;
  readonly title: string | null;
};

/** At most `limit` part numbers of each currency, the highest value first. */
export function selectValueByPart(
  db: Queryable,
  period: ReportedPeriod,
  limit: number,
): Promise<PartValue[]> {
  const text = `select part_number as "partNumber", title, currency, orders, minor::text
    from (
      select l.part_number, any_value(l.title) as title, c.currency,
        count(distinct c.order_id)::integer as orders, sum(l.line_total) as minor,
        row_number() over (partition by c.currency order by sum(l.line_total) desc, l.part_number)
          as place
      from (${confirmed}) c join order_lines l using (order_id)
      group by l.part_number, c.currency
    ) best
    where place <= $4 order by currency, place`;
  return selectValues(db, text, period, [limit]);
}

/** What became of the orders that were confirmed in a period. */
export async function countConfirmedByStatus(
  db: Queryable,
  { from, until, accountId }: ReportedPeriod,
): Promise<ReadonlyMap<OrderStatus, number>> {
  const rows = await db.query<{ readonly status: OrderStatus; readonly orders: number }>({
    name: "",
    text: `select o.status, count(*)::integer as orders
      from order_events e join orders o using (order_id)
      where e.kind = 'confirmed' and e.at >= $1 and e.at < $2
        and ($3::uuid is null or o.account_id = $3)
      group by o.status`,
    values: [from, until, accountId],
  });
  return new Map(rows.map(({ status, orders }) => [status, orders]));
}

/** The seconds from confirmation to fulfilment that half, and nine of ten, orders stayed within. */
export type FulfilmentTimes = {
  readonly orders: number;
  readonly median: number | null;
  readonly p90: number | null;
};

/** Of the orders that were fulfilled in a period. */
export async function selectFulfilmentTimes(
  db: Queryable,
  { from, until, accountId }: ReportedPeriod,
): Promise<FulfilmentTimes> {
  const rows = await db.query<FulfilmentTimes>({
    name: "",
    text: `select count(*)::integer as orders,
        percentile_disc(0.5) within group (order by seconds)::float8 as median,
        percentile_disc(0.9) within group (order by seconds)::float8 as p90
      from (
        select extract(epoch from f.at - c.at) as seconds
        from order_events f
          join order_events c on c.order_id = f.order_id and c.kind = 'confirmed'
          join orders o on o.order_id = f.order_id
        where f.kind = 'fulfilled' and f.at >= $1 and f.at < $2
          and ($3::uuid is null or o.account_id = $3)
      ) times`,
    values: [from, until, accountId],
  });
  return rows[0] ?? { orders: 0, median: null, p90: null };
}
