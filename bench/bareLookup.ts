// The part of a lookup that no implementation on this replica can avoid: parse the request, read
// the offers of its numbers with the stock of today, and join them. No API key, checks, sorting,
// account prices, part_ids or log.
import { partNumberKey } from "../src/catalog/partNumber.ts";
import { openCurrentView } from "../src/catalog/replica/read/replicaView.ts";
import { readFoundOffer } from "../src/catalog/search/foundOffer.ts";
import { selectByNumbers } from "../src/catalog/search/foundQueries.ts";
import { utcDay } from "../src/day.ts";

const unfiltered = { condition: null, vendor: null };

/** Returns how to write the response to a request body with part numbers. */
export function openBareLookup(replicaFolder: string): (body: Buffer) => string {
  const view = openCurrentView(replicaFolder);
  if (view === undefined) throw new Error(`${replicaFolder} has no replica.`);
  return (body) => {
    const { part_numbers } = JSON.parse(body.toString()) as { part_numbers: string[] };
    view.begin();
    const found = selectByNumbers(view, part_numbers.map(partNumberKey), unfiltered);
    view.commit();
    let parts = "";
    const day = utcDay(new Date());
    for (const row of found.flat()) {
      parts += `${parts === "" ? "" : ","}{${readFoundOffer(row, day).wire}`;
    }
    return `{"found_parts":[${parts}]}`;
  };
}
