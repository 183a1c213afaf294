// Rows of a file that mean the same offer.
import { countChanged, type Transaction } from "../../db/database.ts";
import type { RepeatedRows } from "../../imports/repeats/repeats.ts";
import { stagingTable } from "../import/importQueries.ts";
import { identityColumns } from "../offerFields.ts";
import { haveSamePart, meantManufacturer } from "./identityQueries.ts";

const part = identityColumns.map((column) => `s.${column}`).join(", ");
const isSameOffer = `${haveSamePart("s", "r")} and ${meantManufacturer} = r.meant_key`;
const isRepeat = `not s.refused and ${isSameOffer} and s.line > r.first`;

type FoundRepeats = Pick<RepeatedRows, "rows" | "offers" | "example">;

/** Collects the offers that several accepted rows mean; undefined if there are none. */
export async function collectRepeats(tx: Transaction): Promise<FoundRepeats | undefined> {
  await tx.query({
    name: "collect_repeats",
    text: `create temporary table repeated_rows on commit drop as
      select ${part}, ${meantManufacturer} as meant_key, min(s.line) as first,
        max(s.line) as last, count(*) as rows
      from ${stagingTable} s where not s.refused
      group by ${part}, ${meantManufacturer} having count(*) > 1`,
  });
  await tx.query({ name: "analyze_repeats", text: "analyze repeated_rows" });
  const rows = await tx.query<FoundRepeats>({
    name: "count_repeats",
    text: `select (sum(rows) - count(*))::integer as rows, count(*)::integer as offers,
        (
          select json_build_object('partNumber', s.part_number, 'line', s.line,
            'earlier', r.first)
          from repeated_rows r join ${stagingTable} s on ${isRepeat} order by s.line limit 1
        ) as example
      from repeated_rows having count(*) > 0`,
  });
  return rows[0];
}

/** Refuses the rows that repeat an earlier one; returns how many. */
export function refuseRepeats(tx: Transaction): Promise<number> {
  return countChanged(tx, {
    name: "refuse_repeats",
    text: `update ${stagingTable} s set refused = true, refusal = 'repeats line ' || r.first
      from repeated_rows r where ${isRepeat}`,
  });
}

/** Removes all rows but one of each offer; returns how many. */
export function dropRepeats(tx: Transaction, kept: "first" | "last"): Promise<number> {
  return countChanged(tx, {
    name: `keep_${kept}_row`,
    text: `delete from ${stagingTable} s using repeated_rows r
      where not s.refused and ${isSameOffer} and s.line <> r.${kept}`,
  });
}

/** What lots must have in common to be sold as one, with its name in a reason. */
const comparedLots = [
  ["price", "(s.list_price, s.currency) is distinct from (f.list_price, f.currency)"],
  ["certificate", "s.certificate is distinct from f.certificate"],
  ["status", "s.status <> f.status"],
  ["minimum quantity", "s.min_quantity <> f.min_quantity"],
  ["multiple", "s.multiple <> f.multiple"],
] as const;
const lotDifference = `case ${comparedLots
  .map(([name, differs]) => `when ${differs} then '${name}'`)
  .join(" ")} end`;
const maxStock = 1_000_000_000;
const maxLots = 1_000_000;

/** Refuses lots that differ from the first of their offer, or are too many; returns how many. */
export async function refuseOtherLots(tx: Transaction): Promise<number> {
  const different = await countChanged(tx, {
    name: "refuse_different_lots",
    text: `update ${stagingTable} s set refused = true,
        refusal = concat('differs in ', ${lotDifference}, ' from line ', r.first,
          ', so its quantity is not added')
      from repeated_rows r join ${stagingTable} f on f.line = r.first
      where ${isRepeat} and ${lotDifference} is not null`,
  });
  const many = await countChanged(tx, {
    name: "refuse_many_lots",
    text: `update ${stagingTable} s set refused = true,
        refusal = concat('has too many units to add to line ', r.first)
      from repeated_rows r join (
        select r.first from repeated_rows r join ${stagingTable} s on ${isSameOffer}
        where not s.refused group by r.first having sum(s.received) > ${maxStock}
      ) large using (first)
      where ${isRepeat}`,
  });
  return different + many;
}

/**
 * Adds the quantities of the lots of each offer to its first row, with their manufacturer, their
 * number and the earliest day on which a shelf life ends, and removes the others; returns how many.
 */
export async function sumLots(tx: Transaction): Promise<number> {
  await tx.query({
    name: "sum_lots",
    text: `update ${stagingTable} f
      set received = lots.received, shelf_life_expires = lots.expires, lots = lots.count,
        cage = case when f.meant_key is null then f.cage else coalesce(f.cage, lots.cage) end,
        manufacturer = case when f.meant_key is null then f.manufacturer
          else coalesce(f.manufacturer, lots.made_by) end
      from (
        select r.first, sum(s.received)::bigint as received, min(s.cage) as cage,
          (array_agg(s.manufacturer order by s.line)
            filter (where s.manufacturer is not null))[1] as made_by,
          min(s.shelf_life_expires) as expires,
          least(sum(coalesce(s.lots, 1)), ${maxLots})::integer as count
        from repeated_rows r join ${stagingTable} s on ${isSameOffer}
        where not s.refused group by r.first having count(*) > 1
      ) lots
      where f.line = lots.first`,
  });
  return dropRepeats(tx, "first");
}
