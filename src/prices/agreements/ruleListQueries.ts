// The SQL of the lists of agreements: the accounts that have one, and the rules of one.
import type { AccountId } from "../../accounts/account.ts";
import type { Queryable } from "../../db/database.ts";
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

/** A rule in a list; `subject` is the cursor of its scope's list. */
export type ListedRule = AgreementRule & {
  readonly partNumber: string | null;
  readonly subject: string;
};

const subjects: Readonly<Record<RuleScope, string>> = {
  part: "part_number_key",
  vendor: "vendor",
  account: "''",
};

/** Rules listed of one part, vendor or account. */
export const maxRulesOfSubject = 200;
const lastCharacter = "\u{10ffff}";

/**
 * The rules of one scope, of at most `limit` subjects after `after` that start with `prefix`, those
 * of each by vendor, condition, break and first day.
 */
export async function selectListedRules(
  db: Queryable,
  accountId: AccountId,
  scope: RuleScope,
  filter: { readonly prefix: string; readonly after: string | null },
  limit: number,
): Promise<ListedRule[]> {
  const subject = subjects[scope];
  const matches =
    scope === "part" ? `${subject} >= $2 and ${subject} < $2 || $4` : `starts_with(${subject}, $2)`;
  const subjectsOnPage = `select distinct ${subject} as subject from agreement_rules
    where account_id = $1 and scope = '${scope}'
      and ${matches} and $4::text is not null and ($3::text is null or ${subject} > $3)
    order by 1 limit $5`;
  const rows = await db.query<RuleRow & { partNumber: string | null; subject: string }>({
    name: `select_listed_rules_${scope}`,
    text: `select ${ruleFields}, r.part_number as "partNumber", w.subject
      from (${subjectsOnPage}) w
      cross join lateral (
        select * from agreement_rules
        where account_id = $1 and scope = '${scope}' and ${subject} = w.subject
        order by vendor nulls first, condition nulls first, min_quantity, valid_from
        limit ${maxRulesOfSubject}
      ) r
      order by w.subject, r.vendor nulls first, r.condition nulls first, r.min_quantity,
        r.valid_from`,
    values: [accountId, filter.prefix, filter.after, lastCharacter, limit],
  });
  return rows.map(({ partNumber, subject: named, ...row }) => ({
    ...toRule(row),
    partNumber,
    subject: named,
  }));
}
