// Adding and changing a rule of an agreement by hand. Invariant: the input is validated like an
// import row, replaces the version its form was opened with, and is a run with an audit event.

import type { Account, AccountId } from "../../accounts/account.ts";
import type { OperatorActor } from "../../audit/actor.ts";
import { recordAuditEvent } from "../../audit/recordAuditEvent.ts";
import type { Database, Transaction } from "../../db/database.ts";
import { violates } from "../../db/databaseErrors.ts";
import { retryTransaction } from "../../db/retryTransaction.ts";
import { recordManualRun } from "../../imports/conductRun.ts";
import type { RunId } from "../../imports/run.ts";
import type { CellFault } from "../../reading/row.ts";
import { loadAgreementFeed } from "./importAgreement.ts";
import { type AgreementRow, readAgreementRecord } from "./readAgreementRecord.ts";
import {
  insertRule,
  type RuleOrigin,
  selectRule,
  selectRuleOrigins,
  selectRuleTexts,
  updateRule,
} from "./ruleEditQueries.ts";
import { endRulesBefore, selectSpelling } from "./ruleQuestionQueries.ts";
import { findRuleQuestions, questionsVersion, type RuleQuestions } from "./ruleQuestions.ts";
import { type RuleTexts, ruleVersion, toRuleRow } from "./ruleTexts.ts";
import { lockAgreement } from "./stagedRuleQueries.ts";

/** What a form sends; `rule` is null if a rule is added. */
export type RuleEdit = {
  readonly account: Account;
  readonly rule: { readonly ruleId: string; readonly version: string } | null;
  readonly texts: RuleTexts;
  /** How far a price may be from the list price, in percent, without asking. */
  readonly maxPriceMove: number;
  /** The version of the questions that were answered by saving anyway; null to ask nothing. */
  readonly confirmed: string | null;
  /** Whether earlier rules of the same quantity end the day before this one starts. */
  readonly endsEarlier: boolean;
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
  /** Nothing is stored until these are confirmed. */
  | ({ readonly outcome: "asked" } & RuleQuestions)
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
  const runId = (await selectRule(tx, accountId, ruleId))?.runId ?? null;
  return runId === null ? undefined : (await selectRuleOrigins(tx, [runId])).get(runId);
}

/** `ended`: the rules that end the day before it starts. */
type RuleChange = {
  readonly before: RuleTexts | null;
  readonly typed: AgreementRow;
  readonly ended: readonly string[];
};

/** Ends rules on the day before one starts, each with an audit event of its own. */
async function endOthers(
  tx: Transaction,
  {
    accountId,
    ended,
    typed,
  }: Pick<RuleChange, "ended" | "typed"> & { readonly accountId: AccountId },
  end: { readonly runId: RunId; readonly now: Date },
  actor: OperatorActor,
): Promise<number> {
  if (ended.length === 0) return 0;
  const before = new Map<string, RuleTexts | null>();
  for (const ruleId of ended) {
    before.set(ruleId, (await selectRuleTexts(tx, accountId, ruleId)) ?? null);
  }
  const count = await endRulesBefore(tx, ended, typed.validFrom, end);
  for (const [ruleId, texts] of before) {
    recordAuditEvent(tx, {
      actor,
      action: "changed an agreement rule",
      subjectKind: "agreement rule",
      subjectId: ruleId,
      accountId,
      before: texts,
      after: await selectRuleTexts(tx, accountId, ruleId),
      now: end.now,
    });
  }
  return count;
}

async function store(
  tx: Transaction,
  edit: RuleEdit,
  { before, typed, ended }: RuleChange,
  actor: OperatorActor,
  now: Date,
): Promise<RuleEditOutcome> {
  const { accountId } = edit.account;
  const startedBy = actor.operator.name;
  const run = { kind: "agreement", vendor: null, accountId, reverts: null } as const;
  let ruleId = edit.rule?.ruleId ?? "";
  const runId = await recordManualRun(tx, { ...run, startedBy, now }, async (id) => {
    const end = { runId: id, now };
    const others = await endOthers(tx, { accountId, ended, typed }, end, actor);
    if (edit.rule !== null) {
      return { updated: others + (await updateRule(tx, ruleId, typed, id, now)) };
    }
    ruleId = await insertRule(tx, accountId, typed, id, now);
    return { created: 1, updated: others };
  });
  if (runId === null) return { outcome: "unchanged", ruleId };
  const action = edit.rule === null ? "added an agreement rule" : "changed an agreement rule";
  const after = await selectRuleTexts(tx, accountId, ruleId);
  const subject = { subjectKind: "agreement rule", subjectId: ruleId, accountId };
  recordAuditEvent(tx, { actor, ...subject, action, before, after, now });
  return { outcome: "stored", ruleId, runId };
}

/** The part number as the catalog writes it. */
async function findSpelling(tx: Transaction, { partNumber, partNumberKey }: AgreementRow) {
  const spelling = partNumberKey === null ? undefined : await selectSpelling(tx, partNumberKey);
  return { partNumber: spelling ?? partNumber };
}

function ask(tx: Transaction, edit: RuleEdit, typed: AgreementRow): Promise<RuleQuestions> {
  const { account, rule, maxPriceMove: limitPercent } = edit;
  const ruleId = rule?.ruleId ?? null;
  return findRuleQuestions(tx, { accountId: account.accountId, ruleId, typed, limitPercent });
}

/** The outcome if nothing was typed, or if someone else changed the rule since. */
async function settle(
  tx: Transaction,
  { account, texts }: RuleEdit,
  { ruleId, version }: NonNullable<RuleEdit["rule"]>,
  current: RuleTexts,
): Promise<RuleEditOutcome | undefined> {
  const [typed, stored] = [ruleVersion(texts), ruleVersion(current)];
  if (typed === version || typed === stored) return { outcome: "unchanged", ruleId };
  if (version === stored) return undefined;
  return { outcome: "conflict", current, last: await findLast(tx, account.accountId, ruleId) };
}

async function change(
  tx: Transaction,
  edit: RuleEdit,
  actor: OperatorActor,
  now: Date,
): Promise<RuleEditOutcome> {
  const { account, rule: opened } = edit;
  const { accountId } = account;
  await lockAgreement(tx, accountId);
  const current = opened && (await selectRuleTexts(tx, accountId, opened.ruleId));
  if (current === undefined) return { outcome: "unknown" };
  const settled = current && opened && (await settle(tx, edit, opened, current));
  if (settled) return settled;
  const row = toRuleRow(edit.texts);
  const feed = await loadAgreementFeed(tx, account, now);
  const { part_number: partNumber } = edit.texts;
  const isKept = partNumber !== "" && partNumber === current?.part_number;
  const typed = readAgreementRecord(row, { ...feed, ...(isKept && { partNumber }) });
  if (typed === null) return { outcome: "refused", faults: row.faults };
  const rule = { ...typed, ...(isKept ? {} : await findSpelling(tx, typed)) };
  const asked = await ask(tx, edit, rule);
  const isAsked = edit.confirmed !== null && edit.confirmed !== questionsVersion(asked.questions);
  if (asked.questions.length > 0 && isAsked) return { outcome: "asked", ...asked };
  const ended = edit.endsEarlier ? asked.earlier.map(({ ruleId }) => ruleId) : [];
  return store(tx, edit, { before: current, typed: rule, ended }, actor, now);
}

/**
 * Adds a rule, or changes one to what was typed. If both it and the form changed since the form was
 * opened, the outcome is a conflict with the current version.
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
