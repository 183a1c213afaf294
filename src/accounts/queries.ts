import { type Queryable, queryFirst, type Transaction } from "../db/database.ts";
import type { Account, AccountId } from "./account.ts";

const accountColumns = `account_id as "accountId", name, email, currency,
  suspended_at as "suspendedAt", created_at as "createdAt"`;

/** Stores an account; a duplicate name violates `accounts_name`. */
export async function insertAccount(
  db: Queryable,
  account: Pick<Account, "accountId" | "name" | "email" | "currency"> & { readonly now: Date },
): Promise<void> {
  await db.query({
    name: "insert_account",
    text: `insert into accounts (account_id, name, email, currency, created_at)
      values ($1, $2, $3, $4, $5)`,
    values: [account.accountId, account.name, account.email, account.currency, account.now],
  });
}

export async function selectAccount(db: Queryable, idOrName: string): Promise<Account | undefined> {
  return queryFirst<Account>(db, {
    name: "select_account",
    text: `select ${accountColumns} from accounts
      where account_id::text = lower($1) or lower(name) = lower($1)
      order by account_id::text = lower($1) desc limit 1`,
    values: [idOrName],
  });
}

export async function selectAccounts(db: Queryable): Promise<Account[]> {
  return db.query<Account>({
    name: "select_accounts",
    text: `select ${accountColumns} from accounts order by lower(name)`,
  });
}

/** Whether an account is suspended; that cannot change until the transaction ends. */
export async function lockSuspension(tx: Transaction, accountId: AccountId): Promise<boolean> {
  const account = await queryFirst<Pick<Account, "suspendedAt">>(tx, {
    name: "lock_suspension",
    text: `select suspended_at as "suspendedAt" from accounts where account_id = $1 for share`,
    values: [accountId],
  });
  return account?.suspendedAt != null;
}

/** Suspends an account at `suspendedAt` and ends its sessions, or resumes it if that is null. */
export async function updateSuspended(
  db: Queryable,
  accountId: AccountId,
  suspendedAt: Date | null,
): Promise<void> {
  await db.query({
    name: "update_suspended",
    text: `with ended as (
        delete from sessions where $2::timestamptz is not null
          and user_id in (select user_id from users where account_id = $1)
      )
      update accounts set suspended_at = $2 where account_id = $1`,
    values: [accountId, suspendedAt],
  });
}
