// The SQL of the agreement import: a staging table that exists for one transaction, and the
// statements that apply it to an account's rules.
import type { AccountId } from "../../accounts/account.ts";
import { columnsOf } from "../../db/columnsOf.ts";
import { type CopyValue, encodeCopyRow } from "../../db/copyRows.ts";
import type { Transaction } from "../../db/database.ts";
import type { RunId } from "../../imports/run.ts";
import { toStoredPrice } from "../../kit/price.ts";
import type { AgreementRow } from "./readAgreementRecord.ts";

export const stagedRulesTable = "staged_rules";

const scopeColumns = ["scope", "part_number_key", "vendor", "condition", "min_quantity"] as const;
const orderColumns = ["order_min", "order_multiple"] as const;
const termColumns = ["unit_price", "currency", "discount", ...orderColumns, "valid_to"] as const;
/** The columns of a rule, in the order of `toRuleValues`. */
export const ruleColumns = [...scopeColumns, "valid_from", "part_number", ...termColumns] as const;

export function toRuleValues(rule: AgreementRow): CopyValue[] {
  return [
    rule.scope,
    rule.partNumberKey,
    rule.vendor,
    rule.condition,
    rule.minQuantity,
    rule.validFrom,
    rule.partNumber,
    rule.price && toStoredPrice(rule.price),
    rule.price?.currency ?? null,
    rule.discount,
    rule.orderMin,
    rule.orderMultiple,
    rule.validTo,
  ];
}

/** The columns of the staging table, in the order of `encodeRule`. */
export const stagedRuleColumns: readonly string[] = ["from_today", ...ruleColumns];

export function encodeRule(rule: AgreementRow): string {
  return encodeCopyRow([rule.fromToday, ...toRuleValues(rule)]);
}

/** SQL: staged rule `s` has the scope and break of rule `r`. */
export const sameScope = `r.scope = s.scope and r.min_quantity = s.min_quantity
  and coalesce(r.part_number_key, '') = coalesce(s.part_number_key, '')
  and coalesce(r.vendor, '') = coalesce(s.vendor, '')
  and coalesce(r.condition, '') = coalesce(s.condition, '')`;

export async function createRuleStaging(tx: Transaction): Promise<void> {
  await tx.query({
    name: "create_rule_staging",
    text: `create temporary table ${stagedRulesTable} (
        from_today boolean, scope text, part_number_key text collate "C", vendor text,
        condition text, min_quantity integer, valid_from date, part_number text,
        unit_price numeric, currency text, discount integer,
        order_min integer, order_multiple integer, valid_to date
      ) on commit drop`,
  });
}

/** Updates the planner's statistics after staging. */
export async function analyzeStagedRules(tx: Transaction): Promise<void> {
  await tx.query({ name: "analyze_rules", text: `analyze ${stagedRulesTable}` });
}

/** Locks an account's agreement against other imports and edits until the transaction ends. */
export async function lockAgreement(tx: Transaction, accountId: AccountId): Promise<void> {
  await tx.query({
    name: "lock_agreement",
    text: "select pg_advisory_xact_lock(hashtextextended($1, 0))",
    values: [`agreement import ${accountId}`],
  });
}

/** Staged part numbers that the catalog does not have: their count, and the first five. */
export type UnknownParts = { readonly count: number; readonly first: readonly string[] };

export async function selectUnknownParts(tx: Transaction): Promise<UnknownParts> {
  const rows = await tx.query<UnknownParts>({
    name: "select_unknown_parts",
    text: `with unknown as (
        select part_number_key, min(part_number) as part_number
        from ${stagedRulesTable} s
        where scope = 'part'
          and not exists (select from offers o where o.part_number_key = s.part_number_key)
        group by part_number_key
      )
      select count(*)::integer as count,
        array(select part_number from unknown order by part_number_key limit 5) as first
      from unknown`,
  });
  return rows[0] ?? { count: 0, first: [] };
}

/**
 * Removes staged rules that start `today` and equal the latest rule in force, so that importing the
 * same file again on another day changes nothing.
 */
export async function dropRulesInForce(
  tx: Transaction,
  accountId: AccountId,
  today: string,
): Promise<void> {
  await tx.query({
    name: "drop_rules_in_force",
    text: `with in_force as (
        select distinct on (${scopeColumns.join(", ")}) ${ruleColumns.join(", ")}
        from agreement_rules
        where account_id = $1 and valid_from <= $2 and (valid_to is null or valid_to >= $2)
        order by ${scopeColumns.join(", ")}, valid_from desc
      )
      delete from ${stagedRulesTable} s using in_force r
      where s.from_today and ${sameScope}
        and (${columnsOf("r", termColumns)}) is not distinct from (${columnsOf("s", termColumns)})`,
    values: [accountId, today],
  });
}

export type StoredRules = { readonly created: number; readonly updated: number };

/** Applies the staged rules to the account and records each rule's previous version. */
export async function upsertStagedRules(
  tx: Transaction,
  accountId: AccountId,
  runId: RunId,
  now: Date,
): Promise<StoredRules> {
  const given = ["part_number", ...termColumns];
  const set = given.map((column) => `${column} = excluded.${column}`).join(", ");
  const rows = await tx.query<StoredRules>({
    name: "upsert_staged_rules",
    text: `with stored as (
        insert into agreement_rules as r (account_id, ${ruleColumns.join(", ")}, updated_at,
          run_id)
        select $1, ${columnsOf("s", ruleColumns)}, $2, $3 from ${stagedRulesTable} s
        on conflict on constraint agreement_rules_identity
        do update set ${set}, updated_at = excluded.updated_at, run_id = excluded.run_id
        where (${columnsOf("r", given)}) is distinct from (${columnsOf("excluded", given)})
        returning new.rule_id, case when old.rule_id is not null then to_jsonb(old) end as before
      ),
      recorded as (
        insert into agreement_changes (rule_id, run_id, before)
        select rule_id, $3, before from stored
      )
      select count(*) filter (where before is null)::integer as created,
        count(before)::integer as updated
      from stored`,
    values: [accountId, now, runId],
  });
  return rows[0] ?? { created: 0, updated: 0 };
}
