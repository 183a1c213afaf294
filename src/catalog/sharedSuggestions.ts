// What is suggested while someone types: options of a list box, for the script.
import { type Content, type Html, html } from "../kit/html/html.ts";
import { type IconName, renderIcon } from "../kit/html/icons.ts";

/** A text with the typed part marked, wherever it is. */
export function markTyped(text: string, typed: string): Content {
  const at = text.toLowerCase().indexOf(typed.toLowerCase());
  if (at < 0 || typed === "") return text;
  const end = at + typed.length;
  return html`${text.slice(0, at)}<mark>${text.slice(at, end)}</mark>${text.slice(end)}`;
}

export type SuggestionOption = {
  /** The page that it opens. */
  readonly href: string;
  readonly icon: IconName;
  readonly text: Content;
  readonly beside: Content;
  /** What it fills its field with, instead of opening the page. */
  readonly value?: string | undefined;
};

export function renderOption({ href, icon, text, beside, value }: SuggestionOption): Html {
  const effect = value === undefined ? html`data-href="${href}"` : html`data-value="${value}"`;
  return html`<li role="option" aria-selected="false" ${effect}>${renderIcon(icon)}<span
 class="grow">${text}</span>${beside}</li>
`;
}
