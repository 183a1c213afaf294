// Invariant: removed users are never found; their name remains in records.

import type { AccountId } from "../accounts/account.ts";
import { type Queryable, queryFirst, type Transaction } from "../db/database.ts";
import type { EmailAddress } from "../mail/emailAddress.ts";
import type { PasswordHash } from "./passwordHasher.ts";
import type { PeopleKind } from "./peopleContext.ts";
import type { OperatorRole, UserId, UserRole } from "./signedIn.ts";

/** A user with their credentials; operators have no account. */
export type User = {
  readonly userId: UserId;
  readonly accountId: AccountId | null;
  readonly accountName: string | null;
  readonly suspendedAt: Date | null;
  readonly email: EmailAddress;
  readonly name: string;
  readonly role: UserRole | OperatorRole;
  readonly passwordHash: PasswordHash;
  /** Encrypted; in force once `totpConfirmedAt` is set. */
  readonly totpSecret: Buffer | null;
  readonly totpConfirmedAt: Date | null;
  readonly totpLastStep: number | null;
};

const userColumns = `u.user_id as "userId", u.account_id as "accountId",
  a.name as "accountName", a.suspended_at as "suspendedAt", u.email, u.name, u.role,
  u.password_hash as "passwordHash", u.totp_secret as "totpSecret",
  u.totp_confirmed_at as "totpConfirmedAt", u.totp_last_step as "totpLastStep"`;
const usersOfAccounts = "users u left join accounts a on a.account_id = u.account_id";

/** The user with an address: an operator, or a buyer of any account. */
export async function selectUserByEmail(
  db: Queryable,
  kind: PeopleKind,
  email: EmailAddress,
): Promise<User | undefined> {
  return queryFirst<User>(db, {
    name: "select_user_by_email",
    text: `select ${userColumns} from ${usersOfAccounts}
      where u.email = $1 and (u.account_id is null) = $2 and u.removed_at is null`,
    values: [email, kind === "operators"],
  });
}

export async function selectUser(db: Queryable, userId: UserId): Promise<User | undefined> {
  return queryFirst<User>(db, {
    name: "select_user",
    text: `select ${userColumns} from ${usersOfAccounts}
      where u.user_id = $1 and u.removed_at is null`,
    values: [userId],
  });
}

/**
 * The user with an id, locked until the transaction ends; their account cannot be suspended
 * meanwhile.
 */
export async function lockUser(tx: Transaction, userId: UserId): Promise<User | undefined> {
  return queryFirst<User>(tx, {
    name: "lock_user",
    text: `with u as (
        select * from users where user_id = $1 and removed_at is null for update
      ), a as (
        select * from accounts where account_id = (select account_id from u) for share
      )
      select ${userColumns} from u left join a on true`,
    values: [userId],
  });
}

export type Member = Pick<User, "userId" | "role" | "email" | "name">;

/** The users of an account, or the operators if it is null, locked in a fixed order. */
export async function lockMembers(tx: Transaction, accountId: AccountId | null): Promise<Member[]> {
  return tx.query<Member>({
    name: "lock_members",
    text: `select user_id as "userId", role, email, name from users
      where (account_id = $1 or $1::uuid is null and account_id is null) and removed_at is null
      order by user_id for update`,
    values: [accountId],
  });
}

/** Stores a user; false if the address belongs to another user of the same kind. */
export async function insertUser(
  db: Queryable,
  user: Member & Pick<User, "accountId" | "passwordHash"> & { readonly now: Date },
): Promise<boolean> {
  const { userId, accountId, email, name, role, passwordHash, now } = user;
  const rows = await db.query({
    name: "insert_user",
    text: `insert into users (user_id, account_id, email, name, role, password_hash, created_at)
      values ($1, $2, $3, $4, $5, $6, $7)
      on conflict (email, (account_id is null)) where removed_at is null do nothing
      returning user_id`,
    values: [userId, accountId, email, name, role, passwordHash, now],
  });
  return rows.length === 1;
}

export async function updatePassword(
  db: Queryable,
  userId: UserId,
  passwordHash: PasswordHash,
): Promise<void> {
  await db.query({
    name: "update_password",
    text: "update users set password_hash = $2 where user_id = $1",
    values: [userId, passwordHash],
  });
}

/** Replaces a password hash; false if the stored hash is not `replaced` any more. */
export async function replacePassword(
  db: Queryable,
  userId: UserId,
  replaced: PasswordHash,
  passwordHash: PasswordHash,
): Promise<boolean> {
  const rows = await db.query({
    name: "replace_password",
    text: `update users set password_hash = $3 where user_id = $1 and password_hash = $2
      returning user_id`,
    values: [userId, replaced, passwordHash],
  });
  return rows.length === 1;
}

export async function updateRole(
  db: Queryable,
  userId: UserId,
  role: UserRole | OperatorRole,
): Promise<void> {
  await db.query({
    name: "update_role",
    text: "update users set role = $2 where user_id = $1",
    values: [userId, role],
  });
}

/** Removes a user, their credentials and sessions, and the invitations they sent. */
export async function markRemoved(db: Queryable, userId: UserId, now: Date): Promise<void> {
  await db.query({
    name: "mark_removed",
    text: `with ended as (delete from sessions where user_id = $1),
        unreset as (delete from password_resets where user_id = $1),
        unrecovered as (delete from recovery_codes where user_id = $1),
        uninvited as (delete from invitations where invited_by = $1)
      update users set removed_at = $2, password_hash = null, totp_secret = null,
        totp_confirmed_at = null, totp_last_step = null
      where user_id = $1`,
    values: [userId, now],
  });
}

export type ListedUser = Pick<User, "userId" | "email" | "name"> & {
  readonly accountId: AccountId;
  readonly role: UserRole;
  readonly hasSecondFactor: boolean;
  readonly createdAt: Date;
  readonly lastUsedAt: Date | null;
};

const listedUsers = `select user_id as "userId", account_id as "accountId", email, name, role,
    totp_confirmed_at is not null as "hasSecondFactor", created_at as "createdAt",
    (select max(last_used_at) from sessions s where s.user_id = u.user_id) as "lastUsedAt"
  from users u
  where removed_at is null and account_id is not null`;

export async function selectUsers(
  db: Queryable,
  accountId: AccountId | null,
): Promise<ListedUser[]> {
  return db.query<ListedUser>({
    name: "select_users",
    text: `${listedUsers} and ($1::uuid is null or account_id = $1) order by lower(name), user_id`,
    values: [accountId],
  });
}

/** A page of the users of an account, or of all, by when they joined. */
export function selectUserPage(
  db: Queryable,
  accountId: string | null,
  { after, limit }: { readonly after: string | null; readonly limit: number },
): Promise<ListedUser[]> {
  return db.query<ListedUser>({
    name: "select_user_page",
    text: `${listedUsers} and ($1::uuid is null or account_id = $1)
      and ($2::uuid is null or user_id > $2) order by user_id limit $3`,
    values: [accountId, after, limit],
  });
}

/** By their id, or their address in any case. */
export function selectListedUser(
  db: Queryable,
  { userId, email }: { readonly userId?: string; readonly email?: EmailAddress | undefined },
): Promise<ListedUser | undefined> {
  return queryFirst<ListedUser>(db, {
    name: "select_listed_user",
    text: `${listedUsers} and (user_id = $1 or email = $2)`,
    values: [userId ?? null, email ?? null],
  });
}
