import { operatorActor } from "../../audit/actor.ts";
import type { OrderView } from "../../orders/operators/savedViewQueries.ts";
import {
  removeOrderView,
  savedViewLimits,
  saveOrderView,
} from "../../orders/operators/savedViews.ts";
import { readFields } from "../../site/fields.ts";
import { type Answer, notFound, redirect } from "../../site/visit.ts";
import type { Handler } from "../consoleContext.ts";
import { formatOrderFilter, readOrderFilter } from "./orderFilter.ts";
import { answerOrders } from "./showOrders.ts";
import { texts } from "./texts.ts";

const refusals = {
  "name taken": texts.views.nameTaken,
  "limit reached": texts.views.limitReached(savedViewLimits.views),
  name: texts.views.nameLength(savedViewLimits.name),
} as const;

function addressOf(filter: string, done: string, view: string): string {
  return `/console/orders?${filter}&${new URLSearchParams({ done, view })}`;
}

export const saveView: Handler = async (context, visit) => {
  const { form, now } = visit;
  const filter = readOrderFilter(readFields(form.text("filter")));
  const name = form.text("name").replace(/\s+/g, " ").trim();
  const refuse = (text: string): Promise<Answer> => {
    const faults = [{ field: "name", text }];
    const refused = { value: form.text, faults, prefix: "view" };
    return answerOrders(context, visit, filter, { refused });
  };
  if (name === "" || [...name].length > savedViewLimits.name) return refuse(refusals.name);
  const query = formatOrderFilter(filter);
  const by = { actor: operatorActor(visit), now };
  const saved = await saveOrderView(context.db, by, { name, query });
  if (saved.outcome !== "saved") return refuse(refusals[saved.outcome]);
  return redirect(addressOf(query, "view-saved", saved.view.viewId));
};

export const removeView: Handler<OrderView> = async ({ db }, visit, { viewId }) => {
  const by = { actor: operatorActor(visit), now: visit.now };
  const removed = await removeOrderView(db, by, viewId);
  if (removed === undefined) return notFound;
  return redirect(addressOf(removed.query, "view-removed", removed.name));
};
