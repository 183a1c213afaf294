import { selectNewestPlace } from "../changeQueries.ts";
import type { CatalogAccess } from "./catalogAccess.ts";

/**
 * A replica usually shows a change after a few milliseconds, and a run of a million offers later.
 */
const maxWaitMs = 2_000;

/**
 * Waits, for a limited time, until the pages of this machine show every committed change; returns
 * whether they do.
 */
export async function awaitShown({ db, replica }: CatalogAccess): Promise<boolean> {
  return replica.reach(await selectNewestPlace(db), maxWaitMs);
}
