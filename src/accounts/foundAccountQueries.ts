// The SQL that finds accounts by what was typed. Every query reads an index.
import type { Queryable } from "../db/database.ts";
import { isUuid } from "../db/isUuid.ts";
import { toWordQuery, wordsOf } from "../db/words.ts";
import type { Account } from "./account.ts";
import { selectAccount } from "./queries.ts";

export type FoundAccount = Pick<Account, "accountId" | "name" | "email" | "suspendedAt">;

/** The best are chosen from so many matches. */
const maxMatches = 200;

/**
 * The accounts with this id, or with words in their name and address that begin with the typed
 * ones; those named so come first, suspended accounts last.
 */
export async function findAccounts(
  db: Queryable,
  typed: string,
  limit: number,
): Promise<FoundAccount[]> {
  const words = toWordQuery(typed);
  if (words === null) return [];
  return db.query<FoundAccount>({
    name: "find_accounts",
    text: `select account_id as "accountId", name, email, suspended_at as "suspendedAt"
      from (
        (select a.* from accounts a
          where ${wordsOf("a.name || ' ' || a.email")} @@ to_tsquery('simple', $1)
          limit ${maxMatches})
        union all
        (select a.* from accounts a where a.account_id = $2::uuid)
      ) found
      order by suspended_at is not null, not starts_with(lower(name), $3), lower(name) limit $4`,
    values: [words, isUuid(typed) ? typed : null, typed.toLowerCase(), limit],
  });
}

export type ResolvedAccount =
  | { readonly outcome: "found"; readonly account: Account }
  | { readonly outcome: "several"; readonly accounts: readonly FoundAccount[] }
  | { readonly outcome: "none" };

/** How many accounts are named if several match. */
const maxNamed = 6;

/** The account of this id or name, or else the only one that the typed words find. */
export async function resolveAccount(db: Queryable, typed: string): Promise<ResolvedAccount> {
  const exact = await selectAccount(db, typed);
  if (exact !== undefined) return { outcome: "found", account: exact };
  const accounts = await findAccounts(db, typed, maxNamed);
  const [first] = accounts;
  if (first === undefined) return { outcome: "none" };
  if (accounts.length > 1) return { outcome: "several", accounts };
  const account = await selectAccount(db, first.accountId);
  return account === undefined ? { outcome: "none" } : { outcome: "found", account };
}
