// Invariant: after it every accepted row means one offer, and no two mean the same.
import type { Transaction } from "../../db/database.ts";
import type { RepeatedRows, RepeatRule } from "../../imports/repeats/repeats.ts";
import {
  applyResolved,
  collectDiffering,
  collectUnclear,
  refuseUnreadMakers,
  resolvePairs,
  selectUnclear,
  storeMeantOffers,
  storeResolved,
} from "./manufacturerQueries.ts";
import {
  collectRepeats,
  dropRepeats,
  refuseOtherLots,
  refuseRepeats,
  sumLots,
} from "./repeatQueries.ts";
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

/** Rows that are refused, and rows that are left out because others of their offer count. */
type SettledRows = {
  readonly refused: number;
  readonly leftOut: number;
  readonly repeats?: RepeatedRows;
};

async function settleRepeats(
  tx: Transaction,
  declared: RepeatRule | undefined,
): Promise<SettledRows> {
  const rule = declared ?? "refuse";
  const found = await collectRepeats(tx);
  if (found === undefined) return { refused: 0, leftOut: 0 };
  const repeats = { rule, isDeclared: declared !== undefined, ...found };
  if (rule === "refuse") return { refused: await refuseRepeats(tx), leftOut: 0, repeats };
  if (rule !== "sum") return { refused: 0, leftOut: await dropRepeats(tx, rule), repeats };
  const refused = await refuseOtherLots(tx);
  return { refused, leftOut: await sumLots(tx), repeats };
}

/**
 * Finds the manufacturer that each staged row means, refuses rows that may mean several, and
 * applies the rule to rows that mean the same offer. `hasRepeats`: rows may be of one part. Call it
 * under the lock among imports, before the changes are planned.
 */
export async function settleIdentities(
  tx: Transaction,
  hasRepeats: boolean,
  rule: RepeatRule | undefined,
): Promise<SettledRows> {
  const unread = hasRepeats ? await refuseUnreadMakers(tx) : 0;
  const differing = await collectDiffering(tx);
  if (differing === 0 && !hasRepeats) return { refused: 0, leftOut: 0 };
  if (differing > 0) await resolvePairs(tx, hasRepeats);
  const unclear = unread + (await resolveUnclear(tx, hasRepeats));
  await storeMeantOffers(tx);
  if (!hasRepeats) return { refused: unclear, leftOut: 0 };
  const settled = await settleRepeats(tx, rule);
  return { ...settled, refused: unclear + settled.refused };
}
