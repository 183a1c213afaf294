import type { AccountId } from "../../accounts/account.ts";
import type { Database, Session } from "../../db/database.ts";
import { type ConductedRun, conductRun, type RunContext } from "../../imports/conductRun.ts";
import {
  createRevertRequest,
  listLaterRunStops,
  type Reverter,
  revertOffers,
} from "../../imports/revert.ts";
import {
  createReport,
  type ImportRun,
  type RunProgress,
  type RunReport,
} from "../../imports/run.ts";
import { deleteRules, restoreRules, selectLaterRuleRuns } from "./revertQueries.ts";
import { lockAgreement } from "./stagedRuleQueries.ts";

/**
 * Reverts, as the work of a run, what a committed run changed in an agreement. Stops, naming the
 * run, if a later run that is not reverted changed the same rules.
 */
async function revertAgreement({ runId, tx }: RunContext, reverted: ImportRun): Promise<RunReport> {
  await lockAgreement(tx, reverted.accountId as AccountId);
  const stops = listLaterRunStops(await selectLaterRuleRuns(tx, reverted.runId));
  if (stops.length > 0) return createReport({}, stops);
  const restored = await restoreRules(tx, reverted.runId, runId);
  const deleted = await deleteRules(tx, reverted.runId, runId);
  return createReport({ restored, deleted }, []);
}

/** Reverts a run of any kind; see `findRevertible` for which can be reverted. */
export function revertRun(
  db: Database,
  session: Session,
  run: ImportRun,
  by: Reverter,
  onProgress: (progress: RunProgress) => void,
): Promise<ConductedRun> {
  const revert = run.kind === "agreement" ? revertAgreement : revertOffers;
  const request = createRevertRequest(run, by);
  return conductRun(db, session, request, onProgress, (context) => revert(context, run, by.now));
}
