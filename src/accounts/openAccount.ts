import type { Actor } from "../audit/actor.ts";
import { recordAuditEvent } from "../audit/recordAuditEvent.ts";
import type { Database, Transaction } from "../db/database.ts";
import { violates } from "../db/databaseErrors.ts";
import type { BasisPoints } from "../kit/money.ts";
import { insertAccountDiscount } from "../prices/queries.ts";
import type { Account } from "./account.ts";
import { insertAccount } from "./queries.ts";

/** A `discount` of 0 is none. */
export type NewAccount = Pick<Account, "accountId" | "name" | "email" | "currency"> & {
  readonly discount: BasisPoints;
  readonly now: Date;
};

/**
 * Stores an account with a discount from today, without an audit event. A duplicate name
 * violates `accounts_name`.
 */
export async function createAccount(tx: Transaction, account: NewAccount): Promise<void> {
  const { accountId, discount, now } = account;
  await insertAccount(tx, account);
  if (discount !== 0) await insertAccountDiscount(tx, accountId, discount, now);
}

/** Opens an account and records it in the audit log. Names are unique, ignoring case. */
export async function openAccount(
  db: Database,
  account: NewAccount,
  actor: Actor,
): Promise<"opened" | "name taken"> {
  try {
    await db.transaction(async (tx) => {
      const { accountId, name, email, currency, discount, now } = account;
      await createAccount(tx, account);
      recordAuditEvent(tx, {
        actor,
        action: "opened an account",
        subjectKind: "account",
        subjectId: accountId,
        accountId,
        after: { name, email, currency, discount_basis_points: discount },
        now,
      });
    });
    return "opened";
  } catch (error) {
    if (violates(error, "accounts_name")) return "name taken";
    throw error;
  }
}
