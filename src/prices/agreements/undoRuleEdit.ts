import type { AccountId } from "../../accounts/account.ts";
import type { OperatorActor } from "../../audit/actor.ts";
import { recordAuditEvent } from "../../audit/recordAuditEvent.ts";
import type { Database, Transaction } from "../../db/database.ts";
import { retryTransaction } from "../../db/retryTransaction.ts";
import { recordManualRun } from "../../imports/conductRun.ts";
import { findRevertible } from "../../imports/revert.ts";
import type { RunId } from "../../imports/run.ts";
import { deleteRules, restoreRules, selectLaterRuleRuns } from "./revertQueries.ts";
import { selectChangedRules, selectRuleTexts } from "./ruleEditQueries.ts";
import type { RuleTexts } from "./ruleTexts.ts";
import { lockAgreement } from "./stagedRuleQueries.ts";

/** `changed since`: a later run changed the same rule, and undoing would discard that. */
export type RuleUndoOutcome = "undone" | "undone already" | "changed since" | "unknown" | "busy";

/** An edit can end other rules, so its undo changes them too. */
async function selectTextsOf(tx: Transaction, accountId: AccountId, ruleIds: readonly string[]) {
  const found = new Map<string, RuleTexts | undefined>();
  for (const ruleId of ruleIds) {
    found.set(ruleId, await selectRuleTexts(tx, accountId, ruleId));
  }
  return found;
}

/**
 * Undoes the edit of run `runId` as a new run, unless one of its rules changed since. Each rule
 * that it changes has an audit event.
 */
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
    const ruleIds = await selectChangedRules(tx, runId);
    if (!ruleIds.includes(ruleId)) return "unknown";
    if ((await selectLaterRuleRuns(tx, runId)).length > 0) return "changed since";
    const before = await selectTextsOf(tx, accountId, ruleIds);
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
    const after = await selectTextsOf(tx, accountId, ruleIds);
    for (const id of ruleIds) {
      recordAuditEvent(tx, {
        actor,
        action: "undid an edit of an agreement rule",
        subjectKind: "agreement rule",
        subjectId: id,
        accountId,
        before: before.get(id) ?? null,
        after: after.get(id) ?? null,
        now,
      });
    }
    return "undone";
  });
}
