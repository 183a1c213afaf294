// The way through a list by keys, never by numbers of pages.
import { type Html, html } from "./html.ts";

/** The addresses of the next rows on either side; null where there are none. */
export type Pager = {
  readonly back: string | null;
  readonly on: string | null;
  readonly backText?: string;
  readonly onText?: string;
};

function renderStep(href: string, rel: "prev" | "next", text: string): Html {
  return html`<a class="button plain" rel="${rel}" href="${href}">${text}</a>`;
}

/** Links to the rows before and after; nothing where all rows are shown. */
export function renderPager(pager: Pager): Html | null {
  const { back, on, backText = "Newer", onText = "Older" } = pager;
  if (back === null && on === null) return null;
  return html`<nav class="pager" aria-label="More rows">
${back === null ? null : renderStep(back, "prev", backText)}
${on === null ? null : renderStep(on, "next", onText)}
</nav>
`;
}

/** The rows of the page; `last` is its last one where others follow. */
export function cutPage<Row>(
  found: readonly Row[],
  pageSize: number,
): { readonly rows: readonly Row[]; readonly last: Row | undefined } {
  const rows = found.slice(0, pageSize);
  return { rows, last: found.length > pageSize ? rows.at(-1) : undefined };
}
