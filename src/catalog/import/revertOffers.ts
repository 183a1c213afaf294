import type { Database, Session } from "../../db/database.ts";
import { type ConductedRun, conductRun } from "../../imports/conductRun.ts";
import type { ImportRun, RunProgress } from "../../imports/importRun.ts";
import {
  createRevertReport,
  createRevertRequest,
  listLaterRunStops,
  type Reverter,
} from "../../imports/revertRequest.ts";
import { lockImports } from "./importQueries.ts";
import {
  deactivateOrderedOffers,
  deleteOffers,
  discontinueOrderedOffers,
  recreateOffers,
  restoreOffers,
  selectLaterRuns,
} from "./revertQueries.ts";

/**
 * Reverts what a committed run changed in offers, unless a later run whose changes are in effect
 * changed the same offers: then it stops and names that run. Offers that the run created are
 * deleted, or discontinued if they were ordered. Stock changes back by the difference of the run.
 * The revert is a run that can itself be reverted.
 */
export function revertOffers(
  db: Database,
  session: Session,
  undone: ImportRun,
  by: Reverter,
  onProgress: (progress: RunProgress) => void,
): Promise<ConductedRun> {
  const request = createRevertRequest(undone, by);
  return conductRun(db, session, request, onProgress, async ({ runId, tx, reportProgress }) => {
    await lockImports(tx);
    const stops = listLaterRunStops(await selectLaterRuns(tx, undone.runId));
    if (stops.length > 0) return createRevertReport({}, stops);
    reportProgress({ step: "writing", rows: 0, rowsInAll: null });
    const restored = await restoreOffers(tx, undone.runId, runId, by.now);
    const recreated = await recreateOffers(tx, undone.runId, runId, by.now);
    const deleted = await deleteOffers(tx, undone.runId, runId);
    const discontinued = await discontinueOrderedOffers(tx, undone.runId, runId, by.now);
    const recalled = deleted === 0 ? 0 : await deactivateOrderedOffers(tx, runId, by.now);
    const counts = {
      restored,
      recreated,
      deleted: deleted - recalled,
      discontinued: discontinued + recalled,
    };
    return createRevertReport(counts, []);
  });
}
