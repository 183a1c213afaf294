// Opening an account together with the discount it starts with.
import type { AccountId } from "../accounts/account.ts";
import { insertAccount } from "../accounts/queries.ts";
import type { Database } from "../db/database.ts";
import { violates } from "../db/isUnavailable.ts";
import type { BasisPoints, Currency } from "../money.ts";
import { insertAccountDiscount } from "./queries.ts";

/** An account to open; `discount` 0 is none. */
export type NewAccount = {
  readonly accountId: AccountId;
  readonly name: string;
  readonly email: string;
  readonly currency: Currency;
  readonly discount: BasisPoints;
  readonly now: Date;
};

/** Opens an account, its discount in force from today; names are unique in any case. */
export async function openAccount(
  db: Database,
  account: NewAccount,
): Promise<"opened" | "name taken"> {
  try {
    await db.transaction(async (tx) => {
      await insertAccount(tx, account);
      if (account.discount === 0) return;
      await insertAccountDiscount(tx, account.accountId, account.discount, account.now);
    });
    return "opened";
  } catch (error) {
    if (violates(error, "accounts_name")) return "name taken";
    throw error;
  }
}
