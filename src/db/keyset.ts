/** The order of a list: SQL that is never null, the last of which is unique. */
export type Keyset = {
  readonly keys: readonly string[];
  readonly isDescending: boolean;
  /** SQL that finds the row before a page, in which `?` is its id: "accounts a where id = ?". */
  readonly rowBefore: string;
};

/** SQL: the rows after the one before the page, compared as a whole. */
export function formatPlace({ keys, isDescending, rowBefore }: Keyset): string {
  const all = keys.join(", ");
  return `(${all}) ${isDescending ? "<" : ">"} (select ${all} from ${rowBefore})`;
}

/** SQL that follows `order by`. */
export function formatOrderBy({ keys, isDescending }: Keyset): string {
  return keys.map((key) => `${key} ${isDescending ? "desc" : "asc"}`).join(", ");
}
