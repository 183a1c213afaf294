// Signed-in people of accounts for tests.

import type { AccountId } from "../../src/accounts/account.ts";
import { createAccount } from "../../src/accounts/openAccount.ts";
import type { Database, Queryable } from "../../src/db/database.ts";
import { newId } from "../../src/db/newId.ts";
import type { Currency } from "../../src/money.ts";
import type { SessionId, SignedIn, UserId } from "../../src/signIn/signedIn.ts";

/** Opens an account in US dollars. */
export async function insertAccount(db: Queryable, now: Date): Promise<AccountId> {
  const accountId = newId() as AccountId;
  const account = { accountId, name: `Account ${accountId}`, email: "buyer@example.com" };
  await (db as Database).transaction((tx) =>
    createAccount(tx, {
      ...account,
      currency: "USD" as Currency,
      discount: 0,
      now,
    }),
  );
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
  await db.query({
    name: "test_insert_user",
    text: `insert into users (user_id, account_id, email, name, role, password_hash, created_at)
      values ($1, $2, $3, $4, $5, 'none', $6)`,
    values: [userId, accountId, email, user.name, user.role, now],
  });
  return {
    sessionId: newId() as SessionId,
    user,
    account: { accountId, name: "Account", currency: "USD" as Currency },
  };
}
