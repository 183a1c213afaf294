// Selecting rows of a list with checkboxes, and a bar of what to do with them. It works without
// script, which adds the count and the box that selects all rows of the page.
import { isUuid } from "../db/isUuid.ts";
import { type Button, renderActions, renderButton } from "./html/form.ts";
import { type Html, html } from "./html/html.ts";
import type { Fields } from "./site/fields.ts";

/** How many rows one form may name: more than a page has. */
export const maxSelected = 100;

const formId = "selection";

/** The box of a row. `name` is that of the field, `label` names the row. */
export function renderPick(pick: {
  readonly name: string;
  readonly value: string;
  readonly label: string;
  readonly isChosen: boolean;
}): Html {
  const { name, value, label, isChosen } = pick;
  const checked = isChosen ? html` checked` : null;
  return html`<input type="checkbox" form="${formId}" name="${name}" value="${value}"
 aria-label="Select ${label}"${checked} autocomplete="off">`;
}

/** The head of the boxes: with script a box that selects all of them. */
export function renderPickHead(): Html {
  return html`<span class="unseen">Select</span><input type="checkbox" data-every hidden
 aria-label="Select all on this page" autocomplete="off">`;
}

/**
 * The bar, to be shown below the table. The first button is also pressed by Enter in a box, so it
 * must change nothing. `all` and `none` are addresses of the page with all and no rows selected.
 */
export function renderSelectionBar(bar: {
  readonly label: string;
  readonly all: string;
  readonly none: string;
  readonly buttons: readonly (Button & { readonly action: string })[];
}): Html {
  const { label, all, none, buttons } = bar;
  return html`<form class="selection" id="${formId}" action="${buttons[0]?.action}"
 aria-label="${label}">
<p role="status" data-selected>Selected</p>
<p><a href="${all}" data-select="all">Select all on this page</a></p>
<p><a href="${none}" data-select="none">Clear</a></p>
${renderActions(...buttons.map(renderButton))}</form>
`;
}

/** Whether an address selects all rows of the page, which is for browsers without script. */
export function selectsAll(query: Fields): boolean {
  return query.text("select") === "all";
}

/** The distinct ids in a form or an address; other texts are ignored. */
export function readSelected(fields: Fields, name: string): readonly string[] {
  const ids = fields.all(name).map((text) => text.trim().toLowerCase());
  return [...new Set(ids)].filter(isUuid);
}
