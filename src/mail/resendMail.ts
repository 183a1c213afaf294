import type { OperatorActor } from "../audit/actor.ts";
import { recordAuditEvent } from "../audit/recordAuditEvent.ts";
import type { Database, Transaction } from "../db/database.ts";
import { listPlaceholders, type MailEncryption } from "./mailSecrets.ts";
import { type MailDetails, requeueMail, selectMail } from "./outboxQueries.ts";
import { lockUnsentMail, type MailId } from "./queries.ts";
import { queueMail } from "./queueMail.ts";

/**
 * `copied`: the mail was sent before, and a copy is queued. `sealed`: its secret is deleted, so it
 * cannot be sent again. `waiting`: it is queued already.
 */
export type Resent =
  | { readonly outcome: "queued" | "copied"; readonly mailId: MailId }
  | { readonly outcome: "sealed" | "waiting" | "unknown" };

async function sendAgain(
  tx: Transaction,
  encryption: MailEncryption,
  mail: MailDetails,
  now: Date,
): Promise<Resent> {
  const hasSecret = listPlaceholders(mail.body).size > 0;
  if (mail.state !== "queued" && hasSecret && !mail.hasSecrets) return { outcome: "sealed" };
  if (await requeueMail(tx, mail.mailId, now)) return { outcome: "queued", mailId: mail.mailId };
  if (mail.state !== "sent") return { outcome: "waiting" };
  if (hasSecret) return { outcome: "sealed" };
  const { kind, recipient: to, accountId, subject, body: text } = mail;
  const mailId = await queueMail(tx, encryption, { kind, to, accountId, subject, text }, now);
  return { outcome: "copied", mailId };
}

export async function resendMail(
  db: Database,
  encryption: MailEncryption,
  mailId: string,
  actor: OperatorActor,
  now: Date,
): Promise<Resent> {
  return db.transaction<Resent>(async (tx) => {
    // Its key may be revoked at the same time, which deletes its secrets.
    await lockUnsentMail(tx, mailId, ["kept", "failed", "bounced"]);
    const mail = await selectMail(tx, mailId);
    if (mail === undefined) return { outcome: "unknown" };
    const resent = await sendAgain(tx, encryption, mail, now);
    if (resent.outcome === "queued" || resent.outcome === "copied") {
      recordAuditEvent(tx, {
        actor,
        action: "resent an e-mail",
        subjectKind: "mail",
        subjectId: mail.mailId,
        accountId: mail.accountId,
        before: { state: mail.state, last_error: mail.lastError },
        after: { state: "queued", mail_id: resent.mailId },
        now,
      });
    }
    return resent;
  });
}
