// The lists of orders that operators keep by name, each their own.

import type { OperatorActor } from "../../audit/actor.ts";
import { recordAuditEvent } from "../../audit/recordAuditEvent.ts";
import type { Database, Transaction } from "../../db/database.ts";
import { isUuid } from "../../db/isUuid.ts";
import { newId } from "../../db/newId.ts";
import { deleteView, insertView, type OrderView, selectViews } from "./savedViewQueries.ts";

/** In characters, and in lists an operator. */
export const viewBounds = { name: 60, views: 20 } as const;

/** An operator who saves or removes a view, and when. */
export type ViewKeeper = {
  readonly actor: OperatorActor;
  readonly now: Date;
};

/** "named": there is one of this name. "full": there are as many as there may be. */
export type SavedView =
  | { readonly outcome: "kept"; readonly view: OrderView }
  | { readonly outcome: "named" | "full" };

function noteChange(
  tx: Transaction,
  { actor, now }: ViewKeeper,
  { viewId, name, query }: OrderView,
  isKept: boolean,
): void {
  const action = isKept ? "saved a view" : "deleted a saved view";
  const [before, after] = isKept ? [null, { name, query }] : [{ name, query }, null];
  const subject = { subjectKind: "saved view", subjectId: viewId, accountId: null };
  recordAuditEvent(tx, { actor, action, ...subject, before, after, now });
}

/** Keeps a list under a name of 1 to `viewBounds.name` characters. */
export function saveOrderView(
  db: Database,
  by: ViewKeeper,
  kept: Omit<OrderView, "viewId">,
): Promise<SavedView> {
  const { operatorId } = by.actor.operator;
  return db.transaction<SavedView>(async (tx) => {
    if ((await selectViews(tx, operatorId)).length >= viewBounds.views) return { outcome: "full" };
    const view = { viewId: newId(), ...kept };
    if (!(await insertView(tx, { ...view, operatorId, now: by.now }))) return { outcome: "named" };
    noteChange(tx, by, view, true);
    return { outcome: "kept", view };
  });
}

/** Removes a list of the operator's own; undefined where they have none of this id. */
export async function removeOrderView(
  db: Database,
  by: ViewKeeper,
  viewId: string,
): Promise<OrderView | undefined> {
  if (!isUuid(viewId)) return undefined;
  return db.transaction(async (tx) => {
    const view = await deleteView(tx, by.actor.operator.operatorId, viewId);
    if (view !== undefined) noteChange(tx, by, view, false);
    return view;
  });
}
