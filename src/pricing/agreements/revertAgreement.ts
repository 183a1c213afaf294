// Undoing a run that changed an account's agreement.
import type { AccountId } from "../../accounts/account.ts";
import type { Database, Session } from "../../db/database.ts";
import { type ConductedRun, conductRun } from "../../imports/conductRun.ts";
import type { ImportRun, RunProgress } from "../../imports/importRun.ts";
import {
  type Reverter,
  reportRevert,
  revertRequest,
  stopForLater,
} from "../../imports/revertRequest.ts";
import { deleteRules, restoreRules, selectLaterRuleRuns } from "./revertQueries.ts";
import { lockAgreement } from "./stagedRuleQueries.ts";

/**
 * Puts back what a committed run changed of an agreement, unless a later run that still stands
 * changed the same rules: then it stops and names it.
 */
export function revertAgreement(
  db: Database,
  session: Session,
  undone: ImportRun,
  by: Reverter,
  onProgress: (progress: RunProgress) => void,
): Promise<ConductedRun> {
  const request = revertRequest(undone, by);
  return conductRun(db, session, request, onProgress, async ({ runId, tx }) => {
    await lockAgreement(tx, undone.accountId as AccountId);
    const stops = stopForLater(await selectLaterRuleRuns(tx, undone.runId));
    if (stops.length > 0) return reportRevert({}, stops);
    const restored = await restoreRules(tx, undone.runId, runId);
    const deleted = await deleteRules(tx, undone.runId, runId);
    return reportRevert({ restored, deleted }, []);
  });
}
