// The part of a lookup that no implementation on this replica can avoid: parse the request, read
// the offers of its numbers with the stock of today, or what its names find, and join them. No API
// key, checks, sorting of numbers, account prices, part_ids or log.
import { partNumberKey } from "../src/catalog/partNumber.ts";
import { type OpenView, openCurrentView } from "../src/catalog/replica/read/replicaView.ts";
import { type FoundOffer, readFoundOffer } from "../src/catalog/search/foundOffer.ts";
import { selectByNumbers } from "../src/catalog/search/foundQueries.ts";
import { lookUpParts } from "../src/catalog/search/lookUpParts.ts";
import { utcDay } from "../src/kit/day.ts";

const unfiltered = { condition: null, vendor: null, withTerms: false };

function readNumbers(view: OpenView, partNumbers: readonly string[]): FoundOffer[] {
  const day = utcDay(new Date());
  const found = selectByNumbers(view, partNumbers.map(partNumberKey), unfiltered);
  return found.flat().map((row) => readFoundOffer(row, day));
}

/** The search of the service: no simpler one is known that finds the same. */
function readNames(view: OpenView, partNames: readonly string[]): readonly FoundOffer[] {
  const lookup = { partNumbers: [], partNames, inStock: false, withSuggestions: false };
  return lookUpParts(view, lookup, new Date()).offers;
}

type Entries = { readonly part_numbers?: string[]; readonly part_names?: string[] };

/** Returns how to write the response to a request body with part numbers or with names. */
export function openBareLookup(replicaFolder: string): (body: Buffer) => string {
  const view = openCurrentView(replicaFolder);
  if (view === undefined) throw new Error(`${replicaFolder} has no replica.`);
  return (body) => {
    const { part_numbers, part_names = [] } = JSON.parse(body.toString()) as Entries;
    view.begin();
    const found =
      part_numbers === undefined ? readNames(view, part_names) : readNumbers(view, part_numbers);
    view.commit();
    let parts = "";
    for (const { wire } of found) parts += `${parts === "" ? "" : ","}{${wire}`;
    return `{"found_parts":[${parts}]}`;
  };
}
