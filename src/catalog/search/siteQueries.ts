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

/** A part for examples, and the smallest quantity that can be ordered. */
export type ExamplePart = { readonly partNumber: string; readonly quantity: number };

const isPlain = `o.part_number_key glob '[A-Z0-9]*' and o.part_number_key not glob '*[^A-Z0-9-]*'
  and length(o.part_number_key) between 3 and 31`;

/** The first in stock that a lookup of its number returns first. */
function selectExample(view: ReplicaView, day: string, isFit: string): ExamplePart | undefined {
  const quantity = "(o.min_quantity + o.multiple - 1) / o.multiple * o.multiple";
  const [example] = view.all<ExamplePart>(
    `select o.part_number_key as "partNumber", ${quantity} as quantity
      from (
        select rowid & (1 << ${offerIdBits}) - 1 as offer_id from words
        order by rowid limit ${exampleCandidates}
      ) best
      cross join offers o using (offer_id)
      where o.status = 'ACTIVE' and o.list_price is not null and o.available_stock >= ${quantity}
        and (o.shelf_life_expires is null or o.shelf_life_expires >= ?) and ${isFit}
        and not exists (
          select 1 from offers other where other.part_number_key = o.part_number_key
            and other.rank <= o.rank and other.offer_id <> o.offer_id
        )
      limit 1`,
    day,
  );
  return example;
}

/**
 * A part that can be ordered now, for examples, with a plain number if there is one. One that does
 * not exist if there is none or the replica cannot be read: a page that shows a new key once must
 * not fail because of its example.
 */
export function findExample(replica: Replica, day: string): ExamplePart {
  const found = readIfAvailable(
    replica,
    (view) => selectExample(view, day, isPlain) ?? selectExample(view, day, "true"),
  );
  return found ?? { partNumber: "EXAMPLE-1", quantity: 1 };
}
