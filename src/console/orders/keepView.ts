// The lists of orders an operator keeps by name: tabs of their own, keeping one, removing it.
import { writeTextField } from "../../html/field.ts";
import { type FormState, freshForm, writeButton, writeFaults, writeForm } from "../../html/form.ts";
import { type Html, html } from "../../html/html.ts";
import { writeQuestion } from "../../html/question.ts";
import { writeTabs } from "../../html/tabs.ts";
import { writeUndo } from "../../html/undo.ts";
import { readFields } from "../../http/fields.ts";
import type { Answer } from "../../http/visit.ts";
import { keepOrderView, removeOrderView, viewBounds } from "../../orders/keepOrderView.ts";
import type { OrderView } from "../../orders/viewQueries.ts";
import type { ConsoleContext } from "../consoleContext.ts";
import type { Visit } from "../consoleServer.ts";
import { readAskedOrders, writeAskedOrders } from "./readAskedOrders.ts";

const listPath = "/console/orders";
const keepPath = `${listPath}/views`;

function removePath({ viewId }: OrderView): string {
  return `${keepPath}/${viewId}/remove`;
}

/** The operator's own lists as tabs; nothing where they keep none. */
export function writeOwnViews(views: readonly OrderView[], asked: string): Html | null {
  if (views.length === 0) return null;
  const tabs = views.map((view) => ({
    href: `${listPath}?${view.asked}`,
    text: view.name,
    current: view.asked === asked,
  }));
  return writeTabs("Your lists", tabs);
}

/** Keeping the list that is shown, or removing it where it is kept. */
export function writeKeeping(
  views: readonly OrderView[],
  asked: string,
  refused: FormState | undefined,
): Html {
  const own = views.find((view) => view.asked === asked);
  if (own !== undefined && refused === undefined) {
    const body = writeButton({ text: `Remove the list “${own.name}”` });
    return writeForm({ action: removePath(own), body });
  }
  const state = refused ?? { ...freshForm(), prefix: "keep" };
  const form = writeForm({
    action: keepPath,
    hidden: { asked },
    body: html`${writeFaults(state)}${writeTextField(state, {
      name: "name",
      label: "Name of the list",
      hint: "It stands above the list for you alone.",
      autocomplete: "off",
      maxLength: viewBounds.name,
    })}${writeButton({ text: "Keep this list" })}`,
  });
  return refused === undefined
    ? writeQuestion("Keep this list", "Keep what is asked for under a name", form)
    : form;
}

/** What was just done to a list, with its undoing, as the address says. */
export function writeViewNotice({ query }: Visit, views: readonly OrderView[]): Html | null {
  const kept = views.find(({ viewId }) => viewId === query.text("kept"));
  if (kept !== undefined) {
    return writeUndo(`The list “${kept.name}” is kept.`, { action: removePath(kept) });
  }
  const name = query.text("removed").trim().slice(0, viewBounds.name);
  if (name === "" || views.some((view) => view.name === name)) return null;
  const asked = writeAskedOrders(readAskedOrders(query));
  const hidden = { name, asked };
  return writeUndo(`The list “${name}” is removed.`, { action: keepPath, hidden });
}

const faults = {
  named: "You keep a list of this name already. Choose another.",
  full: `You keep ${viewBounds.views} lists. Remove one first.`,
  bad: `Give the list a name of 1 to ${viewBounds.name} characters.`,
} as const;

/** Keeps a list; `refuse` shows the list again with the form. */
export async function keepView(
  { db }: ConsoleContext,
  visit: Visit,
  refuse: (asked: string, state: FormState) => Promise<Answer>,
): Promise<Answer> {
  const { form, signedIn, requestId, now } = visit;
  const asked = writeAskedOrders(readAskedOrders(readFields(form.text("asked"))));
  const name = form.text("name").replace(/\s+/g, " ").trim();
  const refused = (text: string): Promise<Answer> =>
    refuse(asked, { value: form.text, faults: [{ field: "name", text }], prefix: "keep" });
  if (name === "" || [...name].length > viewBounds.name) return refused(faults.bad);
  const by = { operator: signedIn.operator, requestId, now };
  const kept = await keepOrderView(db, by, { name, asked });
  if (kept.outcome !== "kept") return refused(faults[kept.outcome]);
  return { kind: "see other", to: `${listPath}?${asked}&kept=${kept.view.viewId}` };
}

/** Removes a list of the operator's own. */
export async function removeView({ db }: ConsoleContext, visit: Visit): Promise<Answer> {
  const { signedIn, requestId, now } = visit;
  const by = { operator: signedIn.operator, requestId, now };
  const view = await removeOrderView(db, by, visit.param("view"));
  if (view === undefined) return { kind: "nothing" };
  const removed = new URLSearchParams({ removed: view.name }).toString();
  return { kind: "see other", to: `${listPath}?${view.asked}&${removed}` };
}
