// What declarations have in common: what they are about, who asks, and when.
import type { Actor } from "../audit/actor.ts";
import type { Database, Queryable } from "../db/database.ts";
import type { Wire } from "./wire.ts";

/** A page always, unless left out; the others where the declaration says so. */
export type Surface = "page" | "shell" | "api";

/** What every surface has. */
export type Context = { readonly db: Database };

/** Who does something, and when. */
export type Call = { readonly actor: Actor; readonly now: Date };

/** A noun of the distributor's. `Source`: where it can be found. */
export type Noun<Row, Source extends Queryable = Queryable> = {
  readonly name: string;
  /**
   * Finds the row that any text of an address or an argument names, by its id or what else is
   * unique. With `lock`, it is locked until the transaction ends.
   */
  readonly find: (
    db: Source,
    text: string,
    how: { readonly lock: boolean },
  ) => Promise<Row | undefined>;
  readonly idOf: (row: Row) => string;
  /** The account that an event belongs to; null for none. */
  readonly accountOf: (row: Row) => string | null;
  /** Its page. */
  readonly address: (id: string) => string;
  readonly wire: Wire<Row>;
};
