// The lists of orders an operator keeps by name: tabs of their own, keeping one, removing it.
import { renderTextField } from "../../html/field.ts";
import {
  type FormState,
  freshForm,
  renderButton,
  renderFaults,
  renderForm,
} from "../../html/form.ts";
import { type Html, html } from "../../html/html.ts";
import { type Messages, renderUndo } from "../../html/notice.ts";
import { renderQuestion } from "../../html/question.ts";
import { renderTabs } from "../../html/tabs.ts";
import type { OrderView } from "../../orders/operators/savedViewQueries.ts";
import { savedViewLimits } from "../../orders/operators/savedViews.ts";
import type { Fields } from "../../site/fields.ts";
import { formatOrderFilter, readOrderFilter } from "./orderFilter.ts";

const listPath = "/console/orders";
const savePath = `${listPath}/views`;

function removePath({ viewId }: OrderView): string {
  return `${savePath}/${viewId}/remove`;
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
    action: savePath,
    hidden: { filter: asked },
    body: html`${renderFaults(state)}${renderTextField(state, {
      name: "name",
      label: "Name of the list",
      hint: "It stands above the list for you alone.",
      autocomplete: "off",
      maxLength: savedViewLimits.name,
    })}${renderButton({ text: "Keep this list" })}`,
  });
  return refused === undefined
    ? renderQuestion("Keep this list", "Keep what is asked for under a name", form)
    : form;
}

/** What the messages of saved views need: the address and the operator's views. */
type ViewMessage = { readonly query: Fields; readonly views: readonly OrderView[] };

export const viewMessages: Messages<ViewMessage> = {
  "view-saved": ({ query, views }) => {
    const saved = views.find(({ viewId }) => viewId === query.text("view"));
    if (saved === undefined) return null;
    return renderUndo(`The list “${saved.name}” is kept.`, { action: removePath(saved) });
  },
  "view-removed": ({ query, views }) => {
    const name = query.text("view").trim().slice(0, savedViewLimits.name);
    if (name === "" || views.some((view) => view.name === name)) return null;
    const hidden = { name, filter: formatOrderFilter(readOrderFilter(query)) };
    return renderUndo(`The list “${name}” is removed.`, { action: savePath, hidden });
  },
};
