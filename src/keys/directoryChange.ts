import type { KeyRow } from "./knownKeys.ts";

/**
 * What a directory has read: all keys (`accountIds` is null), or those of `accountIds` plus other
 * `rows`; or the time at which it was proved equal to the database, by the monotonic clock.
 */
export type DirectoryChange =
  | { readonly accountIds: readonly string[] | null; readonly rows: readonly KeyRow[] }
  | { readonly provedMs: number };
