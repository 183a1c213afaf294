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
import { texts } from "./texts.ts";

const listPath = "/console/orders";
const savePath = `${listPath}/views`;

function removePath({ viewId }: OrderView): string {
  return `${savePath}/${viewId}/remove`;
}

export function renderSavedViews(views: readonly OrderView[], filter: string): Html | null {
  if (views.length === 0) return null;
  const tabs = views.map((view) => ({
    href: `${listPath}?${view.query}`,
    text: view.name,
    current: view.query === filter,
  }));
  return renderTabs(texts.views.caption, tabs);
}

/** Saves the current filter as a view, or removes the view that it is. */
export function renderViewForm(
  views: readonly OrderView[],
  filter: string,
  refused: FormState | undefined,
): Html {
  const own = views.find((view) => view.query === filter);
  if (own !== undefined && refused === undefined) {
    const body = renderButton({ text: texts.views.remove(own.name) });
    return renderForm({ action: removePath(own), body });
  }
  const state = refused ?? { ...freshForm(), prefix: "view" };
  const form = renderForm({
    action: savePath,
    hidden: { filter },
    body: html`${renderFaults(state)}${renderTextField(state, {
      name: "name",
      label: texts.views.name,
      hint: texts.views.nameHint,
      autocomplete: "off",
      maxLength: savedViewLimits.name,
    })}${renderButton({ text: texts.views.save })}`,
  });
  return refused === undefined
    ? renderQuestion(texts.views.save, texts.views.saveTitle, form)
    : form;
}

/** What the messages of saved views need: the address and the operator's views. */
type ViewMessage = { readonly query: Fields; readonly views: readonly OrderView[] };

export const viewMessages: Messages<ViewMessage> = {
  "view-saved": ({ query, views }) => {
    const saved = views.find(({ viewId }) => viewId === query.text("view"));
    if (saved === undefined) return null;
    return renderUndo(texts.views.saved(saved.name), { action: removePath(saved) });
  },
  "view-removed": ({ query, views }) => {
    const name = query.text("view").trim().slice(0, savedViewLimits.name);
    if (name === "" || views.some((view) => view.name === name)) return null;
    const hidden = { name, filter: formatOrderFilter(readOrderFilter(query)) };
    return renderUndo(texts.views.removed(name), { action: savePath, hidden });
  },
};
