// The lists of orders an operator keeps by name: tabs of their own, keeping one, removing it.
import { operatorActor } from "../../audit/actor.ts";
import { renderTextField } from "../../html/field.ts";
import {
  type FormState,
  freshForm,
  renderButton,
  renderFaults,
  renderForm,
} from "../../html/form.ts";
import { type Html, html } from "../../html/html.ts";
import { renderQuestion } from "../../html/question.ts";
import { renderTabs } from "../../html/tabs.ts";
import { renderUndo } from "../../html/undo.ts";
import type { OrderView } from "../../orders/operators/savedViewQueries.ts";
import { removeOrderView, saveOrderView, viewBounds } from "../../orders/operators/savedViews.ts";
import { readFields } from "../../site/fields.ts";
import { type Answer, notFound, redirect } from "../../site/visit.ts";
import type { ConsoleContext, Visit } from "../consoleContext.ts";
import { formatOrderFilter, readOrderFilter } from "./orderFilter.ts";

const listPath = "/console/orders";
const keepPath = `${listPath}/views`;

function removePath({ viewId }: OrderView): string {
  return `${keepPath}/${viewId}/remove`;
}

/** The operator's own lists as tabs; nothing where they keep none. */
export function renderSavedViews(views: readonly OrderView[], asked: string): Html | null {
  if (views.length === 0) return null;
  const tabs = views.map((view) => ({
    href: `${listPath}?${view.query}`,
    text: view.name,
    current: view.query === asked,
  }));
  return renderTabs("Your lists", tabs);
}

/** Keeping the list that is shown, or removing it where it is kept. */
export function renderKeeping(
  views: readonly OrderView[],
  asked: string,
  refused: FormState | undefined,
): Html {
  const own = views.find((view) => view.query === asked);
  if (own !== undefined && refused === undefined) {
    const body = renderButton({ text: `Remove the list “${own.name}”` });
    return renderForm({ action: removePath(own), body });
  }
  const state = refused ?? { ...freshForm(), prefix: "keep" };
  const form = renderForm({
    action: keepPath,
    hidden: { asked },
    body: html`${renderFaults(state)}${renderTextField(state, {
      name: "name",
      label: "Name of the list",
      hint: "It stands above the list for you alone.",
      autocomplete: "off",
      maxLength: viewBounds.name,
    })}${renderButton({ text: "Keep this list" })}`,
  });
  return refused === undefined
    ? renderQuestion("Keep this list", "Keep what is asked for under a name", form)
    : form;
}

/** What was just done to a list, with its undoing, as the address says. */
export function renderViewNotice({ query }: Visit, views: readonly OrderView[]): Html | null {
  const kept = views.find(({ viewId }) => viewId === query.text("kept"));
  if (kept !== undefined) {
    return renderUndo(`The list “${kept.name}” is kept.`, { action: removePath(kept) });
  }
  const name = query.text("removed").trim().slice(0, viewBounds.name);
  if (name === "" || views.some((view) => view.name === name)) return null;
  const asked = formatOrderFilter(readOrderFilter(query));
  const hidden = { name, asked };
  return renderUndo(`The list “${name}” is removed.`, { action: keepPath, hidden });
}

const faults = {
  named: "You keep a list of this name already. Choose another.",
  full: `You keep ${viewBounds.views} lists. Remove one first.`,
  bad: `Give the list a name of 1 to ${viewBounds.name} characters.`,
} as const;

/** Keeps a list; `refuse` shows the list again with the form. */
export async function saveView(
  { db }: ConsoleContext,
  visit: Visit,
  refuse: (asked: string, state: FormState) => Promise<Answer>,
): Promise<Answer> {
  const { form, now } = visit;
  const asked = formatOrderFilter(readOrderFilter(readFields(form.text("asked"))));
  const name = form.text("name").replace(/\s+/g, " ").trim();
  const refused = (text: string): Promise<Answer> =>
    refuse(asked, { value: form.text, faults: [{ field: "name", text }], prefix: "keep" });
  if (name === "" || [...name].length > viewBounds.name) return refused(faults.bad);
  const by = { actor: operatorActor(visit), now };
  const kept = await saveOrderView(db, by, { name, query: asked });
  if (kept.outcome !== "kept") return refused(faults[kept.outcome]);
  return redirect(`${listPath}?${asked}&kept=${kept.view.viewId}`);
}

/** Removes a list of the operator's own. */
export async function removeView({ db }: ConsoleContext, visit: Visit): Promise<Answer> {
  const { now } = visit;
  const by = { actor: operatorActor(visit), now };
  const view = await removeOrderView(db, by, visit.param("view"));
  if (view === undefined) return notFound;
  const removed = new URLSearchParams({ removed: view.name }).toString();
  return redirect(`${listPath}?${view.query}&${removed}`);
}
