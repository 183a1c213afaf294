// The views of the list of orders that operators save by name, each for themselves.
import type { OperatorActor } from "../../audit/actor.ts";
import { recordAuditEvent } from "../../audit/recordAuditEvent.ts";
import type { Database, Transaction } from "../../db/database.ts";
import { newId } from "../../db/newId.ts";
import { deleteView, insertView, type OrderView, selectViews } from "./savedViewQueries.ts";

/** The length of a name in characters, and the number of views per operator. */
export const savedViewLimits = { name: 60, views: 20 } as const;

/** An operator who saves or removes a view, and when. */
export type ViewEditor = {
  readonly actor: OperatorActor;
  readonly now: Date;
};

export type SaveViewOutcome =
  | { readonly outcome: "saved"; readonly view: OrderView }
  | { readonly outcome: "name taken" | "limit reached" };

function recordChange(
  tx: Transaction,
  { actor, now }: ViewEditor,
  { viewId, name, query }: OrderView,
  isSaved: boolean,
): void {
  const action = isSaved ? "saved a view" : "deleted a saved view";
  const [before, after] = isSaved ? [null, { name, query }] : [{ name, query }, null];
  const subject = { subjectKind: "saved view", subjectId: viewId, accountId: null };
  recordAuditEvent(tx, { actor, action, ...subject, before, after, now });
}

/** Saves a view under a name of 1 to `savedViewLimits.name` characters. */
export function saveOrderView(
  db: Database,
  by: ViewEditor,
  added: Omit<OrderView, "viewId">,
): Promise<SaveViewOutcome> {
  const { operatorId } = by.actor.operator;
  return db.transaction<SaveViewOutcome>(async (tx) => {
    if ((await selectViews(tx, operatorId)).length >= savedViewLimits.views) {
      return { outcome: "limit reached" };
    }
    const view = { viewId: newId(), ...added };
    if (!(await insertView(tx, { ...view, operatorId, now: by.now }))) {
      return { outcome: "name taken" };
    }
    recordChange(tx, by, view, true);
    return { outcome: "saved", view };
  });
}

/** Removes a view of the operator; undefined if they have none with this id. */
export async function removeOrderView(
  db: Database,
  by: ViewEditor,
  viewId: string,
): Promise<OrderView | undefined> {
  return db.transaction(async (tx) => {
    const view = await deleteView(tx, by.actor.operator.operatorId, viewId);
    if (view !== undefined) recordChange(tx, by, view, false);
    return view;
  });
}
