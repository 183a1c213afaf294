// What a file says nothing about: an existing offer keeps what it has there. These are the columns
// that the file does not have, and optional cells that could not be read.
import { countChanged, type Transaction } from "../../db/database.ts";
import type { FeedColumns } from "../../imports/feedColumns.ts";
import { groupDigits } from "../../money.ts";
import { sameIdentity } from "../identity/identityQueries.ts";
import { stagingTable } from "./importQueries.ts";

/** The columns whose unreadable cells do not cause their row to be refused. */
const optionalColumns = [
  "lead_time_days",
  "lots",
  "alternates",
  "interchangeable",
  "manufacturer",
  "cage",
  "nsn",
];

/** SQL, by column: what an offer `o` has after a file without the column; `s` is the row. */
const keptColumns: ReadonlyMap<string, string> = new Map([
  // A title that only repeated the name follows the name.
  ["title", "case when o.title is not distinct from o.part_name then s.title else o.title end"],
  ["description", "o.description"],
  // A row brings a discontinued offer back, but takes none off hold.
  ["status", "case when o.status = 'DISCONTINUED' then s.status else o.status end"],
  ["min_quantity", "o.min_quantity"],
  ["multiple", "o.multiple"],
  ["lead_time_days", "o.lead_time_days"],
  ["superseded_by", "o.superseded_by"],
  ["alternates", "o.alternates"],
  ["interchangeable", "o.interchangeable"],
  ["manufacturer", "o.manufacturer"],
  ["cage", "o.cage"],
  ["nsn", "o.nsn"],
  // A condition cell can have one.
  ["certificate", "coalesce(s.certificate, o.certificate)"],
  ["shelf_life_expires", "o.shelf_life_expires"],
]);

const columnNames = [...keptColumns.keys()];

function listAbsent({ places, fixed }: FeedColumns): string[] {
  return columnNames.filter((name) => !places.has(name) && fixed?.has(name) !== true);
}

function describeKept(absent: readonly string[], offers: number): string {
  const subject = offers === 1 ? "1 offer keeps" : `${groupDigits(offers)} offers keep`;
  const columns = absent.length === 1 ? "column" : "columns";
  return `The file has no ${columns} ${absent.join(", ")}: ${subject} the values there.`;
}

/**
 * Fills what the columns of a file say nothing about from the offers. Returns at most one sentence.
 * Call it under the import lock, when it is settled which offer each row means.
 */
export async function keepAbsentColumns(tx: Transaction, columns: FeedColumns): Promise<string[]> {
  const absent = listAbsent(columns);
  if (absent.length === 0) return [];
  const derived = absent.includes("superseded_by")
    ? [["superseded_by_key", "o.superseded_by_key"] as const]
    : [];
  const kept = [...absent.map((name) => [name, keptColumns.get(name) ?? ""] as const), ...derived];
  const count = await countChanged(tx, {
    name: `keep_absent_columns ${absent.map((name) => columnNames.indexOf(name)).join(" ")}`,
    text: `update ${stagingTable} s
      set ${kept.map(([name, value]) => `${name} = ${value}`).join(", ")}
      from offers o
      where not s.refused and not s.unchanged and ${sameIdentity}
        and (${kept.map(([name]) => `s.${name}`).join(", ")})
          is distinct from (${kept.map(([, value]) => value).join(", ")})`,
  });
  return count === 0 ? [] : [describeKept(absent, count)];
}

/** Fills unreadable optional cells from the offers. Call it as `keepAbsentColumns`. */
export async function keepUnreadCells(tx: Transaction): Promise<void> {
  const assignments = optionalColumns.map(
    (name) => `${name} = case when '${name}' = any(s.unread) then o.${name} else s.${name} end`,
  );
  await tx.query({
    name: "fill_unread_cells",
    text: `update ${stagingTable} s set ${assignments.join(", ")} from offers o
      where s.unread is not null and not s.refused and ${sameIdentity}`,
  });
}
