// The SQL of editing one rule. Invariant: every write also records the rule's previous version.
import type { AccountId } from "../../accounts/account.ts";
import { zeroPriceColumn } from "../../catalog/readOfferRecord.ts";
import { columnsOf } from "../../db/columnsOf.ts";
import { type Queryable, queryFirst, type Transaction } from "../../db/database.ts";
import type { RunId } from "../../imports/run.ts";
import type { AgreementRule } from "../agreement.ts";
import { type RuleRow, ruleFields, toRule, zeroPriceText } from "../queries.ts";
import type { AgreementRow } from "./readAgreementRecord.ts";
import type { RuleTexts } from "./ruleTexts.ts";
import { ruleColumns, toRuleValues } from "./stagedRuleQueries.ts";

const textColumns = `coalesce(part_number, '') as part_number, coalesce(vendor, '') as vendor,
  coalesce(condition, '') as condition, min_quantity::text,
  coalesce(price_text(unit_price, currency_digits(currency)), '') as unit_price,
  coalesce(currency, '') as currency,
  coalesce(trim_scale(discount / 100.0)::text, '') as discount_percent,
  coalesce(order_min::text, '') as order_min, coalesce(order_multiple::text, '') as order_multiple,
  valid_from::text, coalesce(valid_to::text, '') as valid_to,
  coalesce(${zeroPriceText}, '') as ${zeroPriceColumn}`;

/** A rule of the account as texts; undefined if it has no such rule. */
export async function selectRuleTexts(
  db: Queryable,
  accountId: AccountId,
  ruleId: string,
): Promise<RuleTexts | undefined> {
  return queryFirst<RuleTexts>(db, {
    name: "select_rule_texts",
    text: `select ${textColumns} from agreement_rules where rule_id = $2 and account_id = $1`,
    values: [accountId, ruleId],
  });
}

function placesFrom(first: number): string {
  return ruleColumns.map((_, index) => `$${first + index}`).join(", ");
}

/**
 * Adds a rule as a change of the run and returns its id. A duplicate of scope, break and first day
 * violates the constraint `agreement_rules_identity`.
 */
export async function insertRule(
  tx: Transaction,
  accountId: AccountId,
  rule: AgreementRow,
  runId: RunId,
  now: Date,
): Promise<string> {
  const rows = await tx.query<{ ruleId: string }>({
    name: "insert_rule_manually",
    text: `with added as (
        insert into agreement_rules (account_id, run_id, updated_at, ${ruleColumns.join(", ")})
        values ($1, $2, $3, ${placesFrom(4)}) returning rule_id
      ),
      recorded as (
        insert into agreement_changes (rule_id, run_id, before) select rule_id, $2, null from added
      )
      select rule_id as "ruleId" from added`,
    values: [accountId, runId, now, ...toRuleValues(rule)],
  });
  const [row] = rows;
  if (row === undefined) throw new Error("The database stored no rule.");
  return row.ruleId;
}

export async function updateRule(
  tx: Transaction,
  ruleId: string,
  rule: AgreementRow,
  runId: RunId,
  now: Date,
): Promise<number> {
  const rows = await tx.query({
    name: "update_rule_manually",
    text: `with changed as (
        update agreement_rules r
        set (${ruleColumns.join(", ")}, run_id, updated_at) = row(${placesFrom(4)}, $2, $3)
        where r.rule_id = $1
          and (${columnsOf("r", ruleColumns)}) is distinct from row(${placesFrom(4)})
        returning r.rule_id, to_jsonb(old) as before
      )
      insert into agreement_changes (rule_id, run_id, before)
      select rule_id, $2, before from changed returning rule_id`,
    values: [ruleId, runId, now, ...toRuleValues(rule)],
  });
  return rows.length;
}

export type RuleOrigin = {
  readonly runId: RunId;
  readonly mode: string;
  readonly startedBy: string;
  readonly fileName: string | null;
  readonly at: Date;
};

export async function selectRuleOrigins(
  db: Queryable,
  runIds: readonly string[],
): Promise<Map<string, RuleOrigin>> {
  if (runIds.length === 0) return new Map();
  const rows = await db.query<RuleOrigin>({
    name: "select_rule_origins",
    text: `select run_id as "runId", mode, started_by as "startedBy", file_name as "fileName",
        coalesce(ended_at, started_at) as at
      from import_runs where run_id = any($1::integer[])`,
    values: [[...new Set(runIds)]],
  });
  return new Map(rows.map((row) => [String(row.runId), row]));
}

export async function selectRule(
  db: Queryable,
  accountId: AccountId,
  ruleId: string,
): Promise<AgreementRule | undefined> {
  const rows = await db.query<RuleRow>({
    name: "select_rule",
    text: `select ${ruleFields} from agreement_rules r where rule_id = $2 and account_id = $1`,
    values: [accountId, ruleId],
  });
  return rows.map(toRule)[0];
}
