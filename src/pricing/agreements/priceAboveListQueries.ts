// The SQL that finds contract prices above the list price. They apply (decision 28), but are
// mostly a mistake.
import type { Queryable, Transaction } from "../../db/database.ts";
import { formatReportedPrice } from "../../imports/importRun.ts";
import { subject, termText } from "./priceMoveQueries.ts";
import { stagedRulesTable } from "./stagedRuleQueries.ts";

/** A price and the lowest list price below it, as amounts with currency; `subject` has it. */
export type PriceAboveList = {
  readonly subject: string;
  readonly price: string;
  readonly listPrice: string;
};

/** SQL: the rules `s` of a table that have not ended on day $1 and are above a list price. */
function writeAboveList(rules: string): string {
  return `select ${subject} as subject, ${termText("s")} as price,
      s.currency || ' ' || price_text(min(o.list_price), currency_digits(s.currency))
        as "listPrice"
    from ${rules} s join offers o
      on o.part_number_key = s.part_number_key and o.currency = s.currency
      and o.vendor = coalesce(s.vendor, o.vendor)
      and o.condition = coalesce(s.condition, o.condition)
    where s.scope = 'part' and (s.valid_to is null or s.valid_to >= $1)
      and o.status = 'ACTIVE' and o.list_price > 0 and o.list_price < s.unit_price
    group by s.part_number, s.scope, s.vendor, s.condition, s.min_quantity, s.valid_from,
      s.unit_price, s.currency, s.discount`;
}

function formatAbove({ subject, price, listPrice }: PriceAboveList): PriceAboveList {
  const [above, list] = [price, listPrice].map(formatReportedPrice);
  return { subject, price: above ?? price, listPrice: list ?? listPrice };
}

/** The staged prices that are above the list price of an active offer: count and first ones. */
export async function selectStagedAboveList(
  tx: Transaction,
  today: string,
  limit: number,
): Promise<{ readonly count: number; readonly first: readonly PriceAboveList[] }> {
  const rows = await tx.query<PriceAboveList & { readonly count: number }>({
    name: "select_staged_above_list",
    text: `select *, count(*) over ()::integer as count
      from (${writeAboveList(stagedRulesTable)}) above order by subject, price limit $2`,
    values: [today, limit],
  });
  const first = rows.map(({ count: _, ...price }) => formatAbove(price));
  return { count: rows[0]?.count ?? 0, first };
}

/** A stored rule whose price is above the list price of an active offer; undefined if it is not. */
export async function selectRuleAboveList(
  db: Queryable,
  ruleId: string,
  today: string,
): Promise<PriceAboveList | undefined> {
  const rules = "(select * from agreement_rules where rule_id = $2)";
  const rows = await db.query<PriceAboveList>({
    name: "select_rule_above_list",
    text: writeAboveList(rules),
    values: [today, ruleId],
  });
  return rows.map(formatAbove)[0];
}
