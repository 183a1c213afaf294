// Opening the account that a request for a key is of: the account, its discount and the match are
// one transaction.

import type { AccountId } from "../accounts/account.ts";
import type { NewAccount } from "../accounts/openAccount.ts";
import { insertAccount } from "../accounts/queries.ts";
import type { Database } from "../db/database.ts";
import { violates } from "../db/databaseErrors.ts";
import { newId } from "../db/newId.ts";
import { insertAccountDiscount } from "../pricing/queries.ts";
import {
  changeKeyRequest,
  isRequestOpen,
  type KeyRequestChangeOutcome,
  type SeenRequest,
} from "./changeKeyRequest.ts";

/** An account as an operator typed it. */
export type TypedAccount = Pick<NewAccount, "name" | "email" | "currency" | "discount">;

/** Opens the account and matches the request with it; names are unique in any case. */
export async function openRequestedAccount(
  db: Database,
  seen: SeenRequest,
  typed: TypedAccount,
  now: Date,
): Promise<KeyRequestChangeOutcome | { readonly outcome: "name taken" }> {
  const accountId = newId() as AccountId;
  const { name, email, currency, discount } = typed;
  try {
    return await changeKeyRequest(db, seen, now, async (tx, request) => {
      if (!isRequestOpen(request) || request.source === "account") return "conflict";
      await insertAccount(tx, { accountId, name, email, currency, now });
      if (discount !== 0) await insertAccountDiscount(tx, accountId, discount, now);
      return {
        action: "opened an account",
        fields: { accountId },
        noted: { name, email, currency, discount_basis_points: discount },
      };
    });
  } catch (error) {
    if (violates(error, "accounts_name")) return { outcome: "name taken" };
    throw error;
  }
}
