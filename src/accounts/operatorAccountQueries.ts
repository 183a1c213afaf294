// The SQL of what operators look at and change of accounts, all of them or one.

import { escapeLikePattern } from "../db/conditions.ts";
import type { Queryable } from "../db/database.ts";
import type { Account, AccountId } from "./account.ts";

/** An account as operators see it. */
export type OperatorAccount = Account & {
  /** Of operators alone. */
  readonly notes: string | null;
  /** Goes up by one with each change of what an operator types. */
  readonly version: number;
};

const columns = `a.account_id as "accountId", a.name, a.email, a.currency,
  a.suspended_at as "suspendedAt", a.created_at as "createdAt", a.notes, a.version`;

/** How accounts stand. */
export const accountStates = ["active", "suspended"] as const;
export type AccountState = (typeof accountStates)[number];

/** Which accounts: a part of the name or of an address, or an id; null is any. */
export type AccountFilter = {
  readonly text: string | null;
  readonly state: AccountState | null;
};

/** An account in a list, with its people, its keys and when one of those was last used. */
export type ListedAccount = OperatorAccount & {
  readonly people: number;
  readonly goodKeys: number;
  readonly lastUsedAt: Date | null;
};

/**
 * One page of accounts by name, those after the account `after`. A text is found anywhere in the
 * name and in the addresses of the account and its people, in any case; an id is found whole.
 */
export async function selectListedAccounts(
  db: Queryable,
  { text, state }: AccountFilter,
  page: { readonly after: string | null; readonly limit: number; readonly now: Date },
): Promise<ListedAccount[]> {
  const sought = text === null ? null : escapeLikePattern(text);
  return db.query<ListedAccount>({
    // Planned anew for each set of filters: what is not asked for costs nothing.
    name: "",
    text: `with page as (
        select a.* from accounts a
        where ($1::text is null or a.name ilike $1 or a.email ilike $1
            or a.account_id::text = lower($2)
            or exists (select from users u where u.account_id = a.account_id
              and u.removed_at is null and u.email ilike $1))
          and ($3::text is null or ($3 = 'suspended') = (a.suspended_at is not null))
          and ($4::uuid is null
            or lower(a.name) > (select lower(name) from accounts where account_id = $4))
        order by lower(a.name) limit $5
      )
      select ${columns},
        (select count(*) from users u
          where u.account_id = a.account_id and u.removed_at is null)::integer as people,
        (select count(*) from api_keys k where k.account_id = a.account_id
          and k.revoked_at is null and (k.expires_at is null or k.expires_at > $6)
        )::integer as "goodKeys",
        (select max(k.last_used_at) from api_keys k
          where k.account_id = a.account_id) as "lastUsedAt"
      from page a order by lower(a.name)`,
    values: [sought, text, state, page.after, page.limit, page.now],
  });
}

/** An account by its id. */
export async function selectOperatorAccount(
  db: Queryable,
  accountId: string,
): Promise<OperatorAccount | undefined> {
  const rows = await db.query<OperatorAccount>({
    name: "select_operator_account",
    text: `select ${columns} from accounts a where a.account_id = $1`,
    values: [accountId],
  });
  return rows[0];
}

/** The same, locked against other changes until the transaction ends. */
export async function lockOperatorAccount(
  db: Queryable,
  accountId: string,
): Promise<OperatorAccount | undefined> {
  const rows = await db.query<OperatorAccount>({
    name: "lock_account",
    text: `select ${columns} from accounts a where a.account_id = $1 for update`,
    values: [accountId],
  });
  return rows[0];
}

/** What operators type of an account. */
export type AccountTexts = {
  readonly name: string;
  readonly email: string;
  readonly notes: string | null;
};

/** Stores what was typed as the next version; a name that is taken breaks `accounts_name`. */
export async function updateAccountTexts(
  db: Queryable,
  accountId: AccountId,
  { name, email, notes }: AccountTexts,
): Promise<void> {
  await db.query({
    name: "update_account_texts",
    text: `update accounts set name = $2, email = $3, notes = $4, version = version + 1
      where account_id = $1`,
    values: [accountId, name, email, notes],
  });
}

/** A count of an account's orders ends one above this. */
export const countedOrders = 999;

/** What there is of an account; `calls` are those since a day in UTC. */
export type AccountFacts = {
  readonly people: number;
  readonly orders: number;
  readonly drafts: number;
  readonly callsToday: number;
  readonly calls: number;
  readonly lastCallAt: Date | null;
  readonly lastSeenAt: Date | null;
};

/** Counts what there is of an account, its calls since the day `since` and on `today`. */
export async function selectAccountFacts(
  db: Queryable,
  accountId: AccountId,
  days: { readonly since: string; readonly today: string },
): Promise<AccountFacts> {
  const [facts] = await db.query<AccountFacts>({
    name: "select_account_facts",
    text: `select
        (select count(*) from users
          where account_id = $1 and removed_at is null)::integer as people,
        (select count(*) from (
          select from orders where account_id = $1 limit $4) o)::integer as orders,
        (select count(*) from (
          select from orders where account_id = $1 and status = 'draft' limit $4
        ) o)::integer as drafts,
        coalesce(sum(d.requests) filter (where d.day = $3), 0)::float8 as "callsToday",
        coalesce(sum(d.requests), 0)::float8 as calls,
        (select max(last_used_at) from api_keys where account_id = $1) as "lastCallAt",
        (select max(s.last_used_at) from sessions s join users u using (user_id)
          where u.account_id = $1) as "lastSeenAt"
      from api_keys k left join request_days d on d.key_id = k.key_id and d.day >= $2
      where k.account_id = $1`,
    values: [accountId, days.since, days.today, countedOrders + 1],
  });
  if (facts === undefined) throw new Error("A sum without groups has one row.");
  return facts;
}
