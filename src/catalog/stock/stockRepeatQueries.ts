// Rows of a stock feed that mean the same offer: several bins of a part.
import type { Transaction } from "../../db/database.ts";
import type { RepeatedRows, RepeatRule } from "../../imports/repeats/repeats.ts";
import { manufacturerOf } from "../identity/identityQueries.ts";

/** More units than an offer can have are not added. */
const maxStock = 1_000_000_000;
const maxLots = 1_000_000;

type FoundRepeats = Pick<RepeatedRows, "rows" | "offers" | "example">;

const maker = "nullif(manufacturer_key(s.cage, s.manufacturer), '')";

/**
 * Collects the offers that several rows mean, each of which means only this offer. Rows of several
 * manufacturers are no bins of an offer that states none.
 */
async function collectBins(tx: Transaction, staging: string): Promise<FoundRepeats | undefined> {
  await tx.query({
    name: "collect_bins",
    text: `create temporary table repeated_bins on commit drop as
      with clear as (select line from planned_stock group by line having count(*) = 1)
      select p.offer_id, p.line, min(p.line) over w as first, max(p.line) over w as last,
        count(*) over w as rows, sum(s.quantity) over w as quantity,
        ${manufacturerOf("o")} = '' and min(${maker}) over w < max(${maker}) over w as is_mixed
      from planned_stock p join clear using (line) join ${staging} s using (line)
      join offers o on o.offer_id = p.offer_id
      window w as (partition by p.offer_id)`,
  });
  await tx.query({
    name: "drop_single_bins",
    text: `delete from repeated_bins where rows = 1 or is_mixed or quantity > ${maxStock}`,
  });
  const rows = await tx.query<FoundRepeats>({
    name: "count_bins",
    text: `select count(*) filter (where line > first)::integer as rows,
        count(distinct offer_id)::integer as offers,
        (
          select json_build_object('partNumber', o.part_number, 'line', b.line,
            'earlier', b.first)
          from repeated_bins b join offers o using (offer_id)
          where b.line > b.first order by b.line limit 1
        ) as example
      from repeated_bins having count(*) > 0`,
  });
  return rows[0];
}

/** What was done with repeated rows, and how many were left out of the staging table. */
type SettledBins = { readonly leftOut: number; readonly repeats?: RepeatedRows };

/**
 * Applies the rule to the rows of a planned feed that mean the same offer. If it leaves rows out,
 * the feed must be planned again; without a rule the repeated rows are refused later.
 */
export async function settleBins(
  tx: Transaction,
  staging: string,
  declared: RepeatRule | undefined,
): Promise<SettledBins> {
  const rule = declared ?? "refuse";
  const found = await collectBins(tx, staging);
  if (found === undefined) return { leftOut: 0 };
  const repeats = { rule, isDeclared: declared !== undefined, ...found };
  if (rule === "refuse") return { leftOut: 0, repeats };
  if (rule === "sum") {
    await tx.query({
      name: "sum_bins",
      text: `update ${staging} s set quantity = b.quantity, lots = least(b.rows, ${maxLots})
        from repeated_bins b where b.line = b.first and s.line = b.line`,
    });
  }
  const kept = rule === "last" ? "last" : "first";
  await tx.query({
    name: `keep_${kept}_bin`,
    text: `delete from ${staging} s using repeated_bins b
      where s.line = b.line and b.line <> b.${kept}`,
  });
  return { leftOut: found.rows, repeats };
}
