// How a lookup comes back: all offers found as one text, since building rows costs more than
// finding them (measured in bench/).
import type { Queryable } from "../db/database.ts";

/** Separators inside a found text; catalog text holds no control characters. */
export const fieldSeparator = "\u0001";
export const offerSeparator = "\u0002";

/** What of a found text is asked for: the day judges shelf life, the stock filters. */
export type LookupFilter = { readonly day: string; readonly inStock: boolean };

/**
 * Runs a statement that takes keys, the day, the least stock and further lists, and answers one
 * text in `found`; empty where nothing was found.
 */
export async function selectFoundText(
  db: Queryable,
  name: string,
  text: string,
  filter: LookupFilter,
  lists: readonly (readonly (string | boolean)[])[],
): Promise<string> {
  const [keys, ...others] = lists;
  const values = [keys, filter.day, filter.inStock ? 1 : 0, ...others];
  const rows = await db.query<{ found: string | null }>({ name, text, values });
  return rows[0]?.found ?? "";
}
