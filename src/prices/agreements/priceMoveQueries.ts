// The SQL that measures how far a file moves the agreed prices of an account.
import type { AccountId } from "../../accounts/account.ts";
import type { Transaction } from "../../db/database.ts";
import type { MovedPrices } from "../../imports/guardRails.ts";
import { formatReportedPrice, type PriceMove } from "../../imports/run.ts";
import { sameScope, stagedRulesTable } from "./stagedRuleQueries.ts";

/** SQL: the price or discount of a rule in words. */
export function termText(rule: string): string {
  const amount = `price_text(${rule}.unit_price, currency_digits(${rule}.currency))`;
  return `coalesce(
      ${rule}.currency || ' ' || ${amount}, trim_scale(${rule}.discount / 100.0) || '% off'
    )`;
}

/** SQL: what a rule `s` is about, in words. */
export const subject = `concat_ws(', ',
      coalesce(s.part_number, case s.scope when 'account' then 'the account' end),
      s.vendor, s.condition,
      case when s.min_quantity > 1 then 'break ' || s.min_quantity end
    )`;

const move = `case
      when r.currency <> s.currency then 'Infinity'
      when r.unit_price > 0 then
        abs(s.unit_price - r.unit_price)::float8 * 100 / r.unit_price::float8
      when r.discount < 10000 then
        abs(s.discount - r.discount)::float8 * 100 / (10000 - r.discount)
    end`;

/**
 * At most `limit` staged rules whose price differs by more than `movedBy` percent from the previous
 * rule: the latest of the same scope and break that starts no later, even if it has ended. For
 * discounts the remaining price is compared. A price that replaces a discount, or has no previous
 * rule, is not a move; a price in another currency always is.
 */
export async function selectRuleMoves(
  tx: Transaction,
  accountId: AccountId,
  movedBy: number,
  limit: number,
): Promise<MovedPrices> {
  const rows = await tx.query<PriceMove & { readonly count: number }>({
    name: "select_rule_moves",
    text: `select subject, before, after, count(*) over ()::integer as count
      from (
        select distinct on (s.ctid) ${subject} as subject, ${termText("r")} as before,
          ${termText("s")} as after, ${move} as move
        from ${stagedRulesTable} s
        join agreement_rules r
          on r.account_id = $1 and r.valid_from <= s.valid_from and ${sameScope}
        order by s.ctid, r.valid_from desc
      ) moves
      where move > $2 order by move desc, subject limit $3`,
    values: [accountId, movedBy, limit],
  });
  const widest = rows.map(({ subject, before, after }) => {
    return { subject, before: formatReportedPrice(before), after: formatReportedPrice(after) };
  });
  return { count: rows[0]?.count ?? 0, widest };
}
