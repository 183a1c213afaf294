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

export type TypedAccount = Pick<NewAccount, "name" | "email" | "currency" | "discount">;

/**
 * Opens the account of a key request and assigns the request to it, in one transaction. Names are
 * unique, ignoring case.
 */
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
        recorded: { name, email, currency, discount_basis_points: discount },
      };
    });
  } catch (error) {
    if (violates(error, "accounts_name")) return { outcome: "name taken" };
    throw error;
  }
}
