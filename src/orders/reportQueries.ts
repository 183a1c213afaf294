import type { Queryable } from "../db/database.ts";
import type { Currency, Money } from "../kit/money.ts";
import type { OrderStatus } from "./order.ts";

// The SQL of reports: the totals of orders by the time of their confirmation, always by currency.

/** Orders confirmed from `from` until `until`, which is exclusive; null is any account. */
export type ReportedPeriod = {
  readonly from: Date;
  readonly until: Date;
  readonly accountId: string | null;
};

/** Orders in a currency. */
export type ReportedValue = { readonly orders: number; readonly value: Money };

type ValueRow = {
  readonly currency: Currency;
  readonly orders: number;
  readonly minor: string;
};

/** SQL: the orders confirmed from `$1` until `$2`, also those that were cancelled since. */
const confirmed = `select o.order_id, o.account_id, o.currency, o.subtotal, o.status, e.at
    from order_events e join orders o using (order_id)
    where e.kind = 'confirmed' and e.at >= $1 and e.at < $2
      and ($3::uuid is null or o.account_id = $3)`;
const isIncluded = "status in ('confirmed', 'fulfilled')";

/** Unnamed, so that the period is planned with its values. */
function selectRows<Row>(
  db: Queryable,
  text: string,
  { from, until, accountId }: ReportedPeriod,
  more: readonly unknown[] = [],
): Promise<Row[]> {
  return db.query<Row>({ name: "", text, values: [from, until, accountId, ...more] });
}

function toValue({ orders, minor, currency }: ValueRow): ReportedValue {
  return { orders, value: { minor: BigInt(minor), currency } };
}

export type StepValue = ReportedValue & { readonly at: Date };

type AccountValue = ReportedValue & {
  readonly accountId: string;
  readonly accountName: string;
};

export type OrderReport = {
  /** By steps, none for a step without orders. */
  readonly steps: readonly StepValue[];
  /** The accounts of each currency with the highest values, which come first. */
  readonly accounts: readonly AccountValue[];
  /** What became of the orders that were confirmed in the period. */
  readonly statuses: ReadonlyMap<OrderStatus, number>;
};

type SectionRow = ValueRow &
  (
    | { readonly section: "steps"; readonly at: Date }
    | { readonly section: "accounts"; readonly accountId: string; readonly accountName: string }
    | { readonly section: "statuses"; readonly status: OrderStatus }
  );

/**
 * The steps start at ascending times; there are at most `maxAccounts` per currency. One statement,
 * because finding the orders takes most of its time.
 */
export async function selectOrderReport(
  db: Queryable,
  period: ReportedPeriod,
  starts: readonly Date[],
  maxAccounts: number,
): Promise<OrderReport> {
  const text = `with confirmed as materialized (${confirmed}),
      included as (select * from confirmed where ${isIncluded})
    select 'steps' as section, ($4::timestamptz[])[width_bucket(at, $4::timestamptz[])] as at,
        null::uuid as "accountId", null as "accountName", null as status, currency,
        count(*)::integer as orders, sum(subtotal)::text as minor, 0 as place
      from included group by 2, currency
    union all
    select 'accounts', null, account_id, a.name, null, best.currency, orders, minor::text, place
      from (
        select account_id, currency, count(*)::integer as orders, sum(subtotal) as minor,
          row_number() over (partition by currency order by sum(subtotal) desc, account_id) as place
        from included group by account_id, currency
      ) best join accounts a using (account_id)
      where place <= $5
    union all
    select 'statuses', null, null, null, status, null, count(*)::integer, '0', 0
      from confirmed group by status
    order by currency, at, place`;
  const rows = await selectRows<SectionRow>(db, text, period, [starts, maxAccounts]);
  const steps: StepValue[] = [];
  const accounts: AccountValue[] = [];
  const statuses = new Map<OrderStatus, number>();
  for (const row of rows) {
    if (row.section === "statuses") statuses.set(row.status, row.orders);
    else if (row.section === "steps") steps.push({ ...toValue(row), at: row.at });
    else {
      const { accountId, accountName } = row;
      accounts.push({ ...toValue(row), accountId, accountName });
    }
  }
  return { steps, accounts, statuses };
}

export type PartValue = ReportedValue & {
  readonly partNumber: string;
  readonly title: string | null;
};

/**
 * At most `limit` part numbers of each currency, the highest value first. Each currency selects its
 * own: numbering the rows of all currencies would sort all of them.
 */
export async function selectValueByPart(
  db: Queryable,
  period: ReportedPeriod,
  limit: number,
): Promise<PartValue[]> {
  const text = `with parts as materialized (
      select l.part_number, any_value(l.title) as title, c.currency,
        count(distinct c.order_id)::integer as orders, sum(l.line_total) as minor
      from (${confirmed}) c join order_lines l using (order_id)
      where ${isIncluded}
      group by l.part_number, c.currency
    )
    select part_number as "partNumber", title, best.currency, orders, minor::text
    from (select distinct currency from parts) currencies cross join lateral (
      select part_number, title, p.currency, orders, minor from parts p
      where p.currency = currencies.currency
      order by minor desc, part_number limit $4
    ) best
    order by best.currency, best.minor desc, part_number`;
  const rows = await selectRows<ValueRow & Omit<PartValue, keyof ReportedValue>>(db, text, period, [
    limit,
  ]);
  return rows.map((row) => {
    const { partNumber, title } = row;
    return { ...toValue(row), partNumber, title };
  });
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
  period: ReportedPeriod,
): Promise<FulfilmentTimes> {
  const text = `select count(*)::integer as orders,
        percentile_disc(0.5) within group (order by seconds)::float8 as median,
        percentile_disc(0.9) within group (order by seconds)::float8 as p90
      from (
        select extract(epoch from f.at - c.at) as seconds
        from order_events f
          join order_events c on c.order_id = f.order_id and c.kind = 'confirmed'
          join orders o on o.order_id = f.order_id
        where f.kind = 'fulfilled' and f.at >= $1 and f.at < $2
          and ($3::uuid is null or o.account_id = $3)
      ) times`;
  const rows = await selectRows<FulfilmentTimes>(db, text, period);
  return rows[0] ?? { orders: 0, median: null, p90: null };
}
