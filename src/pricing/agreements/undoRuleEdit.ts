import type { AccountId } from "../../accounts/account.ts";
import type { OperatorActor } from "../../audit/actor.ts";
import { recordAuditEvent } from "../../audit/recordAuditEvent.ts";
import type { Database } from "../../db/database.ts";
import { retryTransaction } from "../../db/retryTransaction.ts";
import type { RunId } from "../../imports/importRun.ts";
import { recordManualRun } from "../../imports/recordManualRun.ts";
import { findRevertible } from "../../imports/revertRequest.ts";
import { deleteRules, restoreRules, selectLaterRuleRuns } from "./revertQueries.ts";
import { hasChangedRule, selectRuleTexts } from "./ruleEditQueries.ts";
import { lockAgreement } from "./stagedRuleQueries.ts";

/** `changed since`: a later run changed the same rule, and undoing would discard that. */
export type RuleUndoOutcome = "undone" | "undone already" | "changed since" | "unknown" | "busy";

/** Undoes the edit of run `runId` as a new run, unless the rule changed since. */
export function undoRuleEdit(
  db: Database,
  { accountId, ruleId }: { readonly accountId: AccountId; readonly ruleId: string },
  runId: RunId,
  actor: OperatorActor,
  now: Date,
): Promise<RuleUndoOutcome> {
  return retryTransaction<RuleUndoOutcome>(db, async (tx) => {
    await lockAgreement(tx, accountId);
    const found = await findRevertible(tx, runId);
    if (found.outcome === "reverted") return "undone already";
    if (found.outcome !== "revertible") return "unknown";
    const { mode, kind, accountId: ofAccount } = found.run;
    if (mode !== "edit" || kind !== "agreement" || ofAccount !== accountId) return "unknown";
    if (!(await hasChangedRule(tx, ruleId, runId))) return "unknown";
    if ((await selectLaterRuleRuns(tx, runId)).length > 0) return "changed since";
    const before = await selectRuleTexts(tx, accountId, ruleId);
    const run = {
      kind,
      vendor: null,
      accountId,
      reverts: runId,
      startedBy: actor.operator.name,
      now,
    };
    await recordManualRun(tx, run, async (id) => ({
      restored: await restoreRules(tx, runId, id),
      deleted: await deleteRules(tx, runId, id),
    }));
    const after = await selectRuleTexts(tx, accountId, ruleId);
    const action = "undid an edit of an agreement rule";
    const subject = { subjectKind: "agreement rule", subjectId: ruleId, accountId };
    recordAuditEvent(tx, { actor, ...subject, action, before, after, now });
    return "undone";
  });
}
