// The SQL of vendors, of which the offers are the only list.
import type { Queryable } from "../db/database.ts";

/** Every vendor of the catalog, a step in the index for each, however many offers there are. */
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
    values: [],
  });
  return rows.map(({ vendor }) => vendor);
}
