// Pages of a list, by the key of the row before their first one and never by page number.
import { type Html, html } from "./html.ts";
import { texts } from "./texts.ts";

/** The rows of a page, unless its list says otherwise. */
export const pageSize = 50;

/** An address with a query. Names without a text (null, undefined or "") are left out. */
export function formatAddress(
  path: string,
  query: Readonly<Record<string, string | number | null | undefined>>,
): string {
  const texts = Object.entries(query).flatMap(([name, text]) =>
    text === null || text === undefined || text === "" ? [] : [[name, String(text)]],
  );
  return texts.length === 0 ? path : `${path}?${new URLSearchParams(texts)}`;
}

/** The addresses of the pages on either side; null for none. */
export type Pager = {
  readonly back: string | null;
  readonly on: string | null;
  readonly backText?: string | undefined;
  readonly onText?: string | undefined;
};

function renderStep(href: string, rel: "prev" | "next", text: string): Html {
  return html`<a class="button plain" rel="${rel}" href="${href}">${text}</a>`;
}

export function renderPager(pager: Pager): Html | null {
  const { back, on, backText = texts.pager.newer, onText = texts.pager.older } = pager;
  if (back === null && on === null) return null;
  return html`<nav class="pager" aria-label="${texts.pager.label}">
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

/** A page of a list: `after` is the key of the row before it, null on the first page. */
type ListPage<Row, Key> = Pick<Pager, "backText" | "onText"> & {
  readonly after: Key | null;
  readonly keyOf: (row: Row) => Key;
  readonly addressOf: (after: Key | null) => string;
  readonly size?: number;
};

/** The links of a list that is not sorted by time. */
export const byName = { backText: texts.pager.first, onText: texts.pager.next };

/** As `cutPage`, with the pager to the first page and the next. */
export function paginate<Row, Key>(
  found: readonly Row[],
  {
    after,
    keyOf,
    addressOf,
    size = pageSize,
    backText = texts.pager.newest,
    onText,
  }: ListPage<Row, Key>,
): { readonly rows: readonly Row[]; readonly pager: Html | null } {
  const { rows, last } = cutPage(found, size);
  const back = after === null ? null : addressOf(null);
  const on = last === undefined ? null : addressOf(keyOf(last));
  return { rows, pager: renderPager({ back, on, backText, onText }) };
}
