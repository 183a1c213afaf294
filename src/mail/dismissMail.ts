import type { OperatorActor } from "../audit/actor.ts";
import { recordAuditEvent } from "../audit/recordAuditEvent.ts";
import type { Database } from "../db/database.ts";
import { markDismissed } from "./outboxQueries.ts";
import type { MailId } from "./queries.ts";

/** Ends the task of an undelivered e-mail; false if it was sent, is queued, or was dismissed. */
export async function dismissMail(
  db: Database,
  mail: { readonly mailId: MailId; readonly accountId: string | null; readonly state: string },
  actor: OperatorActor,
  now: Date,
): Promise<boolean> {
  const { mailId, accountId, state } = mail;
  return db.transaction(async (tx) => {
    if (!(await markDismissed(tx, mailId, now))) return false;
    recordAuditEvent(tx, {
      actor,
      action: "dismissed an e-mail",
      subjectKind: "mail",
      subjectId: mailId,
      accountId,
      before: { state },
      now,
    });
    return true;
  });
}
