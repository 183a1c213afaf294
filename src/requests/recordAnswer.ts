import { partNumberKey } from "../catalog/partNumber.ts";
import type { Lookup, LookupAnswer } from "../catalog/search/lookUpParts.ts";
import type { EntryOutcome, RequestDetails } from "./apiRequest.ts";

type LookupEntries = Pick<Lookup, "partNumbers" | "partNames" | "inStock">;

/** An entry is out of stock if all of its offers are. */
function listOutcomes({ offers, matches }: LookupAnswer, inStock: boolean): string {
  const empty = new Set<number>();
  for (const offer of offers) if (!offer.isInStock) empty.add(offer.offerId);
  let outcomes = "";
  for (const { offerIds } of matches) {
    let outcome: EntryOutcome = "f";
    if (offerIds.length === 0) outcome = inStock ? "s" : "n";
    else if (empty.size > 0 && offerIds.every((offerId) => empty.has(offerId))) outcome = "o";
    outcomes += outcome;
  }
  return outcomes;
}

export function recordEntries({ partNumbers, partNames, inStock }: LookupEntries): RequestDetails {
  return { partNumbers: partNumbers.map(partNumberKey), partNames, inStock };
}

export function recordAnswer(entries: RequestDetails, answer: LookupAnswer): RequestDetails {
  return { ...entries, outcomes: listOutcomes(answer, entries.inStock ?? false) };
}
