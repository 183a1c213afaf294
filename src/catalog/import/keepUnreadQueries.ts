// The optional cells of staged rows that could not be read: an existing offer keeps what it has.
import type { Transaction } from "../../db/database.ts";
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

/**
 * Fills unreadable optional cells of staged rows from their offers. Call it under the import lock,
 * before the changes are planned.
 */
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
