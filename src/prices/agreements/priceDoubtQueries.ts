// The SQL that finds contract prices far from the list price. They apply, but are mostly a mistake.
import type { Queryable, Transaction } from "../../db/database.ts";
import { formatReportedPrice } from "../../imports/run.ts";
import { subject, termText } from "./priceMoveQueries.ts";
import { stagedRulesTable } from "./stagedRuleQueries.ts";

/**
 * Above: than a list price in its currency. Below: all of them by more than the limit. Currency: it
 * is neither the account's nor that of a list price.
 */
export type PriceDoubt = "above" | "below" | "currency";

/** A price and the lowest list price beside it, as amounts with currency; `subject` has it. */
export type DoubtedPrice = {
  readonly subject: string;
  readonly price: string;
  readonly listPrice: string;
};

/**
 * SQL: the rules `s` of a table that have not ended on day $1, with what is doubtful about their
 * price; `limitPercent` and the account's own currency are expressions.
 */
function writeDoubts(rules: string, limitPercent: string, own: string): string {
  const listText = (price: string, currency: string) =>
    `${currency} || ' ' || price_text(${price}, currency_digits(${currency}))`;
  return `select subject, price, ${listText("lowest", "currency")} as "listPrice", other,
      case when lowest is null then case when currency <> ${own} then 'currency' end
        when unit_price > lowest then 'above'
        when unit_price * 100 < lowest * (100 - ${limitPercent}) then 'below' end as doubt
    from (
      select ${subject} as subject, ${termText("s")} as price, s.currency, s.unit_price,
        min(o.list_price) filter (where o.currency = s.currency) as lowest,
        min(${listText("o.list_price", "o.currency")}) as other
      from ${rules} s join offers o
        on o.part_number_key = s.part_number_key
        and o.vendor = coalesce(s.vendor, o.vendor)
        and o.condition = coalesce(s.condition, o.condition)
      where s.scope = 'part' and s.unit_price is not null
        and (s.valid_to is null or s.valid_to >= $1)
        and o.status = 'ACTIVE' and o.list_price > 0
      group by s.part_number, s.scope, s.vendor, s.condition, s.min_quantity, s.valid_from,
        s.unit_price, s.currency, s.discount
    ) compared`;
}

function format({ subject, price, listPrice }: DoubtedPrice): DoubtedPrice {
  const [own, list] = [price, listPrice].map(formatReportedPrice);
  return { subject, price: own ?? price, listPrice: list ?? listPrice };
}

export type DoubtedPrices = { readonly count: number; readonly first: readonly DoubtedPrice[] };

/** What prices are compared with. */
type DoubtLimits = { readonly today: string; readonly currency: string; readonly percent: number };

/** The doubtful staged prices: their count, and the first `limit` of each kind. */
export async function selectStagedDoubts(
  tx: Transaction,
  { today, currency, percent }: DoubtLimits,
  limit: number,
): Promise<Map<PriceDoubt, DoubtedPrices>> {
  type Row = DoubtedPrice & { readonly doubt: PriceDoubt; readonly count: number };
  const rows = await tx.query<Row>({
    name: "select_staged_doubts",
    text: `select subject, price, doubt, count, coalesce("listPrice", other) as "listPrice"
      from (
        select *, count(*) over (partition by doubt)::integer as count,
          row_number() over (partition by doubt order by subject, price) as place
        from (${writeDoubts(stagedRulesTable, "$2::numeric", "$4::text")}) doubted
        where doubt is not null
      ) numbered
      where place <= $3 order by doubt, place`,
    values: [today, percent, limit, currency],
  });
  return new Map(
    [...Map.groupBy(rows, ({ doubt }) => doubt)].map(([doubt, found]) => {
      return [doubt, { count: found[0]?.count ?? 0, first: found.map(format) }];
    }),
  );
}

/** A stored rule whose price is above the list price of an active offer; undefined if it is not. */
export async function selectRuleAboveList(
  db: Queryable,
  ruleId: string,
  today: string,
): Promise<DoubtedPrice | undefined> {
  const rules = "(select * from agreement_rules where rule_id = $2)";
  const rows = await db.query<DoubtedPrice>({
    name: "select_rule_above_list",
    text: `select * from (${writeDoubts(rules, "100", "currency")}) doubted where doubt = 'above'`,
    values: [today, ruleId],
  });
  return rows.map(format)[0];
}
