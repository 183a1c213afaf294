import type { Database, Transaction } from "../db/database.ts";
import { newId } from "../db/newId.ts";
import type { Actor } from "./actor.ts";
import { type AuditEvent, insertAuditEvent } from "./queries.ts";

/**
 * Records what an operator or the shell did as part of the transaction that does it: if the event
 * cannot be stored, the transaction fails. What users of an account do is not recorded. The
 * statement is sent without waiting for its result.
 */
export function recordAuditEvent(tx: Transaction, event: AuditEvent): void {
  if (event.actor.kind !== "user") insertAuditEvent(tx, newId(), event);
}

/**
 * Records that an operator was refused a request. `path` is stored as it is: it must not contain
 * the token of a link, because the token is still valid after the refusal.
 */
export async function recordRefusal(
  db: Database,
  actor: Actor,
  refused: { readonly method: string; readonly path: string; readonly accountId: string | null },
  now: Date,
): Promise<void> {
  const { method, path, accountId } = refused;
  await db.transaction(async (tx) =>
    recordAuditEvent(tx, {
      actor,
      action: "was refused",
      subjectKind: "page",
      subjectId: `${method} ${path}`,
      accountId,
      now,
    }),
  );
}
