// An account's agreement as the rows of a file that the import takes back.
import type { AccountId } from "../../accounts/account.ts";
import type { Session } from "../../db/database.ts";
import { toWrittenCells, type WrittenCell } from "../../files/writtenCells.ts";
import { readExportedRules } from "../queries.ts";

const columns = [
  ...["part_number", "vendor", "condition", "min_quantity", "unit_price", "currency"],
  ...["discount_percent", "order_min", "order_multiple", "valid_from", "valid_to"],
];
const numbers: ReadonlySet<string> = new Set([
  ...["min_quantity", "unit_price", "discount_percent", "order_min", "order_multiple"],
]);

/** Yields the header, then every rule of the account, those past and to come included. */
export async function* exportAgreement(
  session: Session,
  accountId: AccountId,
): AsyncGenerator<readonly WrittenCell[]> {
  yield columns;
  for await (const rules of readExportedRules(session, accountId)) {
    for (const rule of rules) yield toWrittenCells(rule, columns, numbers);
  }
}
