// The rules of all agreements in a replica file. What a price is follows from them elsewhere: here
// they are rows.
import type { DatabaseSync } from "node:sqlite";
import type { Session } from "../../db/database.ts";
import { type CopiedRow, readCopy } from "../../db/readCopy.ts";

/** The columns of a file, which are copied of rules `r`. */
const columns = [
  "rule_id",
  "account_id",
  "run_id",
  "scope",
  "part_number_key",
  "vendor",
  "condition",
  "min_quantity",
  "unit_price",
  "currency",
  "discount",
  "order_min",
  "order_multiple",
  "valid_from",
  "valid_to",
] as const;

const selectRules = `select ${columns.map((column) => `r.${column}`).join(", ")}
  from agreement_rules r`;

function prepareInsert(file: DatabaseSync) {
  const insert = file.prepare(
    `insert or replace into agreement_rules (${columns.join(", ")})
      values (${columns.map(() => "?").join(", ")})`,
  );
  return (rows: readonly CopiedRow[]): void => {
    for (const row of rows) insert.run(...row);
  };
}

/** Copies all rules into a new file. Calls `check` before each batch. */
export async function copyRules(
  session: Session,
  file: DatabaseSync,
  check: () => void,
): Promise<void> {
  const insert = prepareInsert(file);
  for await (const rows of readCopy(session, selectRules)) {
    check();
    insert(rows);
  }
}

/**
 * Replaces the rules with the ids that `changed`, a query, finds; those without a row are deleted.
 * Calls `check` before each batch.
 */
export async function applyRules(
  session: Session,
  file: DatabaseSync,
  changed: string,
  check: () => void,
): Promise<void> {
  const insert = prepareInsert(file);
  const remove = file.prepare("delete from agreement_rules where rule_id = ?");
  for await (const rows of readCopy(session, changed)) {
    check();
    for (const [ruleId = null] of rows) remove.run(ruleId);
  }
  for await (const rows of readCopy(session, `${selectRules} where r.rule_id in (${changed})`)) {
    check();
    insert(rows);
  }
}
