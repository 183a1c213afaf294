import { operatorActor } from "../../audit/actor.ts";
import type { OrderView } from "../../orders/operators/savedViewQueries.ts";
import {
  removeOrderView,
  savedViewLimits,
  saveOrderView,
} from "../../orders/operators/savedViews.ts";
import { readFields } from "../../site/fields.ts";
import { type Answer, notFound, redirect } from "../../site/visit.ts";
import type { ConsoleContext, Visit } from "../consoleContext.ts";
import { formatOrderFilter, readOrderFilter } from "./orderFilter.ts";
import { answerOrders } from "./showOrders.ts";

const refusals = {
  "name taken": "You keep a list of this name already. Choose another.",
  "limit reached": `You keep ${savedViewLimits.views} lists. Remove one first.`,
  name: `Give the list a name of 1 to ${savedViewLimits.name} characters.`,
} as const;

function addressOf(filter: string, done: string, view: string): string {
  return `/console/orders?${filter}&${new URLSearchParams({ done, view })}`;
}

export async function saveView(context: ConsoleContext, visit: Visit): Promise<Answer> {
  const { form, now } = visit;
  const filter = readOrderFilter(readFields(form.text("filter")));
  const name = form.text("name").replace(/\s+/g, " ").trim();
  const refuse = (text: string): Promise<Answer> => {
    const faults = [{ field: "name", text }];
    return answerOrders(context, visit, filter, { value: form.text, faults, prefix: "keep" });
  };
  if (name === "" || [...name].length > savedViewLimits.name) return refuse(refusals.name);
  const query = formatOrderFilter(filter);
  const by = { actor: operatorActor(visit), now };
  const saved = await saveOrderView(context.db, by, { name, query });
  if (saved.outcome !== "saved") return refuse(refusals[saved.outcome]);
  return redirect(addressOf(query, "view-saved", saved.view.viewId));
}

export async function removeView(
  { db }: ConsoleContext,
  visit: Visit,
  { viewId }: OrderView,
): Promise<Answer> {
  const by = { actor: operatorActor(visit), now: visit.now };
  const removed = await removeOrderView(db, by, viewId);
  if (removed === undefined) return notFound;
  return redirect(addressOf(removed.query, "view-removed", removed.name));
}
