// Unmet demand by week: what the distributor could buy next.
import type { AccountId } from "../accounts/account.ts";
import type { Queryable } from "../db/database.ts";
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
const inCatalog = "exists (select from offers o where o.part_number_key = m.part_number)";

const inStockMiss = "case when not_in_stock > 0 and";

const times: Readonly<Record<UnmetDemandKind, string>> = {
  "not found": `not_found + ${inStockMiss} not ${inCatalog} then not_in_stock else 0 end`,
  "out of stock": `out_of_stock + ${inStockMiss} ${inCatalog} then not_in_stock else 0 end`,
};

export function selectUnmetDemand(
  db: Queryable,
  filter: UnmetDemandFilter,
): Promise<UnmetDemandPart[]> {
  const { firstWeek, lastWeek, accountId, kind, limit } = filter;
  const ofAccount = accountId === null ? "" : "and account_id = $4";
  return db.query<UnmetDemandPart>({
    name: `select_unmet_demand ${kind}${accountId === null ? "" : " of account"}`,
    text: `select part_number as "partNumber", times::float8, accounts from (
        select part_number, sum(${times[kind]}) as times,
          count(distinct account_id) filter (where ${times[kind]} > 0)::integer as accounts
        from unmet_demand m where week between $1 and $2 ${ofAccount}
        group by part_number
      ) demand
      where times > 0 order by times desc, part_number limit $3`,
    values: [firstWeek, lastWeek, limit, ...(accountId === null ? [] : [accountId])],
  });
}

/** Adds to the unmet demand. Rows are sorted so that two nodes cannot deadlock. */
export async function insertUnmetDemand(db: Queryable, tally: UnmetDemandTally): Promise<void> {
  const counts = [...listUnmetDemand(tally)];
  await db.query({
    name: "insert_unmet_demand",
    text: `insert into unmet_demand as m
        (week, account_id, part_number, not_found, out_of_stock, not_in_stock)
      select * from unnest($1::date[], $2::uuid[], $3::text[], $4::integer[], $5::integer[],
        $6::integer[]) as c (week, account_id, part_number)
      order by c.week, c.account_id, c.part_number collate "C"
      on conflict (week, account_id, part_number) do update
        set not_found = m.not_found + excluded.not_found,
          out_of_stock = m.out_of_stock + excluded.out_of_stock,
          not_in_stock = m.not_in_stock + excluded.not_in_stock`,
    values: [
      counts.map(({ week }) => mondayOf(week)),
      counts.map(({ accountId }) => accountId),
      counts.map(({ partNumber }) => partNumber),
      counts.map(({ notFound }) => notFound),
      counts.map(({ outOfStock }) => outOfStock),
      counts.map(({ notInStock }) => notInStock),
    ],
  });
}
