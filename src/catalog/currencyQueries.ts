import type { Queryable } from "../db/database.ts";
import type { Currency } from "../kit/money.ts";

/** The currencies of prices in the catalog and of accounts, each in alphabetical order. */
export type CurrenciesInUse = {
  readonly catalog: readonly Currency[];
  readonly accounts: readonly Currency[];
};

/** A larger catalog is sampled: about so many pages of it are read, of 8 KB each. */
const maxReadPages = 2_000;
const sampledPercent = `least(100.0,
  100.0 * ${maxReadPages} / greatest(pg_relation_size('offers') / 8192, 1))::real`;

export async function selectCurrenciesInUse(db: Queryable): Promise<CurrenciesInUse> {
  const rows = await db.query<CurrenciesInUse>({
    name: "select_currencies_in_use",
    text: `select array(
        select distinct currency from offers tablesample system (${sampledPercent}) repeatable (1)
        where list_price is not null order by 1
      ) as catalog, array(select distinct currency from accounts order by 1) as accounts`,
    values: [],
  });
  return rows[0] ?? { catalog: [], accounts: [] };
}
