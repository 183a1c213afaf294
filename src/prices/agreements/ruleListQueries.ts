// The SQL of the lists of agreements: the accounts that have one, and the rules of one.
import type { AccountId } from "../../accounts/account.ts";
import type { Queryable } from "../../db/database.ts";
import { all, and, raw, type Sql, sql } from "../../kit/sql.ts";
import type { AgreementRule, RuleScope } from "../agreement.ts";
import { type RuleRow, ruleFields, toRule } from "../queries.ts";

export type ListedAgreement = {
  readonly accountId: AccountId;
  readonly name: string;
  /** Counted up to `maxCounted`. */
  readonly rules: number;
  readonly inForce: number;
  /** The next last day of a rule; null if none ends. */
  readonly nextEnd: string | null;
  /** Rules that end within 30 days. */
  readonly ending: number;
  /** The last import or edit. */
  readonly lastRun: number | null;
  readonly lastAt: Date | null;
  readonly lastMode: string | null;
};

/** More rules of one account are not counted. */
export const maxCounted = 10_000;

/** At most `limit` accounts by name, after a name, with or without rules. */
export function selectAgreements(
  db: Queryable,
  filter: { readonly prefix: string; readonly after: string; readonly hasRules: boolean },
  day: string,
  limit: number,
): Promise<ListedAgreement[]> {
  return db.query<ListedAgreement>({
    name: "select_agreements",
    text: `with chosen as (
        select account_id, name from accounts a
        where lower(name) > lower($1) and starts_with(lower(name), lower($2))
          and exists (select from agreement_rules r where r.account_id = a.account_id) = $3
        order by lower(name) limit $5
      )
      select account_id as "accountId", name, counted.rules, counted.in_force as "inForce",
        ends.next as "nextEnd", ends.soon as ending, last.run_id as "lastRun",
        last.ended_at as "lastAt", last.mode as "lastMode"
      from chosen c
      cross join lateral (
        select count(*)::integer as rules,
          count(*) filter (
            where valid_from <= $4::date and (valid_to is null or valid_to >= $4::date)
          )::integer as in_force
        from (
          select valid_from, valid_to from agreement_rules r
          where r.account_id = c.account_id limit ${maxCounted}
        ) listed
      ) counted
      cross join lateral (
        select min(valid_to)::text as next,
          count(*) filter (where valid_to < $4::date + 30)::integer as soon
        from (
          select valid_to from agreement_rules r
          where r.account_id = c.account_id and valid_to >= $4::date
          order by valid_to limit ${maxCounted}
        ) ending
      ) ends
      left join lateral (
        select run_id, ended_at, mode from import_runs i
        where i.account_id = c.account_id and kind = 'agreement' and state = 'committed'
        order by run_id desc limit 1
      ) last on true
      order by lower(name)`,
    values: [filter.after, filter.prefix, filter.hasRules, day, limit],
  });
}

/** A rule in a list, with its part number as it is written. */
export type ListedRule = AgreementRule & { readonly partNumber: string | null };

/** What the rules of a scope are listed by. */
const subjects: Readonly<Record<RuleScope, Sql>> = {
  part: sql`part_number_key`,
  vendor: sql`vendor`,
  account: sql`''::text`,
};
const lastCharacter = "\u{10ffff}";

/**
 * At most `limit` rules of one scope after a rule: those whose subject starts with `prefix`, by
 * subject, vendor, condition, break and first day.
 */
export async function selectListedRules(
  db: Queryable,
  accountId: AccountId,
  { scope, prefix, after }: { scope: RuleScope; prefix: string; after: string | null },
  limit: number,
): Promise<ListedRule[]> {
  const subject = subjects[scope];
  const keys = sql`${subject}, coalesce(vendor, ''), coalesce(condition, ''), min_quantity,
    valid_from, rule_id`;
  const ofAccount = sql`account_id = ${accountId} and scope = ${scope}`;
  const rules = sql`select * from agreement_rules where ${and([
    ofAccount,
    prefix !== "" && sql`${subject} >= ${prefix} and ${subject} < ${prefix + lastCharacter}`,
    after !== null &&
      sql`(${keys}) > (select ${keys} from agreement_rules
        where ${ofAccount} and rule_id = ${after}::bigint)`,
  ])} order by ${keys} limit ${limit}`;
  const rows = await all<RuleRow & Pick<ListedRule, "partNumber">>(
    db,
    sql`select ${raw(ruleFields)}, r.part_number from (${rules}) r`,
  );
  return rows.map(({ partNumber, ...row }) => ({ ...toRule(row), partNumber }));
}
