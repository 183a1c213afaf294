// Unmet demand by week: what the distributor could buy next.
import type { AccountId } from "../accounts/account.ts";
import type { Queryable } from "../db/database.ts";
import { all, type Sql, sql } from "../kit/sql.ts";
import { listUnmetDemand, mondayOf, type UnmetDemandTally } from "./unmetDemandTally.ts";

export type UnmetDemandKind = "not found" | "out of stock";

/** Weeks are their Mondays. A null account means all accounts. */
export type UnmetDemandFilter = {
  readonly firstWeek: string;
  readonly lastWeek: string;
  readonly accountId: AccountId | null;
  readonly kind: UnmetDemandKind;
  readonly limit: number;
};

/** A part number key, how often it was requested but not available, and by how many accounts. */
export type UnmetDemandPart = {
  readonly partNumber: string;
  readonly times: number;
  readonly accounts: number;
};

/** A miss with `in_stock` does not say whether the part exists, so the catalog is checked. */
const inCatalog = sql`exists (select from offers o where o.part_number_key = m.part_number)`;

const times: Readonly<Record<UnmetDemandKind, Sql>> = {
  "not found": sql`not_found
    + case when not_in_stock > 0 and not ${inCatalog} then not_in_stock else 0 end`,
  "out of stock": sql`out_of_stock
    + case when not_in_stock > 0 and ${inCatalog} then not_in_stock else 0 end`,
};

export function selectUnmetDemand(
  db: Queryable,
  { firstWeek, lastWeek, accountId, kind, limit }: UnmetDemandFilter,
): Promise<UnmetDemandPart[]> {
  const ofAccount = accountId === null ? sql`true` : sql`account_id = ${accountId}`;
  return all<UnmetDemandPart>(
    db,
    sql`select part_number, times::float8, accounts from (
        select part_number, sum(${times[kind]}) as times,
          count(distinct account_id) filter (where ${times[kind]} > 0)::integer as accounts
        from unmet_demand m where week between ${firstWeek} and ${lastWeek} and ${ofAccount}
        group by part_number
      ) demand
      where times > 0 order by times desc, part_number limit ${limit}`,
  );
}

/** Adds to the unmet demand. Rows are sorted so that two nodes cannot deadlock. */
export async function insertUnmetDemand(db: Queryable, tally: UnmetDemandTally): Promise<void> {
  const counts = [...listUnmetDemand(tally)];
  await all(
    db,
    sql`insert into unmet_demand as m
        (week, account_id, part_number, not_found, out_of_stock, not_in_stock)
      select * from unnest(${counts.map(({ week }) => mondayOf(week))}::date[],
        ${counts.map(({ accountId }) => accountId)}::uuid[],
        ${counts.map(({ partNumber }) => partNumber)}::text[],
        ${counts.map(({ notFound }) => notFound)}::integer[],
        ${counts.map(({ outOfStock }) => outOfStock)}::integer[],
        ${counts.map(({ notInStock }) => notInStock)}::integer[]) as c (week, account_id, part_number)
      order by c.week, c.account_id, c.part_number collate "C"
      on conflict (week, account_id, part_number) do update
        set not_found = m.not_found + excluded.not_found,
          out_of_stock = m.out_of_stock + excluded.out_of_stock,
          not_in_stock = m.not_in_stock + excluded.not_in_stock`,
  );
}
