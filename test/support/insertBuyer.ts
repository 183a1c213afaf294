// Signed-in people of accounts for tests.

import type { AccountId } from "../../src/accounts/account.ts";
import { createAccount } from "../../src/accounts/openAccount.ts";
import type { Database, Queryable } from "../../src/db/database.ts";
import { newId } from "../../src/db/newId.ts";
import type { Currency } from "../../src/kit/money.ts";
import type { SessionId, SignedIn, UserId } from "../../src/signIn/signedIn.ts";
import { runSql } from "./runSql.ts";

type AccountFields = { name?: string; email?: string; currency?: string; discount?: number };

/** Opens an account, by default in US dollars and with a name that no other test uses. */
export async function insertAccount(
  db: Queryable,
  now: Date,
  fields: AccountFields = {},
): Promise<AccountId> {
  const accountId = newId() as AccountId;
  const { name = `Account ${accountId}`, email = "buyer@example.com", discount = 0 } = fields;
  const currency = (fields.currency ?? "USD") as Currency;
  const account = { accountId, name, email, currency, discount, now };
  await (db as Database).transaction((tx) => createAccount(tx, account));
  return accountId;
}

/** Adds a buyer to an account, or to a new one, who is signed in. */
export async function insertBuyer(
  db: Queryable,
  now: Date,
  inAccount?: AccountId,
): Promise<SignedIn> {
  const accountId = inAccount ?? (await insertAccount(db, now));
  const userId = newId() as UserId;
  const email = `${userId}@example.com`;
  const user = { userId, name: "Ada Buyer", email, role: "buyer" } as const;
  await runSql(
    db,
    `insert into users (user_id, account_id, email, name, role, password_hash, created_at)
      values ($1, $2, $3, $4, $5, 'none', $6)`,
    [userId, accountId, email, user.name, user.role, now],
  );
  return {
    sessionId: newId() as SessionId,
    user,
    account: { accountId, name: `Account ${accountId}`, currency: "USD" as Currency },
  };
}
