import { type Queryable, queryFirst, type Transaction } from "../../db/database.ts";

/** A saved view; `query` is that of its address, without a question mark. */
export type OrderView = {
  readonly viewId: string;
  readonly name: string;
  readonly query: string;
};

const columns = `view_id as "viewId", name, query`;

export function selectViews(db: Queryable, operatorId: string): Promise<OrderView[]> {
  return db.query<OrderView>({
    name: "select_saved_views",
    text: `select ${columns} from saved_views where operator_id = $1 order by lower(name)`,
    values: [operatorId],
  });
}

export async function insertView(
  tx: Transaction,
  view: OrderView & { readonly operatorId: string; readonly now: Date },
): Promise<boolean> {
  const { viewId, operatorId, name, query, now } = view;
  const rows = await tx.query({
    name: "insert_saved_view",
    text: `insert into saved_views (view_id, operator_id, name, query, created_at)
      values ($1, $2, $3, $4, $5)
      on conflict (operator_id, lower(name)) do nothing returning view_id`,
    values: [viewId, operatorId, name, query, now],
  });
  return rows.length > 0;
}

export async function deleteView(
  tx: Transaction,
  operatorId: string,
  viewId: string,
): Promise<OrderView | undefined> {
  return queryFirst<OrderView>(tx, {
    name: "delete_saved_view",
    text: `delete from saved_views where operator_id = $1 and view_id = $2 returning ${columns}`,
    values: [operatorId, viewId],
  });
}
