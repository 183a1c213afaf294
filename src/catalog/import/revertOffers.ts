// Undoing a run that changed offers: a run of its own, which can be undone as well.
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
 * Puts back what a committed run changed of the offers, unless a later run that still stands
 * changed the same ones: then it stops and names it. Offers that the run created are deleted, or
 * discontinued where somebody ordered them. Stock goes back by the difference the run made.
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
