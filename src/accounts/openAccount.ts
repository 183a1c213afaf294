import type { Actor } from "../audit/actor.ts";
import { recordAuditEvent } from "../audit/recordAuditEvent.ts";
import type { Database } from "../db/database.ts";
import { violates } from "../db/databaseErrors.ts";
import type { BasisPoints, Currency } from "../money.ts";
import { insertAccountDiscount } from "../pricing/queries.ts";
import type { AccountId } from "./account.ts";
import { insertAccount } from "./queries.ts";

/** A `discount` of 0 is none. */
export type NewAccount = {
  readonly accountId: AccountId;
  readonly name: string;
  readonly email: string;
  readonly currency: Currency;
  readonly discount: BasisPoints;
  readonly now: Date;
};

/**
 * Opens an account with a discount from today. Names are unique, ignoring case. Recorded in the
 * audit log unless `actor` is null.
 */
export async function openAccount(
  db: Database,
  account: NewAccount,
  actor: Actor | null = null,
): Promise<"opened" | "name taken"> {
  try {
    await db.transaction(async (tx) => {
      const { accountId, name, email, currency, discount, now } = account;
      await insertAccount(tx, account);
      if (discount !== 0) await insertAccountDiscount(tx, accountId, discount, now);
      if (actor === null) return;
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
