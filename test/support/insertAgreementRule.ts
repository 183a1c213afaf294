// Inserts rules of agreements for tests.

import type { AccountId } from "../../src/accounts/account.ts";
import { partNumberKey } from "../../src/catalog/partNumber.ts";
import type { Queryable } from "../../src/db/database.ts";
import { runSql } from "./runSql.ts";

export type RuleFields = {
  readonly accountId: AccountId;
  readonly partNumber?: string;
  readonly vendor?: string;
  readonly condition?: string;
  readonly minQuantity?: number;
  /** In minor units; absent: a discount. */
  readonly price?: number;
  readonly currency?: string;
  /** In basis points. */
  readonly discount?: number;
  readonly validFrom?: string;
  readonly validTo?: string | null;
  readonly orderMin?: number;
  readonly orderMultiple?: number;
  readonly runId?: number;
};

/** Inserts a rule; its scope follows from what it names. */
export async function insertAgreementRule(db: Queryable, rule: RuleFields): Promise<void> {
  const { partNumber, vendor, price, orderMin = null, orderMultiple = null, runId = null } = rule;
  const widest = vendor === undefined ? "account" : "vendor";
  await runSql(
    db,
    `insert into agreement_rules (account_id, scope, part_number, part_number_key, vendor,
        condition, min_quantity, unit_price, currency, discount, valid_from, valid_to,
        order_min, order_multiple, run_id, updated_at)
      values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, now())`,
    [
      rule.accountId,
      partNumber === undefined ? widest : "part",
      partNumber ?? null,
      partNumber === undefined ? null : partNumberKey(partNumber),
      vendor ?? null,
      rule.condition ?? null,
      rule.minQuantity ?? 1,
      price ?? null,
      price === undefined ? null : (rule.currency ?? "USD"),
      price === undefined ? (rule.discount ?? 0) : null,
      rule.validFrom ?? "2020-01-01",
      rule.validTo ?? null,
      orderMin,
      orderMultiple,
      runId,
    ],
  );
}
