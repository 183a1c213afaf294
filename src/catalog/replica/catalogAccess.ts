import type { Queryable } from "../../db/database.ts";
import type { Replica } from "./replica.ts";

/** The catalog as lookups and pages show it, and the database for data of accounts. */
export type CatalogAccess<Db extends Queryable = Queryable> = {
  readonly db: Db;
  readonly replica: Replica;
};
