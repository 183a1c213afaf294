// The SQL of who made calls, by the names they have now.
import type { Queryable } from "../db/database.ts";
import type { LoggedRequest } from "./queries.ts";

/** Names by ids; what is gone or was never known has none. */
export type CallerNames = {
  readonly accounts: ReadonlyMap<string, string>;
  /** A key's name with its last four characters. */
  readonly keys: ReadonlyMap<string, string>;
};

type Named = { readonly id: string; readonly name: string };

function distinct(ids: readonly (string | null)[]): string[] {
  return [...new Set(ids.filter((id) => id !== null))];
}

function toMap(rows: readonly Named[]): ReadonlyMap<string, string> {
  return new Map(rows.map(({ id, name }) => [id, name]));
}

/** The names of the accounts and keys that made these calls. */
export async function selectCallerNames(
  db: Queryable,
  calls: readonly LoggedRequest[],
): Promise<CallerNames> {
  const [accounts, keys] = await Promise.all([
    db.query<Named>({
      name: "select_caller_accounts",
      text: "select account_id as id, name from accounts where account_id = any ($1::uuid[])",
      values: [distinct(calls.map(({ accountId }) => accountId))],
    }),
    db.query<Named>({
      name: "select_caller_keys",
      text: `select key_id as id, name || ' …' || last_four as name
        from api_keys where key_id = any ($1::uuid[])`,
      values: [distinct(calls.map(({ keyId }) => keyId))],
    }),
  ]);
  return { accounts: toMap(accounts), keys: toMap(keys) };
}
