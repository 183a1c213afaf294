// The way through a list by keys, never by numbers of pages.
import { type Html, html } from "./html.ts";

/** The addresses of the next rows on either side; null where there are none. */
export type Pager = {
  readonly back: string | null;
  readonly on: string | null;
  readonly backText?: string;
  readonly onText?: string;
};

/** Links to the rows before and after; nothing where all rows are shown. */
export function writePager(pager: Pager): Html | null {
  const { back, on, backText = "Newer", onText = "Older" } = pager;
  if (back === null && on === null) return null;
  return html`<nav class="pager" aria-label="More rows">
${back === null ? null : html`<a class="button plain" rel="prev" href="${back}">${backText}</a>\n`}${
  on === null ? null : html`<a class="button plain" rel="next" href="${on}">${onText}</a>\n`
}</nav>
`;
}
