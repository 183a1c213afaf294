// Pages of a list, by the key of their first row and never by page number.
import { type Html, html } from "./html.ts";

/** The addresses of the pages on either side; null for none. */
export type Pager = {
  readonly back: string | null;
  readonly on: string | null;
  readonly backText?: string;
  readonly onText?: string;
};

function renderStep(href: string, rel: "prev" | "next", text: string): Html {
  return html`<a class="button plain" rel="${rel}" href="${href}">${text}</a>`;
}

export function renderPager(pager: Pager): Html | null {
  const { back, on, backText = "Newer", onText = "Older" } = pager;
  if (back === null && on === null) return null;
  return html`<nav class="pager" aria-label="Pages">
${back === null ? null : renderStep(back, "prev", backText)}
${on === null ? null : renderStep(on, "next", onText)}
</nav>
`;
}

/**
 * Splits the rows of a page from `found`, which has one row more if the list continues. `last` is
 * the last row of the page, if others follow it.
 */
export function cutPage<Row>(
  found: readonly Row[],
  pageSize: number,
): { readonly rows: readonly Row[]; readonly last: Row | undefined } {
  const rows = found.slice(0, pageSize);
  return { rows, last: found.length > pageSize ? rows.at(-1) : undefined };
}
