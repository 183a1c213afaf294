import { escapeLikePattern } from "../db/conditions.ts";
import { type Queryable, queryFirst, type Transaction } from "../db/database.ts";
import { formatOrderBy, formatPlace, type Keyset } from "../db/keyset.ts";
import type { Account, AccountId } from "./account.ts";

export type OperatorAccount = Account & {
  /** Not visible to buyers. */
  readonly notes: string | null;
  /** Increases with each edit. */
  readonly version: number;
};

const columns = `a.account_id as "accountId", a.name, a.email, a.currency,
  a.suspended_at as "suspendedAt", a.created_at as "createdAt", a.notes, a.version`;

/** `unattended`: active, with drafts that nobody can confirm, because nobody can sign in. */
export const accountStates = ["active", "suspended", "unattended"] as const;
type AccountState = (typeof accountStates)[number];

/** SQL: account `a` has drafts, and nobody who could confirm them or is invited at `now`. */
const isUnattended = (now: string) => `(a.suspended_at is null
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
  const row = await queryFirst<{ readonly count: number }>(db, {
    name: "count_unattended_accounts",
    text: `select count(*)::integer as count from (
        select from accounts a where ${isUnattended("$2")} limit $1
      ) unattended`,
    values: [countedAccounts + 1, now],
  });
  return row?.count ?? 0;
}

/** `text` is a part of the name or of an address, or a whole id. Null matches everything. */
export type AccountFilter = {
  readonly text: string | null;
  readonly state: AccountState | null;
};

export type ListedAccount = OperatorAccount & {
  readonly people: number;
  readonly goodKeys: number;
  readonly lastUsedAt: Date | null;
};

export const accountSorts = ["name", "email", "used"] as const;
export type AccountSort = (typeof accountSorts)[number];

type AccountPage = {
  readonly after: string | null;
  readonly limit: number;
  readonly now: Date;
  readonly sort?: { readonly by: AccountSort; readonly isDescending: boolean };
};

const lastUse = `(select max(k.last_used_at) from api_keys k
          where k.account_id = a.account_id)`;

/** Names are unique. An account without requests is the one that was used least recently. */
function toKeyset({ by, isDescending }: NonNullable<AccountPage["sort"]>): Keyset {
  const keys: Readonly<Record<AccountSort, readonly string[]>> = {
    name: [],
    email: ["lower(a.email)"],
    used: [`coalesce(${lastUse}, '-infinity')`],
  };
  const rowBefore = "accounts a where a.account_id = $4";
  return { keys: [...keys[by], "lower(a.name)"], isDescending, rowBefore };
}

/**
 * One page of accounts, after the account `after`; by name unless sorted otherwise. Text matches
 * anywhere in the name and the addresses of the account and its users, ignoring case; an id must
 * match entirely.
 */
export async function selectListedAccounts(
  db: Queryable,
  { text, state }: AccountFilter,
  page: AccountPage,
): Promise<ListedAccount[]> {
  const keyset = toKeyset(page.sort ?? { by: "name", isDescending: false });
  const orderBy = formatOrderBy(keyset);
  const sought = text === null ? null : escapeLikePattern(text);
  return db.query<ListedAccount>({
    // Unnamed, so that unused filters cost nothing.
    name: "",
    text: `with page as (
        select a.* from accounts a
        where ($1::text is null or a.name ilike $1 or a.email ilike $1
            or a.account_id::text = lower($2)
            or exists (select from users u where u.account_id = a.account_id
              and u.removed_at is null and u.email ilike $1))
          and ($3::text is null or ($3 = 'suspended') = (a.suspended_at is not null))
          and ($3 is distinct from 'unattended' or ${isUnattended("$6")})
          and ($4::uuid is null or ${formatPlace(keyset)})
        order by ${orderBy} limit $5
      )
      select ${columns},
        (select count(*) from users u
          where u.account_id = a.account_id and u.removed_at is null)::integer as people,
        (select count(*) from api_keys k where k.account_id = a.account_id
          and k.revoked_at is null and (k.expires_at is null or k.expires_at > $6)
        )::integer as "goodKeys",
        ${lastUse} as "lastUsedAt"
      from page a order by ${orderBy}`,
    values: [sought, text, state, page.after, page.limit, page.now],
  });
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
