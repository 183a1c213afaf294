// What operators change of an account: its name, its address, their notes. Who opened the form
// before another's change is told of it, and nothing of theirs is stored.
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

/** The action under which a change stands in the audit. */
export const accountChange = "changed an account";

export type AccountChange =
  | { readonly outcome: "changed" | "unchanged" | "unknown" | "name taken" }
  /** `latest`: the account as it stands. */
  | { readonly outcome: "changed meanwhile"; readonly latest: OperatorAccount };

function textsOf({ name, email, notes }: AccountTexts): AccountTexts {
  return { name, email, notes };
}

/**
 * Stores what was typed over the version that the form was opened with. The texts are not checked
 * here but for the name, which is unique in any case.
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
