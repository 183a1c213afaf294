import type { Transaction } from "../db/database.ts";
import { settleLinks } from "../mail/queries.ts";
import { deleteResets } from "./resetQueries.ts";
import type { User } from "./userQueries.ts";

/** Ends a user's reset links; their unsent e-mails can never be sent. */
export async function endResets(
  tx: Transaction,
  { userId, accountId, email }: Pick<User, "userId" | "accountId" | "email">,
  now: Date,
): Promise<void> {
  await deleteResets(tx, userId);
  await settleLinks(tx, { kind: "reset", accountId, email, now });
}
