// The SQL of the lists of orders that operators keep by name.
import type { Queryable, Transaction } from "../../db/database.ts";

/** A kept list; `asked` is the query of its address, without a question mark. */
export type OrderView = {
  readonly viewId: string;
  readonly name: string;
  readonly asked: string;
};

const columns = `view_id as "viewId", name, asked`;

/** The lists that an operator keeps, by name. */
export function selectViews(db: Queryable, operatorId: string): Promise<OrderView[]> {
  return db.query<OrderView>({
    name: "select_order_views",
    text: `select ${columns} from order_views where operator_id = $1 order by lower(name)`,
    values: [operatorId],
  });
}

/** Stores a list; false where the operator has one of this name, in any case. */
export async function insertView(
  tx: Transaction,
  view: OrderView & { readonly operatorId: string; readonly now: Date },
): Promise<boolean> {
  const { viewId, operatorId, name, asked, now } = view;
  const rows = await tx.query({
    name: "insert_order_view",
    text: `insert into order_views (view_id, operator_id, name, asked, created_at)
      values ($1, $2, $3, $4, $5)
      on conflict (operator_id, lower(name)) do nothing returning view_id`,
    values: [viewId, operatorId, name, asked, now],
  });
  return rows.length > 0;
}

/** Removes a list of an operator, and gives what it was. */
export async function deleteView(
  tx: Transaction,
  operatorId: string,
  viewId: string,
): Promise<OrderView | undefined> {
  const rows = await tx.query<OrderView>({
    name: "delete_order_view",
    text: `delete from order_views where operator_id = $1 and view_id = $2 returning ${columns}`,
    values: [operatorId, viewId],
  });
  return rows[0];
}
