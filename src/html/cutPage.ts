// A page of a list, of which one row more was asked for than it has: so it is known, without
// counting, whether the list goes on.

/** The rows of the page; `last` is its last one where others follow. */
export function cutPage<Row>(
  found: readonly Row[],
  pageSize: number,
): { readonly rows: readonly Row[]; readonly last: Row | undefined } {
  const rows = found.slice(0, pageSize);
  return { rows, last: found.length > pageSize ? rows.at(-1) : undefined };
}
