// The search over a page, which Ctrl K opens. Without script its link leads to a page that has the
// same search.
import { type Html, html } from "../html.ts";
import { renderIcon } from "../icons.ts";
import { texts } from "./texts.ts";

/** `action` answers `q` with a page, or with the options if the script asks for a fragment. */
export type Palette = { readonly action: string; readonly placeholder: string };

export function renderPaletteLink({ action }: Palette): Html {
  const icon = renderIcon("search");
  const inside = html`<span>${texts.search}</span><kbd aria-hidden="true">${texts.keys}</kbd>`;
  return html`<a class="find" href="${action}" aria-keyshortcuts="Control+K" data-palette>${icon}${
    inside
  }</a>
`;
}

export function renderPalette({ action, placeholder }: Palette): Html {
  const { search, close, closeKey, hint } = texts;
  const key = html`${renderIcon("x")}<span>${closeKey}</span>`;
  return html`<dialog class="palette" id="palette" aria-label="${search}">
<div><form role="search" action="${action}">
${renderIcon("search")}<input name="q" aria-label="${search}" placeholder="${placeholder}"
 maxlength="200" autocomplete="off" autocapitalize="off" spellcheck="false" enterkeyhint="go"
 data-search="${action}">
</form>
<form method="dialog"><button class="button plain" aria-label="${close}">${key}</button></form>
</div>
<p aria-hidden="true">${hint}</p>
</dialog>
`;
}
