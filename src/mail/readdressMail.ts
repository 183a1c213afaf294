import type { Transaction } from "../db/database.ts";
import type { EmailAddress } from "./emailAddress.ts";
import { listPlaceholders, type MailEncryption } from "./mailSecrets.ts";
import { markDismissed } from "./outbox.ts";
import { eraseSecrets, lockUnsentMail, type MailId, undelivered } from "./queries.ts";
import { queueMail } from "./queueMail.ts";

/**
 * Queues an undelivered mail again, to another address. The first one is dismissed and its secrets
 * are deleted. Undefined if it is not undelivered, or if its secrets can't be read.
 */
export async function readdressMail(
  tx: Transaction,
  encryption: MailEncryption,
  { mailId, to }: { readonly mailId: MailId; readonly to: EmailAddress },
  now: Date,
): Promise<{ readonly mailId: MailId; readonly recipient: string } | undefined> {
  const mail = await lockUnsentMail(tx, mailId, undelivered);
  if (mail === undefined) return undefined;
  const { kind, accountId, recipient, subject, body: text, encryptedSecrets } = mail;
  const secrets = encryptedSecrets === null ? {} : encryption.decrypt(mailId, encryptedSecrets);
  const names = [...listPlaceholders(text)];
  if (secrets === undefined || !names.every((name) => Object.hasOwn(secrets, name))) {
    return undefined;
  }
  await markDismissed(tx, mailId, now);
  await eraseSecrets(tx, mailId);
  const message = { kind, to, accountId, subject, text, secrets };
  return { mailId: await queueMail(tx, encryption, message, now), recipient };
}
