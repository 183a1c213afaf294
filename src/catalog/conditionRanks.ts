// Which condition comes before which, remembered for each database: codes are added, never changed
// or removed, and an added one leaves the order of the others as it was (decision 63).
import type { Queryable } from "../db/database.ts";
import { selectTradeCodes } from "./codeQueries.ts";

/** The place of each condition; the best has the least. */
export type ConditionRanks = ReadonlyMap<string, number>;

const remembered = new WeakMap<Queryable, ConditionRanks>();

/**
 * The places of at least these conditions. Asks the database only for one it did not know before;
 * fails only as the database fails.
 */
export async function rankConditions(
  db: Queryable,
  conditions: Iterable<string>,
): Promise<ConditionRanks> {
  const known = remembered.get(db);
  if (known !== undefined && [...conditions].every((condition) => known.has(condition))) {
    return known;
  }
  const { conditions: all } = await selectTradeCodes(db);
  const ranks = new Map(all.map(({ code }, rank) => [code, rank]));
  remembered.set(db, ranks);
  return ranks;
}
