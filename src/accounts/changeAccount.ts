// Editing an account's name, e-mail address and notes. Invariant: an operator never overwrites a
// change that they have not seen.
import type { Actor } from "../audit/actor.ts";
import { recordAuditEvent } from "../audit/recordAuditEvent.ts";
import type { Database } from "../db/database.ts";
import { violates } from "../db/databaseErrors.ts";
import {
  type AccountTexts,
  lockOperatorAccount,
  type OperatorAccount,
  updateAccountTexts,
} from "./operatorAccountQueries.ts";

export const accountChange = "changed an account";

export type AccountChange =
  | { readonly outcome: "changed" | "unchanged" | "unknown" | "name taken" }
  /** `latest`: the stored account. */
  | { readonly outcome: "changed meanwhile"; readonly latest: OperatorAccount };

function textsOf({ name, email, notes }: AccountTexts): AccountTexts {
  return { name, email, notes };
}

/**
 * Stores the texts over the version that the form was opened with. Validates nothing except that
 * the name is unique, ignoring case.
 */
export async function changeAccount(
  db: Database,
  request: AccountTexts & { readonly accountId: string; readonly version: number },
  actor: Actor,
  now: Date,
): Promise<AccountChange> {
  const typed = textsOf(request);
  try {
    return await db.transaction<AccountChange>(async (tx) => {
      const account = await lockOperatorAccount(tx, request.accountId);
      if (account === undefined) return { outcome: "unknown" };
      const { accountId, version } = account;
      const before = textsOf(account);
      if (JSON.stringify(before) === JSON.stringify(typed)) return { outcome: "unchanged" };
      if (version !== request.version) return { outcome: "changed meanwhile", latest: account };
      await updateAccountTexts(tx, accountId, typed);
      recordAuditEvent(tx, {
        actor,
        action: accountChange,
        subjectKind: "account",
        subjectId: accountId,
        accountId,
        before: { ...before, version },
        after: { ...typed, version: version + 1 },
        now,
      });
      return { outcome: "changed" };
    });
  } catch (error) {
    if (violates(error, "accounts_name")) return { outcome: "name taken" };
    throw error;
  }
}
