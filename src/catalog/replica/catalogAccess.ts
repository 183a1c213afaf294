import type { Queryable } from "../../db/database.ts";
import type { CatalogReader } from "../catalogReader.ts";
import type { Replica } from "./replica.ts";

/** The catalog as pages show it, and the database for what it says of an account. */
export type CatalogAccess = { readonly db: Queryable; readonly replica: Replica };

/** The same with what finds entries. */
export type LookupAccess = CatalogAccess & { readonly catalog: CatalogReader };
