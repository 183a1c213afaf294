// Delivering a mail personally when there is no mail server: an operator sees its text with the
// secrets once, and their name is recorded. Invariant: only an admin sees mails that give access to
// the console; otherwise any role could obtain any other.
import type { OperatorActor } from "../audit/actor.ts";
import { recordAuditEvent } from "../audit/recordAuditEvent.ts";
import type { Database } from "../db/database.ts";
import { fillSecrets, listPlaceholders, type MailEncryption } from "./mailSecrets.ts";
import { lockUnsentMail, type MailId, markSent } from "./queries.ts";

/** Whether a mail gives access to the console: it has a secret and no account. */
export function grantsConsoleAccess(mail: {
  readonly accountId: string | null;
  readonly body: string;
}): boolean {
  return mail.accountId === null && listPlaceholders(mail.body).size > 0;
}

/**
 * `admins alone`: the mail gives access to the console, and the operator is not an admin. `lost`:
 * its secrets are deleted or were encrypted with another SECRET_KEY; the mail is unchanged.
 */
export type RevealedMail =
  | {
      readonly outcome: "revealed";
      readonly mailId: MailId;
      readonly recipient: string;
      readonly subject: string;
      readonly text: string;
      /** By the names of their placeholders. */
      readonly secrets: Readonly<Record<string, string>>;
    }
  | { readonly outcome: "not kept" | "admins alone" | "lost" };

/**
 * Returns the whole text of a `kept` mail once; the mail counts as sent from then on, and its
 * secrets are deleted.
 */
export async function revealMail(
  db: Database,
  encryption: MailEncryption,
  mailId: string,
  actor: OperatorActor,
  now: Date,
): Promise<RevealedMail> {
  return db.transaction<RevealedMail>(async (tx) => {
    const mail = await lockUnsentMail(tx, mailId, ["kept"]);
    if (mail === undefined) return { outcome: "not kept" };
    if (grantsConsoleAccess(mail) && actor.operator.role !== "admin")
      return { outcome: "admins alone" };
    const { body, recipient, subject, encryptedSecrets, accountId } = mail;
    const secrets =
      encryptedSecrets === null ? {} : encryption.decrypt(mail.mailId, encryptedSecrets);
    const names = [...listPlaceholders(body)];
    if (secrets === undefined || !names.every((name) => Object.hasOwn(secrets, name))) {
      return { outcome: "lost" };
    }
    await markSent(tx, mail.mailId, now, actor.operator.name);
    recordAuditEvent(tx, {
      actor,
      action: "delivered an e-mail manually",
      subjectKind: "mail",
      subjectId: mail.mailId,
      accountId,
      before: { state: "kept" },
      after: { state: "sent", recipient },
      now,
    });
    const text = fillSecrets(body, secrets);
    return { outcome: "revealed", mailId: mail.mailId, recipient, subject, text, secrets };
  });
}
