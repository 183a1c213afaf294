p='src/html/pager.ts'
s=open(p).read()
i=s.index('/** Where a page of a list is. */')
s=s[:i]+'''/**
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

/** As `cutPage`, with the pager to the first page and the next. */
export function paginate<Row, Key>(
  found: readonly Row[],
  { after, keyOf, addressOf, size = pageSize, backText = "Newest", onText }: ListPage<Row, Key>,
): { readonly rows: readonly Row[]; readonly pager: Html | null } {
  const { rows, last } = cutPage(found, size);
  const back = after === null ? null : addressOf(null);
  const on = last === undefined ? null : addressOf(keyOf(last));
  return { rows, pager: renderPager({ back, on, backText, ...(onText && { onText }) }) };
}
'''
s=s.replace('backText = "Newest", onText = "Older" } = pager','backText = "Newer", onText = "Older" } = pager')
s=s.replace('readonly backText?: string;','readonly backText?: string | undefined;').replace('readonly onText?: string;','readonly onText?: string | undefined;')
s=s.replace('backText, ...(onText && { onText }) }','backText, onText }')
open(p,'w').write(s)
