import { partNumberKey } from "../../catalog/partNumber.ts";
import type { ReplicaView } from "../../catalog/replica/read/replicaView.ts";
import type { SuggestionReason } from "../../catalog/search/suggestions.ts";
import { lookUpNumbers, partsPerBatch } from "../checkParts.ts";
import type { RowOnPage } from "../pageQueries.ts";

/**
 * By the keys of the part numbers of rows, the keys of their successors or alternates. An alternate
 * is another part, so only a person chooses it.
 */
export function findLinkedParts(
  view: ReplicaView,
  rows: readonly Pick<RowOnPage, "partNumber">[],
  reason: Extract<SuggestionReason, "superseded" | "alternate">,
  now: Date,
): ReadonlyMap<string, ReadonlySet<string>> {
  const keys = [...new Set(rows.map(({ partNumber }) => partNumberKey(partNumber ?? "")))];
  const linked = new Map<string, Set<string>>();
  for (let start = 0; start < keys.length; start += partsPerBatch) {
    const found = lookUpNumbers(view, keys.slice(start, start + partsPerBatch), now).suggestions;
    for (const { entry, partNumber } of found.filter((one) => one.reason === reason)) {
      const key = partNumberKey(entry);
      linked.set(key, (linked.get(key) ?? new Set()).add(partNumberKey(partNumber)));
    }
  }
  return linked;
}
