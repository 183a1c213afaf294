// What the log keeps of a lookup: each entry as the catalog compares it, and how it ended.

import { partNumberKey } from "../catalog/partNumber.ts";
import { isOutOfStock } from "../catalog/search/foundOffer.ts";
import type { Lookup, LookupAnswer } from "../catalog/search/lookUpParts.ts";
import type { EntryOutcome, RequestDetails } from "./apiRequest.ts";

type Asked = Pick<Lookup, "partNumbers" | "partNames" | "inStock">;

/** An entry is out of stock where each of its offers is. */
function judgeEntries({ offers, matches }: LookupAnswer, inStock: boolean): string {
  const empty = new Set<number>();
  for (const offer of offers) if (isOutOfStock(offer)) empty.add(offer.offerId);
  let outcomes = "";
  for (const { offerIds } of matches) {
    let outcome: EntryOutcome = "f";
    if (offerIds.length === 0) outcome = inStock ? "s" : "n";
    else if (empty.size > 0 && offerIds.every((offerId) => empty.has(offerId))) outcome = "o";
    outcomes += outcome;
  }
  return outcomes;
}

/** What was asked. */
export function recordEntries({ partNumbers, partNames, inStock }: Asked): RequestDetails {
  return { partNumbers: partNumbers.map(partNumberKey), partNames, inStock };
}

/** What was asked, with how each entry of it ended. */
export function recordAnswer(asked: RequestDetails, answer: LookupAnswer): RequestDetails {
  return { ...asked, outcomes: judgeEntries(answer, asked.inStock ?? false) };
}
