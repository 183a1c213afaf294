// Adding and changing a rule of an agreement by hand. Invariant: the input is validated like an
// import row, replaces the version its form was opened with, and is a run with an audit event.

import type { Account } from "../../accounts/account.ts";
import type { OperatorActor } from "../../audit/actor.ts";
import { recordAuditEvent } from "../../audit/recordAuditEvent.ts";
import type { Database, Transaction } from "../../db/database.ts";
import { violates } from "../../db/databaseErrors.ts";
import { retryTransaction } from "../../db/retryTransaction.ts";
import type { CellFault } from "../../imports/feedRow.ts";
import type { RunId } from "../../imports/importRun.ts";
import { recordManualRun } from "../../imports/recordManualRun.ts";
import { loadAgreementFeed } from "./importAgreement.ts";
import { type AgreementRow, readAgreementRecord } from "./readAgreementRecord.ts";
import {
  insertRule,
  type RuleOrigin,
  selectRuleOrigins,
  selectRulesBeside,
  selectRuleTexts,
  updateRule,
} from "./ruleEditQueries.ts";
import { type RuleTexts, ruleVersion, toRuleRow } from "./ruleTexts.ts";
import { lockAgreement } from "./stagedRuleQueries.ts";

/** What a form sends; `rule` is null if a rule is added. */
export type RuleEdit = {
  readonly account: Account;
  readonly rule: { readonly ruleId: string; readonly version: string } | null;
  readonly texts: RuleTexts;
};

/** "busy": an import of this account's agreement is running. */
export type RuleEditOutcome =
  | { readonly outcome: "stored"; readonly ruleId: string; readonly runId: RunId }
  | { readonly outcome: "unchanged"; readonly ruleId: string }
  | { readonly outcome: "refused"; readonly faults: readonly CellFault[] }
  | {
      readonly outcome: "conflict";
      readonly current: RuleTexts;
      readonly last: RuleOrigin | undefined;
    }
  | { readonly outcome: "unknown" }
  | { readonly outcome: "busy" };

function refuse(column: string, reason: string): RuleEditOutcome {
  return { outcome: "refused", faults: [{ column, value: "", reason, suggestion: null }] };
}

const firstDayTaken = refuse(
  "valid_from",
  "is the first day of another rule of the same part, vendor, condition and quantity",
);

async function findLast(
  tx: Transaction,
  accountId: Account["accountId"],
  ruleId: string,
): Promise<RuleOrigin | undefined> {
  const beside = await selectRulesBeside(tx, accountId, ruleId, 1_000);
  const runId = beside.find((rule) => rule.ruleId === ruleId)?.runId ?? null;
  return runId === null ? undefined : (await selectRuleOrigins(tx, [runId])).get(runId);
}

async function store(
  tx: Transaction,
  edit: RuleEdit,
  { before, typed }: { readonly before: RuleTexts | null; readonly typed: AgreementRow },
  actor: OperatorActor,
  now: Date,
): Promise<RuleEditOutcome> {
  const { accountId } = edit.account;
  const startedBy = actor.operator.name;
  const run = { kind: "agreement", vendor: null, accountId, reverts: null } as const;
  let ruleId = edit.rule?.ruleId ?? "";
  const runId = await recordManualRun(tx, { ...run, startedBy, now }, async (id) => {
    if (edit.rule !== null) return { updated: await updateRule(tx, ruleId, typed, id, now) };
    ruleId = await insertRule(tx, accountId, typed, id, now);
    return { created: 1 };
  });
  if (runId === null) return { outcome: "unchanged", ruleId };
  const action = edit.rule === null ? "added an agreement rule" : "changed an agreement rule";
  const after = await selectRuleTexts(tx, accountId, ruleId);
  const subject = { subjectKind: "agreement rule", subjectId: ruleId, accountId };
  recordAuditEvent(tx, { actor, ...subject, action, before, after, now });
  return { outcome: "stored", ruleId, runId };
}

async function change(
  tx: Transaction,
  edit: RuleEdit,
  actor: OperatorActor,
  now: Date,
): Promise<RuleEditOutcome> {
  const { account, rule } = edit;
  const { accountId } = account;
  await lockAgreement(tx, accountId);
  const current = rule && (await selectRuleTexts(tx, accountId, rule.ruleId));
  if (current === undefined) return { outcome: "unknown" };
  if (rule !== null && current !== null && ruleVersion(current) !== rule.version) {
    return { outcome: "conflict", current, last: await findLast(tx, accountId, rule.ruleId) };
  }
  const row = toRuleRow(edit.texts);
  const feed = await loadAgreementFeed(tx, account, now);
  const { part_number: partNumber } = edit.texts;
  const isKept = partNumber !== "" && partNumber === current?.part_number;
  const typed = readAgreementRecord(row, { ...feed, ...(isKept && { partNumber }) });
  if (typed === null) return { outcome: "refused", faults: row.faults };
  return store(tx, edit, { before: current, typed }, actor, now);
}

/**
 * Adds a rule, or changes one to what was typed. If it changed since its form was opened, the
 * outcome is a conflict with the current version.
 */
export async function editRule(
  db: Database,
  edit: RuleEdit,
  actor: OperatorActor,
  now: Date,
): Promise<RuleEditOutcome> {
  try {
    const outcome = await retryTransaction(db, (tx) => change(tx, edit, actor, now));
    return outcome === "busy" ? { outcome } : outcome;
  } catch (error) {
    if (violates(error, "agreement_rules_identity")) return firstDayTaken;
    throw error;
  }
}
