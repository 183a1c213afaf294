// How a list is sorted, from and to its address, and the heads of columns that sort it.
import type { Column } from "./html/table.ts";

/** The column by which a list is sorted. */
export type Sorting<By extends string = string> = {
  readonly by: By;
  readonly isDescending: boolean;
};

/** Reads "total" or, descending, "-total"; undefined for a column that is not in `known`. */
export function readSorting<By extends string>(
  text: string,
  known: readonly By[],
): Sorting<By> | undefined {
  const by = known.find((one) => one === text.replace(/^-/, ""));
  return by === undefined ? undefined : { by, isDescending: text.startsWith("-") };
}

export function formatSorting({ by, isDescending }: Sorting): string {
  return isDescending ? `-${by}` : by;
}

/** As `formatSorting`; null for the usual sorting of a list, which no address has. */
export function formatUnusualSorting(sorting: Sorting, usual: Sorting): string | null {
  const text = formatSorting(sorting);
  return text === formatSorting(usual) ? null : text;
}

/**
 * The link of a head: it sorts by its column as `first` does, or reverses the rows if they are
 * sorted by it. `addressOf` is the first page of the list, because the places of pages change.
 */
export function sortBy<By extends string>(
  now: Sorting<By>,
  first: Sorting<By>,
  addressOf: (sorting: Sorting<By>) => string,
): NonNullable<Column["sort"]> {
  if (now.by !== first.by) return { href: addressOf(first), now: null };
  const reversed = { by: first.by, isDescending: !now.isDescending };
  return { href: addressOf(reversed), now: now.isDescending ? "descending" : "ascending" };
}
