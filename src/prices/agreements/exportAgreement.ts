// An account's agreement as the rows of a file that can be imported again.
import type { AccountId } from "../../accounts/account.ts";
import type { Session } from "../../db/database.ts";
import { toWrittenCells, type WrittenCell } from "../../reading/files/writtenCells.ts";
import { readExportedRules } from "../queries.ts";
import { ruleTextColumns } from "./ruleTexts.ts";

const numbers: ReadonlySet<string> = new Set([
  "min_quantity",
  "unit_price",
  "discount_percent",
  "order_min",
  "order_multiple",
]);

export async function* exportAgreement(
  session: Session,
  accountId: AccountId,
): AsyncGenerator<readonly WrittenCell[]> {
  yield ruleTextColumns;
  for await (const rules of readExportedRules(session, accountId)) {
    for (const rule of rules) yield toWrittenCells(rule, ruleTextColumns, numbers);
  }
}
