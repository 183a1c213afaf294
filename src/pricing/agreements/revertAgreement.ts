import type { AccountId } from "../../accounts/account.ts";
import type { Database, Session } from "../../db/database.ts";
import { type ConductedRun, conductRun } from "../../imports/conductRun.ts";
import type { ImportRun, RunProgress } from "../../imports/importRun.ts";
import {
  createRevertReport,
  createRevertRequest,
  listLaterRunStops,
  type Reverter,
} from "../../imports/revertRequest.ts";
import { deleteRules, restoreRules, selectLaterRuleRuns } from "./revertQueries.ts";
import { lockAgreement } from "./stagedRuleQueries.ts";

/**
 * Reverts what a committed run changed in an agreement. Stops, naming the run, if a later run that
 * is not reverted changed the same rules.
 */
export function revertAgreement(
  db: Database,
  session: Session,
  reverted: ImportRun,
  by: Reverter,
  onProgress: (progress: RunProgress) => void,
): Promise<ConductedRun> {
  const request = createRevertRequest(reverted, by);
  return conductRun(db, session, request, onProgress, async ({ runId, tx }) => {
    await lockAgreement(tx, reverted.accountId as AccountId);
    const stops = listLaterRunStops(await selectLaterRuleRuns(tx, reverted.runId));
    if (stops.length > 0) return createRevertReport({}, stops);
    const restored = await restoreRules(tx, reverted.runId, runId);
    const deleted = await deleteRules(tx, reverted.runId, runId);
    return createRevertReport({ restored, deleted }, []);
  });
}
