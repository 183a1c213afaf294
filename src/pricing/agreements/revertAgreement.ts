import type { AccountId } from "../../accounts/account.ts";
import type { RunContext } from "../../imports/conductRun.ts";
import { createReport, type ImportRun, type RunReport } from "../../imports/importRun.ts";
import { listLaterRunStops } from "../../imports/revertRequest.ts";
import { deleteRules, restoreRules, selectLaterRuleRuns } from "./revertQueries.ts";
import { lockAgreement } from "./stagedRuleQueries.ts";

/**
 * Reverts, as the work of a run, what a committed run changed in an agreement. Stops, naming the
 * run, if a later run that is not reverted changed the same rules.
 */
export async function revertAgreement(
  { runId, tx }: RunContext,
  reverted: ImportRun,
): Promise<RunReport> {
  await lockAgreement(tx, reverted.accountId as AccountId);
  const stops = listLaterRunStops(await selectLaterRuleRuns(tx, reverted.runId));
  if (stops.length > 0) return createReport({}, stops);
  const restored = await restoreRules(tx, reverted.runId, runId);
  const deleted = await deleteRules(tx, reverted.runId, runId);
  return createReport({ restored, deleted }, []);
}
