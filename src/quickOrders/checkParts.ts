// Checks the rows of a list against the catalog and the account's agreement, a few part numbers at
// a time. Invariant: all rows of a part number are checked together, since they share its stock and
// its price.
import type { CatalogReader } from "../catalog/catalogReader.ts";
import type { Offer } from "../catalog/offer.ts";
import { partNumberKey } from "../catalog/partNumber.ts";
import { type LookupAnswer, lookUpParts } from "../catalog/search/lookUpParts.ts";
import type { Transaction } from "../db/database.ts";
import { loadDraftFacts } from "../orders/drafts/loadDraftReview.ts";
import { type CurrentRow, selectRowsOfParts, updateCheckedRows } from "./checkQueries.ts";
import { checkRows, type RowCheck } from "./checkRows.ts";
import type { OrderList } from "./orderList.ts";

/** The maximum of part numbers per lookup. */
export const partsPerBatch = 50;

/** The suggested part numbers for each entry of a lookup, best first, by its key. */
export function collectSuggestions({ suggestions }: LookupAnswer): Map<string, string[]> {
  const byKey = new Map<string, string[]>();
  for (const { entry, partNumber } of suggestions) {
    const key = partNumberKey(entry);
    const known = byKey.get(key);
    if (known === undefined) byKey.set(key, [partNumber]);
    else if (!known.includes(partNumber)) known.push(partNumber);
  }
  return byKey;
}

export function lookUpNumbers(
  catalog: CatalogReader,
  partNumbers: readonly string[],
  now: Date,
): Promise<LookupAnswer> {
  const lookup = { partNumbers, partNames: [], inStock: false, withSuggestions: true };
  return lookUpParts(catalog, lookup, now);
}

export type CheckedRow = { readonly before: CurrentRow; readonly after: RowCheck };

/**
 * Checks all rows of a list with at most `partsPerBatch` part numbers, by their keys, in the
 * caller's transaction, and stores the results.
 */
export async function checkParts(
  tx: Transaction,
  catalog: CatalogReader,
  { accountId, listId }: Pick<OrderList, "accountId" | "listId">,
  keys: readonly string[],
  now: Date,
): Promise<CheckedRow[]> {
  const [rows, answer] = await Promise.all([
    selectRowsOfParts(tx, listId, keys),
    lookUpNumbers(catalog.within(tx), keys, now),
  ]);
  const offerIds = answer.offers.map(({ offerId }) => offerId);
  const facts = await loadDraftFacts(tx, accountId, offerIds, now);
  const suggestions = collectSuggestions(answer);
  const offersOf = new Map(
    answer.matches.map(({ entry, offerIds: found }) => {
      const offers = found.flatMap((offerId): Offer[] => {
        const offer = facts.offers.get(offerId);
        return offer === undefined ? [] : [offer];
      });
      return [entry, offers] as const;
    }),
  );
  const byKey = Map.groupBy(rows, (row) => row.partNumberKey);
  const checked = [...byKey].flatMap(([key, group]) => {
    const offers = offersOf.get(key) ?? [];
    const { agreement } = facts;
    return checkRows(group, { offers, suggestions: suggestions.get(key) ?? [], agreement });
  });
  updateCheckedRows(tx, listId, checked);
  const after = new Map(checked.map((row) => [row.rowNumber, row]));
  return rows.flatMap((before) => {
    const found = after.get(before.rowNumber);
    return found === undefined ? [] : [{ before, after: found }];
  });
}
