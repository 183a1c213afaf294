import type { AccountId } from "../../accounts/account.ts";
import type { Database, Session } from "../../db/database.ts";
import { type ConductedRun, conductRun, type RunContext } from "../../imports/conductRun.ts";
import { listLaterRunStops, type RevertRequest, revertOffers } from "../../imports/revert.ts";
import { createReport, type RunListener, type RunReport } from "../../imports/run.ts";
import { deleteRules, restoreRules, selectLaterRuleRuns } from "./revertQueries.ts";
import { lockAgreement } from "./stagedRuleQueries.ts";

/**
 * Reverts, as the work of a run, what a committed run changed in an agreement. Stops, naming the
 * run, if a later run that is not reverted changed the same rules.
 */
async function revertAgreement(
  { runId, tx }: RunContext,
  { reverts, accountId }: RevertRequest,
): Promise<RunReport> {
  await lockAgreement(tx, accountId as AccountId);
  const stops = listLaterRunStops(await selectLaterRuleRuns(tx, reverts));
  if (stops.length > 0) return createReport({}, stops);
  const restored = await restoreRules(tx, reverts, runId);
  const deleted = await deleteRules(tx, reverts, runId);
  return createReport({ restored, deleted }, []);
}

/** Reverts a run of any kind; see `requestRevert`, and `findRevertible` for which can be reverted. */
export function revertRun(
  db: Database,
  session: Session,
  request: RevertRequest,
  listener: RunListener = {},
): Promise<ConductedRun> {
  const revert = request.kind === "agreement" ? revertAgreement : revertOffers;
  return conductRun(db, session, request, listener, (context) => revert(context, request));
}
