// A typed PO number is searched in all states, whatever tab is selected.
import type { Database } from "../../db/database.ts";
import type { Reader } from "../../html/reader/reader.ts";
import { selectOperatorOrders } from "../../orders/operators/operatorOrderQueries.ts";
import { type OrderPageFilter, toOperatorOrderFilter, withStatus } from "./orderFilter.ts";

const maxMatches = 100;

/** How many orders were found: in the state of the filter, and in others, up to `maxMatches`. */
type Matches = { readonly here: number; readonly elsewhere: number };

/** Null without a PO number or a state. */
export async function findInOtherStates(
  db: Database,
  filter: OrderPageFilter,
  reader: Reader,
): Promise<Matches | null> {
  if (filter.status === "all" || filter.po === "") return null;
  const { filter: where, account } = await toOperatorOrderFilter(
    db,
    withStatus(filter, "all"),
    reader,
  );
  if (account.question !== null) return null;
  const found = await selectOperatorOrders(db, where, { before: null, limit: maxMatches });
  const here = found.filter(({ status }) => status === filter.status).length;
  return { here, elsewhere: found.length - here };
}
