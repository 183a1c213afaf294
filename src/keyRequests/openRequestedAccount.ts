import type { AccountId } from "../accounts/account.ts";
import { createAccount, type NewAccount } from "../accounts/openAccount.ts";
import type { Database } from "../db/database.ts";
import { violates } from "../db/databaseErrors.ts";
import { newId } from "../db/newId.ts";
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
      await createAccount(tx, { accountId, ...typed, now });
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
