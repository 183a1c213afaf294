// Handing over by oneself a mail that no server takes: its text is seen once, with its secrets, by
// the operator who does so, and their name stays with it. Invariant: what lets somebody into the
// console is handed over by an admin alone, or any role could become any other.
import type { OperatorActor } from "../audit/actor.ts";
import { recordAuditEvent } from "../audit/recordAuditEvent.ts";
import type { Database } from "../db/database.ts";
import { isUuid } from "../db/isUuid.ts";
import { fillSecrets, listPlaceholders, type MailEncryption } from "./mailSecrets.ts";
import { lockUnsentMail, type MailId, markRevealed } from "./queries.ts";

/** Whether a mail tells a way into the console: the secret in it is of no account. */
export function grantsConsoleAccess(mail: {
  readonly accountId: string | null;
  readonly body: string;
}): boolean {
  return mail.accountId === null && listPlaceholders(mail.body).size > 0;
}

/**
 * How it ends. `admins alone`: it lets somebody into the console, and another role asks. `lost`:
 * its secrets cannot be read here, since they are gone or were encrypted with another SECRET_KEY;
 * the mail stays as it is.
 */
export type RevealedMail =
  | {
      readonly outcome: "handed over";
      readonly mailId: MailId;
      readonly recipient: string;
      readonly subject: string;
      readonly text: string;
    }
  | { readonly outcome: "not kept" | "admins alone" | "lost" };

/** Gives a kept mail whole, this once; it counts as sent from then on, and its secrets are gone. */
export async function revealMail(
  db: Database,
  seal: MailEncryption,
  mailId: string,
  actor: OperatorActor,
  now: Date,
): Promise<RevealedMail> {
  if (!isUuid(mailId)) return { outcome: "not kept" };
  return db.transaction<RevealedMail>(async (tx) => {
    const mail = await lockUnsentMail(tx, mailId);
    if (mail === undefined) return { outcome: "not kept" };
    if (grantsConsoleAccess(mail) && actor.operator.role !== "admin")
      return { outcome: "admins alone" };
    const { body, recipient, subject, encryptedSecrets, accountId } = mail;
    const secrets = encryptedSecrets === null ? {} : seal.open(mail.mailId, encryptedSecrets);
    const names = [...listPlaceholders(body)];
    if (secrets === undefined || !names.every((name) => Object.hasOwn(secrets, name))) {
      return { outcome: "lost" };
    }
    await markRevealed(tx, mail.mailId, actor.operator.name, now);
    recordAuditEvent(tx, {
      actor,
      action: "delivered a mail manually",
      subjectKind: "mail",
      subjectId: mail.mailId,
      accountId,
      before: { state: "kept" },
      after: { state: "sent", recipient },
      now,
    });
    const text = fillSecrets(body, secrets);
    return { outcome: "handed over", mailId: mail.mailId, recipient, subject, text };
  });
}
