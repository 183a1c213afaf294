import { type Html, html } from "../html.ts";
import { renderIcon } from "../icons.ts";
import { texts } from "./texts.ts";

/** The search box of the bar; it sends `q` to `action`. */
export type SearchBox = {
  readonly action: string;
  readonly label: string;
  readonly text: string;
  /** Where the script gets suggestions for what is typed. */
  readonly suggestions: string;
};

export function renderSearchBox({ action, label, text, suggestions }: SearchBox): Html {
  return html`<form class="search" role="search" action="${action}">
<input type="search" name="q" value="${text}" aria-label="${label}" placeholder="${label}"
 maxlength="200" autocomplete="off" spellcheck="false"
 aria-keyshortcuts="/" data-search="${suggestions}">
<button aria-label="${texts.search}">${renderIcon("search")}</button><kbd aria-hidden="true">/</kbd>
</form>
`;
}
