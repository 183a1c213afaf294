// Editing an account's name, e-mail address and notes. Invariant: an operator never overwrites a
// change that they have not seen.
import type { Actor } from "../audit/actor.ts";
import { recordAuditEvent } from "../audit/recordAuditEvent.ts";
import type { Database } from "../db/database.ts";
import { violates } from "../db/databaseErrors.ts";
import { listDifferences } from "../kit/version.ts";
import {
  type AccountTexts,
  lockOperatorAccount,
  type OperatorAccount,
  updateAccountTexts,
} from "./operatorAccountQueries.ts";

export const accountChange = "changed an account";

export type AccountChange =
  | { readonly outcome: "changed" | "unchanged" | "unknown" | "name taken" }
  | { readonly outcome: "conflict"; readonly latest: OperatorAccount };

const accountFields = ["name", "email", "notes"] as const satisfies (keyof AccountTexts)[];

/** `version`: of the account that was edited. */
type AccountEdit = {
  readonly accountId: string;
  readonly typed: AccountTexts;
  readonly version: number;
};

/**
 * Stores the texts, unless someone has changed the account since. Validates nothing except that the
 * name is unique, ignoring case. The audit event has the changed fields.
 */
export async function changeAccount(
  db: Database,
  edit: AccountEdit,
  actor: Actor,
  now: Date,
): Promise<AccountChange> {
  try {
    return await db.transaction<AccountChange>(async (tx) => {
      const account = await lockOperatorAccount(tx, edit.accountId);
      if (account === undefined) return { outcome: "unknown" };
      const { accountId, version } = account;
      const changed = listDifferences(edit.typed, account, accountFields);
      if (changed.length === 0) return { outcome: "unchanged" };
      if (version !== edit.version) return { outcome: "conflict", latest: account };
      const pick = (texts: AccountTexts) =>
        Object.fromEntries(changed.map((field) => [field, texts[field]]));
      await updateAccountTexts(tx, accountId, edit.typed);
      recordAuditEvent(tx, {
        actor,
        action: accountChange,
        subjectKind: "account",
        subjectId: accountId,
        accountId,
        before: { ...pick(account), version },
        after: { ...pick(edit.typed), version: version + 1 },
        now,
      });
      return { outcome: "changed" };
    });
  } catch (error) {
    if (violates(error, "accounts_name")) return { outcome: "name taken" };
    throw error;
  }
}
