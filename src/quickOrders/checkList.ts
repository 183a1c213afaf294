// Checks an uploaded list in steps, each in its own transaction, so that the list can be watched
// and edited meanwhile, and the check continues after an interruption.
import type { CatalogAccess } from "../catalog/replica/catalogAccess.ts";
import type { Database } from "../db/database.ts";
import { checkParts } from "./checkParts.ts";
import { selectUncheckedKeys, updateUnread } from "./checkQueries.ts";
import type { ListId } from "./orderList.ts";
import { lockListToCheck, selectStalledLists } from "./queries.ts";

/** Rows per step; other rows of the same part numbers are checked with them. */
const rowsPerStep = 50;

/** `gone`: the list was deleted in the meantime. */
export type StepOutcome = "more" | "done" | "gone";

/** Checks what can be ordered of the next rows. Only one step of a list runs at a time. */
export function checkStep(
  { db, replica }: CatalogAccess<Database>,
  listId: ListId,
  now: Date,
): Promise<StepOutcome> {
  return db.transaction(async (tx) => {
    const list = await lockListToCheck(tx, listId, now);
    if (list === undefined) return "gone";
    const keys = await selectUncheckedKeys(tx, listId, rowsPerStep);
    if (keys.length === 0) {
      await updateUnread(tx, listId);
      return "done";
    }
    await checkParts(tx, replica, list, keys, now);
    return "more";
  });
}

/**
 * Checks a list until it is done or `signal` aborts; the next check continues with the remaining
 * rows. Reads `clock` for each step.
 */
export async function checkList(
  access: CatalogAccess<Database>,
  listId: ListId,
  clock: () => Date,
  signal?: AbortSignal,
): Promise<void> {
  let outcome: StepOutcome = "more";
  while (outcome === "more" && signal?.aborted !== true) {
    outcome = await checkStep(access, listId, clock());
  }
}

/** A list is stalled if it was not checked for this long. */
const stalledMs = 30_000;

/** Checks the lists whose node ended; returns how many. */
export async function checkStalledLists(
  access: CatalogAccess<Database>,
  clock: () => Date,
  signal?: AbortSignal,
): Promise<number> {
  const stalled = await selectStalledLists(access.db, new Date(clock().getTime() - stalledMs));
  for (const listId of stalled) await checkList(access, listId, clock, signal);
  return stalled.length;
}
