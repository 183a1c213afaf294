// What declarations have in common: what they are about, who asks, and when.
import type { Actor } from "../audit/actor.ts";
import type { Database, Queryable } from "../db/database.ts";
import { isUuid } from "../db/isUuid.ts";

/** A page always, unless left out; the others where the declaration says so. */
export type Surface = "page" | "shell" | "api";

/** What every surface has. */
export type Context = { readonly db: Database };

/** Who does something, and when. */
export type Call = { readonly actor: Actor; readonly now: Date };

/**
 * A noun of the distributor's, by its id. With `lock`, its row is locked until the transaction ends.
 */
export type Noun<Row> = {
  readonly name: string;
  /** The id in an address or an argument, if it is no UUID; undefined for any other text. */
  readonly readId?: (text: string) => string | undefined;
  readonly find: (
    db: Queryable,
    id: string,
    how: { readonly lock: boolean },
  ) => Promise<Row | undefined>;
  readonly idOf: (row: Row) => string;
  /** The account that an event belongs to; null for none. */
  readonly accountOf: (row: Row) => string | null;
  /** Its page. */
  readonly address: (id: string) => string;
  /** What machines read: never a secret. */
  readonly wire: (row: Row) => Readonly<Record<string, unknown>>;
};

/** The id of a noun in an address or an argument. */
export function readId({ readId }: Pick<Noun<never>, "readId">, text: string): string | undefined {
  if (readId !== undefined) return readId(text);
  return isUuid(text) ? text : undefined;
}
