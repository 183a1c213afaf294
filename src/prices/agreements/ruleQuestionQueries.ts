// What is known of the part, the list prices and the other rules that a typed rule is about.
import type { AccountId } from "../../accounts/account.ts";
import { barePartNumber } from "../../catalog/partNumber.ts";
import type { Queryable, Transaction } from "../../db/database.ts";
import type { RunId } from "../../imports/run.ts";
import { addDays } from "../../kit/day.ts";
import type { Currency } from "../../kit/money.ts";
import type { AgreementRule } from "../agreement.ts";
import { type RuleRow, ruleFields, toRule } from "../queries.ts";
import type { AgreementRow } from "./readAgreementRecord.ts";

/** The part number as the catalog writes it; undefined if no offer has it. */
export async function selectSpelling(db: Queryable, key: string): Promise<string | undefined> {
  const rows = await db.query<{ partNumber: string }>({
    name: "select_part_number_spelling",
    text: `select part_number as "partNumber" from offers where part_number_key = $1
      order by status = 'ACTIVE' desc, offer_id limit 1`,
    values: [key],
  });
  return rows[0]?.partNumber;
}

/** At most three part numbers of the catalog that differ from one only in punctuation. */
export async function selectNearNumbers(db: Queryable, partNumber: string): Promise<string[]> {
  const bare = barePartNumber(partNumber);
  if (bare === "") return [];
  const rows = await db.query<{ partNumber: string }>({
    name: "select_near_numbers",
    text: `select distinct part_number as "partNumber" from offers
      where part_number_bare = $1 order by part_number limit 3`,
    values: [bare],
  });
  return rows.map(({ partNumber }) => partNumber);
}

/** The list prices of a currency, as amounts; `moves`: none is within the limit of the price. */
export type ListPrices = {
  readonly currency: string;
  readonly lowest: string;
  readonly highest: string;
  readonly moves: boolean;
};

/** The list prices of the active offers that a rule with a price applies to, by currency. */
export function selectListPrices(
  db: Queryable,
  { partNumberKey, vendor, condition }: AgreementRow,
  storedPrice: string,
  limitPercent: number,
): Promise<ListPrices[]> {
  return db.query<ListPrices>({
    name: "select_list_prices_of_rule",
    text: `select currency, price_text(min(list_price), currency_digits(currency)) as lowest,
        price_text(max(list_price), currency_digits(currency)) as highest,
        min(abs(list_price - $4::numeric) * 100 / list_price) > $5::numeric as moves
      from offers
      where part_number_key = $1 and status = 'ACTIVE' and list_price > 0
        and ($2::text is null or vendor = $2) and ($3::text is null or condition = $3)
      group by currency order by currency`,
    values: [partNumberKey, vendor, condition, storedPrice, limitPercent],
  });
}

/** Whether the account, or another of its rules than `ruleId`, has a currency. */
export async function usesCurrency(
  db: Queryable,
  accountId: AccountId,
  ruleId: string | null,
  currency: Currency,
): Promise<boolean> {
  const rows = await db.query({
    name: "select_known_currency",
    text: `select from accounts where account_id = $1 and currency = $2
      union all
      (select from agreement_rules
        where account_id = $1 and currency = $2 and ($3::bigint is null or rule_id <> $3) limit 1)
      limit 1`,
    values: [accountId, currency, ruleId],
  });
  return rows.length > 0;
}

/** Rules of the same scope and break in force while a typed rule is, latest first. */
export async function selectRulesInForce(
  db: Queryable,
  accountId: AccountId,
  ruleId: string | null,
  typed: AgreementRow,
): Promise<AgreementRule[]> {
  const rows = await db.query<RuleRow>({
    name: "select_rules_in_force_beside",
    text: `select ${ruleFields} from agreement_rules r
      where r.account_id = $1 and r.scope = $2 and ($9::bigint is null or r.rule_id <> $9)
        and r.part_number_key is not distinct from $3 and r.vendor is not distinct from $4
        and r.condition is not distinct from $5 and r.min_quantity = $6
        and (r.valid_to is null or r.valid_to >= $7::date)
        and ($8::date is null or r.valid_from <= $8::date)
      order by r.valid_from desc limit 20`,
    values: [
      accountId,
      typed.scope,
      typed.partNumberKey,
      typed.vendor,
      typed.condition,
      typed.minQuantity,
      typed.validFrom,
      typed.validTo,
      ruleId,
    ],
  });
  return rows.map(toRule);
}

/** Ends rules on the day before another starts, as a change of the run; returns how many. */
export async function endRulesBefore(
  tx: Transaction,
  ruleIds: readonly string[],
  firstDay: string,
  { runId, now }: { readonly runId: RunId; readonly now: Date },
): Promise<number> {
  const rows = await tx.query({
    name: "end_rules_before",
    text: `with changed as (
        update agreement_rules r set valid_to = $2, run_id = $3, updated_at = $4
        where r.rule_id = any($1::bigint[]) and r.valid_from <= $2
        returning r.rule_id, to_jsonb(old) as before
      )
      insert into agreement_changes (rule_id, run_id, before)
      select rule_id, $3, before from changed returning rule_id`,
    values: [ruleIds, addDays(firstDay, -1), runId, now],
  });
  return rows.length;
}
