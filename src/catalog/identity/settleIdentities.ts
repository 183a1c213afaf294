// Invariant: after it every accepted row means one offer, and no two mean the same (decision 16).
import type { Transaction } from "../../db/database.ts";
import {
  applyResolved,
  collectDiffering,
  collectUnclear,
  resolvePairs,
  selectUnclear,
  storeResolved,
} from "./manufacturerQueries.ts";
import { refuseRepeats } from "./repeatQueries.ts";
import { resolveManufacturers } from "./resolveManufacturers.ts";

const partsPerPage = 2_000;

async function resolveUnclear(tx: Transaction, hasRepeats: boolean): Promise<number> {
  const count = await collectUnclear(tx, hasRepeats);
  if (count === 0) return 0;
  for (let from = 1; from <= count; from += partsPerPage) {
    const parts = await selectUnclear(tx, from, from + partsPerPage);
    const found = parts.flatMap(({ part, rows, offers }) => {
      const resolved = resolveManufacturers(offers, rows);
      return resolved.map((one, at) => ({ part, ownKey: rows[at]?.ownKey ?? "", resolved: one }));
    });
    await storeResolved(tx, found);
  }
  return applyResolved(tx);
}

/**
 * Finds the manufacturer that each staged row means and refuses rows that may mean several or
 * repeat another; returns how many. `hasRepeats`: rows may be of one part. Call it under the lock
 * among imports, before the changes are planned.
 */
export async function settleIdentities(tx: Transaction, hasRepeats: boolean): Promise<number> {
  const differing = await collectDiffering(tx);
  if (differing === 0 && !hasRepeats) return 0;
  if (differing > 0) await resolvePairs(tx, hasRepeats);
  const refused = await resolveUnclear(tx, hasRepeats);
  return hasRepeats ? refused + (await refuseRepeats(tx)) : refused;
}
