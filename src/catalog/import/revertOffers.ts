import type { RunContext } from "../../imports/conductRun.ts";
import { createReport, type ImportRun, type RunReport } from "../../imports/importRun.ts";
import { listExpiredStops, listLaterRunStops } from "../../imports/revertRequest.ts";
import { forgetCounts } from "../stock/countTimeQueries.ts";
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
 * Reverts, as the work of a run, what a committed run changed in offers, unless a later run whose
 * changes are in effect changed the same offers: then it stops and names that run. Offers that the
 * run created are deleted, or discontinued if they were ordered. Stock changes back by the
 * difference of the run. The revert is a run that can itself be reverted.
 */
export async function revertOffers(
  { runId, tx, reportProgress }: RunContext,
  reverted: ImportRun,
  now: Date,
): Promise<RunReport> {
  await lockImports(tx);
  const stops = [
    ...(await listExpiredStops(tx, reverted.runId)),
    ...listLaterRunStops(await selectLaterRuns(tx, reverted.runId)),
  ];
  if (stops.length > 0) return createReport({}, stops);
  reportProgress({ step: "writing", rows: 0, rowsInAll: null });
  await forgetCounts(tx, reverted.runId);
  const restored = await restoreOffers(tx, reverted.runId, runId, now);
  const recreated = await recreateOffers(tx, reverted.runId, runId, now);
  const deleted = await deleteOffers(tx, reverted.runId, runId);
  const discontinued = await discontinueOrderedOffers(tx, reverted.runId, runId, now);
  const recalled = deleted === 0 ? 0 : await deactivateOrderedOffers(tx, runId, now);
  const counts = {
    restored,
    recreated,
    deleted: deleted - recalled,
    discontinued: discontinued + recalled,
  };
  return createReport(counts, []);
}
