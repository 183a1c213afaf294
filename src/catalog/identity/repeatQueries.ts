// Rows of a file that mean the same offer.
import type { Transaction } from "../../db/database.ts";
import { stagingTable } from "../import/importQueries.ts";
import { identityColumns } from "../offerFields.ts";
import { haveSamePart, meantManufacturer } from "./identityQueries.ts";

const part = identityColumns.map((column) => `s.${column}`).join(", ");

/** Collects the offers that several accepted rows mean. */
async function collectRepeats(tx: Transaction): Promise<void> {
  await tx.query({
    name: "collect_repeats",
    text: `create temporary table repeated_rows on commit drop as
      select ${part}, ${meantManufacturer} as meant_key, min(s.line) as first
      from ${stagingTable} s where not s.refused
      group by ${part}, ${meantManufacturer} having count(*) > 1`,
  });
  await tx.query({ name: "analyze_repeats", text: "analyze repeated_rows" });
}

const isRepeat = `not s.refused and ${haveSamePart("s", "r")} and ${meantManufacturer} = r.meant_key
  and s.line > r.first`;

/** Refuses the rows that repeat an earlier one; returns how many. */
export async function refuseRepeats(tx: Transaction): Promise<number> {
  await collectRepeats(tx);
  const rows = await tx.query<{ count: number }>({
    name: "refuse_repeats",
    text: `with refused as (
        update ${stagingTable} s set refused = true, refusal = 'repeats line ' || r.first
        from repeated_rows r where ${isRepeat} returning 1
      )
      select count(*)::integer as count from refused`,
  });
  return rows[0]?.count ?? 0;
}
