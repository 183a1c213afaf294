import type { Queryable } from "../db/database.ts";
import type { LoggedRequest } from "./queries.ts";

/** Names by id; deleted and unknown ids are missing. */
export type CallerNames = {
  readonly accounts: ReadonlyMap<string, string>;
  /** Name and last four characters of each key. */
  readonly keys: ReadonlyMap<string, string>;
};

type Named = { readonly id: string; readonly name: string };

function distinct(ids: readonly (string | null)[]): string[] {
  return [...new Set(ids.filter((id) => id !== null))];
}

function toMap(rows: readonly Named[]): ReadonlyMap<string, string> {
  return new Map(rows.map(({ id, name }) => [id, name]));
}

export async function selectCallerNames(
  db: Queryable,
  requests: readonly LoggedRequest[],
): Promise<CallerNames> {
  const [accounts, keys] = await Promise.all([
    db.query<Named>({
      name: "select_caller_accounts",
      text: "select account_id as id, name from accounts where account_id = any ($1::uuid[])",
      values: [distinct(requests.map(({ accountId }) => accountId))],
    }),
    db.query<Named>({
      name: "select_caller_keys",
      text: `select key_id as id, name || ' …' || last_four as name
        from api_keys where key_id = any ($1::uuid[])`,
      values: [distinct(requests.map(({ keyId }) => keyId))],
    }),
  ]);
  return { accounts: toMap(accounts), keys: toMap(keys) };
}
