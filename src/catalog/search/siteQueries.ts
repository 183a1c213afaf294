// The SQL of what the sites read from the catalog as a whole.
import type { ReplicaView } from "../replica/read/replicaView.ts";
import { type Replica, readIfAvailable } from "../replica/replica.ts";
import { offerIdBits } from "../replica/schema.ts";

/** The first `limit` vendors, with one index lookup per vendor. */
export function listVendors(view: ReplicaView, limit: number): string[] {
  const rows = view.rows<readonly [string]>(
    `with recursive step(vendor) as (
        select min(vendor) from offers
        union all
        select (select min(o.vendor) from offers o where o.vendor > step.vendor)
        from step where step.vendor is not null
      )
      select vendor from step where vendor is not null limit ? + 0`,
    limit,
  );
  return rows.map(([vendor]) => vendor);
}

/** The number of offers from which an example is chosen, best first. */
const exampleCandidates = 1_000;

function selectExampleNumber(view: ReplicaView, day: string): string | undefined {
  const rows = view.rows<readonly [string]>(
    `select o.part_number_key
      from (
        select rowid & (1 << ${offerIdBits}) - 1 as offer_id from words
        order by rowid limit ${exampleCandidates}
      ) best
      cross join offers o using (offer_id)
      where o.status = 'ACTIVE' and o.list_price is not null and o.available_stock > 0
        and (o.shelf_life_expires is null or o.shelf_life_expires >= ?)
        and o.part_number_key glob '[A-Z0-9]*' and o.part_number_key not glob '*[^A-Z0-9-]*'
        and length(o.part_number_key) between 3 and 31
      limit 1`,
    day,
  );
  return rows[0]?.[0];
}

/**
 * The number of a part that can be ordered now, for examples. Undefined if none is found or the
 * replica cannot be read: a page that shows a new key once must not fail because of its example.
 */
export function findExampleNumber(replica: Replica, day: string): string | undefined {
  return readIfAvailable(replica, (view) => selectExampleNumber(view, day));
}
