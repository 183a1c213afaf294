import { escapeLikePattern } from "../db/conditions.ts";
import { type Queryable, queryFirst, type Transaction } from "../db/database.ts";
import { first, raw, type Sql, sql } from "../kit/sql.ts";
import type { Account, AccountId } from "./account.ts";

export type OperatorAccount = Account & {
  /** Not visible to buyers. */
  readonly notes: string | null;
  /** Increases with each edit. */
  readonly version: number;
};

export const columns = `a.account_id as "accountId", a.name, a.email, a.currency,
  a.suspended_at as "suspendedAt", a.created_at as "createdAt", a.notes, a.version`;

/** `unattended`: active, with drafts that nobody can confirm, because nobody can sign in. */
export const accountStates = ["active", "suspended", "unattended"] as const;
type AccountState = (typeof accountStates)[number];

/** Account `a` has drafts, and nobody who could confirm them or is invited at `now`. */
const isUnattended = (now: Date) => sql`(a.suspended_at is null
    and not exists (
      select from users u where u.account_id = a.account_id and u.removed_at is null
    )
    and not exists (
      select from invitations i where i.account_id = a.account_id and i.expires_at > ${now}
    )
    and exists (select from orders o where o.account_id = a.account_id and o.status = 'draft'))`;

/** Counting unattended accounts stops one above this. */
const countedAccounts = 999;

/** The number of accounts with drafts that nobody can confirm, and without open invitations. */
export async function countUnattended(db: Queryable, now: Date): Promise<number> {
  const row = await first<{ readonly count: number }>(
    db,
    sql`select count(*)::integer as count from (
        select from accounts a where ${isUnattended(now)} limit ${countedAccounts + 1}
      ) unattended`,
  );
  return row?.count ?? 0;
}

export type ListedAccount = OperatorAccount & {
  readonly people: number;
  readonly goodKeys: number;
  readonly lastUsedAt: Date | null;
};

export const lastUse = sql`(select max(k.last_used_at) from api_keys k
  where k.account_id = a.account_id)`;

export const listedColumns = sql`${raw(columns)},
  (select count(*) from users u
    where u.account_id = a.account_id and u.removed_at is null)::integer as people,
  (select count(*) from api_keys k where k.account_id = a.account_id
    and k.revoked_at is null and (k.expires_at is null or k.expires_at > now())
  )::integer as good_keys,
  ${lastUse} as last_used_at`;

/**
 * The text is anywhere in the name and the addresses of the account and its users, ignoring case,
 * or it is all of its id.
 */
export function hasAccountText(text: string): Sql {
  const part = escapeLikePattern(text);
  return sql`(a.name ilike ${part} or a.email ilike ${part} or a.account_id::text = lower(${text})
    or exists (select from users u where u.account_id = a.account_id
      and u.removed_at is null and u.email ilike ${part}))`;
}

export function isInAccountState(state: AccountState, now: Date): Sql {
  switch (state) {
    case "active":
      return sql`a.suspended_at is null`;
    case "suspended":
      return sql`a.suspended_at is not null`;
    case "unattended":
      return isUnattended(now);
  }
}

export async function selectOperatorAccount(
  db: Queryable,
  accountId: string,
): Promise<OperatorAccount | undefined> {
  return queryFirst<OperatorAccount>(db, {
    name: "select_operator_account",
    text: `select ${columns} from accounts a where a.account_id = $1`,
    values: [accountId],
  });
}

/** The same, locked until the transaction ends. */
export async function lockOperatorAccount(
  tx: Transaction,
  accountId: string,
): Promise<OperatorAccount | undefined> {
  return queryFirst<OperatorAccount>(tx, {
    name: "lock_account",
    text: `select ${columns} from accounts a where a.account_id = $1 for update`,
    values: [accountId],
  });
}

export type AccountTexts = {
  readonly name: string;
  readonly email: string;
  readonly notes: string | null;
};

/** Stores the texts as the next version; a duplicate name violates `accounts_name`. */
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

/** Counting an account's orders stops one above this. */
export const countedOrders = 999;

/** `calls` are those since a day in UTC; `invited` are people who can still accept. */
export type AccountFacts = {
  readonly people: number;
  readonly invited: number;
  /** When the last open invitation expires. */
  readonly invitedUntil: Date | null;
  readonly orders: number;
  readonly drafts: number;
  readonly callsToday: number;
  readonly calls: number;
  readonly lastCallAt: Date | null;
  readonly lastSeenAt: Date | null;
};

/** Counts what an account has, and its requests since the day `since` and on `today`. */
export async function selectAccountFacts(
  db: Queryable,
  accountId: AccountId,
  days: { readonly since: string; readonly today: string; readonly now: Date },
): Promise<AccountFacts> {
  const [facts] = await db.query<AccountFacts>({
    name: "select_account_facts",
    text: `select
        (select count(*) from users
          where account_id = $1 and removed_at is null)::integer as people,
        (select count(*) from invitations
          where account_id = $1 and expires_at > $5)::integer as invited,
        (select max(expires_at) from invitations
          where account_id = $1 and expires_at > $5) as "invitedUntil",
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
    values: [accountId, days.since, days.today, countedOrders + 1, days.now],
  });
  if (facts === undefined) throw new Error("A sum without groups has one row.");
  return facts;
}
