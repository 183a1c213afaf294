// Editing an account's name, e-mail address and notes. Invariant: an operator never overwrites a
// change that they have not seen.
import type { Actor } from "../audit/actor.ts";
import { recordAuditEvent } from "../audit/recordAuditEvent.ts";
import type { Database } from "../db/database.ts";
import { violates } from "../db/databaseErrors.ts";
import { type MergedEdit, mergeEdit, type Versions } from "../mergeEdit.ts";
import {
  type AccountTexts,
  lockOperatorAccount,
  type OperatorAccount,
  updateAccountTexts,
} from "./operatorAccountQueries.ts";

export const accountChange = "changed an account";

type MergedAccount = MergedEdit<keyof AccountTexts, AccountTexts>;

export type AccountChange =
  | { readonly outcome: "unchanged" | "unknown" | "name taken" }
  | { readonly outcome: "changed"; readonly others: MergedAccount["others"] }
  /** `latest`: the stored account. */
  | ({ readonly outcome: "conflict"; readonly latest: OperatorAccount } & MergedAccount);

export const accountFields = ["name", "email", "notes"] as const satisfies (keyof AccountTexts)[];

type AccountEdit = Pick<Versions<AccountTexts>, "shown" | "typed"> & { readonly accountId: string };

/**
 * Stores the fields that were typed, unless someone else has changed the same ones since. Validates
 * nothing except that the name is unique, ignoring case. The audit event has the changed fields.
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
      const { name, email, notes } = account;
      const current = { name, email, notes };
      const fields = accountFields.map((field) => [field] as const);
      const edited = mergeEdit<keyof AccountTexts, AccountTexts>({ ...edit, current }, fields);
      const { merged, conflicts, others } = edited;
      if (conflicts.length > 0) return { outcome: "conflict", latest: account, ...edited };
      const changed = accountFields.filter((field) => merged[field] !== current[field]);
      if (changed.length === 0) return { outcome: "unchanged" };
      const pick = (texts: AccountTexts) =>
        Object.fromEntries(changed.map((field) => [field, texts[field]]));
      await updateAccountTexts(tx, accountId, merged);
      recordAuditEvent(tx, {
        actor,
        action: accountChange,
        subjectKind: "account",
        subjectId: accountId,
        accountId,
        before: { ...pick(current), version },
        after: { ...pick(merged), version: version + 1 },
        now,
      });
      return { outcome: "changed", others };
    });
  } catch (error) {
    if (violates(error, "accounts_name")) return { outcome: "name taken" };
    throw error;
  }
}
