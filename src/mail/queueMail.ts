// Queues a mail in the transaction of the event it reports: both are committed, or neither. Secrets
// are {{name}} in the text and stored encrypted.

import type { Transaction } from "../db/database.ts";
import { newId } from "../db/newId.ts";
import { listPlaceholders, type MailEncryption, type MailSecrets } from "./mailSecrets.ts";
import { cleanLines, oneLine } from "./mailText.ts";
import { insertMail, type MailId, type MailKind } from "./queries.ts";

/** `text` contains {{name}} for each of `secrets`. */
export type MailMessage = {
  readonly kind: MailKind;
  /** One address: name@host. */
  readonly to: string;
  readonly accountId: string | null;
  readonly subject: string;
  readonly text: string;
  readonly secrets?: MailSecrets;
};

/** The person whom a mail is about and for. */
export type MailedPerson = {
  readonly accountId: string | null;
  readonly email: string;
  readonly name: string;
  readonly supportEmail: string;
};

const maxSubjectLength = 200;
const maxTextLength = 200_000;

/** One mailbox: no name, list, white space or quoted characters. */
const mailbox = /^[^\s@<>()[\]\\,;:"\p{C}]{1,64}@[^\s@<>()[\]\\,;:"\p{C}]{1,253}$/u;

export function isMailbox(text: string): boolean {
  return text.length <= 254 && mailbox.test(text);
}

/**
 * Stores a mail; the database adds the job that sends it. The subject becomes one line, the text
 * loses its control characters. Throws if `to` is not one address, the text is too long, or a
 * secret has no placeholder: these are errors of the caller.
 */
export async function queueMail(
  tx: Transaction,
  encryption: MailEncryption,
  message: MailMessage,
  now: Date,
): Promise<MailId> {
  const { kind, to, accountId, secrets = {} } = message;
  if (!isMailbox(to)) throw new Error(`The mail "${kind}" has no valid address.`);
  const body = cleanLines(message.text);
  if (body.length > maxTextLength) throw new Error(`The mail "${kind}" is too long.`);
  const placeholders = listPlaceholders(body);
  const names = Object.keys(secrets);
  const lost = names.find((name) => !placeholders.has(name));
  if (lost !== undefined) throw new Error(`The mail "${kind}" has no placeholder for {{${lost}}}.`);
  const mailId = newId() as MailId;
  const encryptedSecrets = names.length === 0 ? null : encryption.encrypt(mailId, secrets);
  const subject = oneLine(message.subject, maxSubjectLength);
  await insertMail(tx, {
    mailId,
    kind,
    accountId,
    recipient: to,
    subject,
    body,
    encryptedSecrets,
    now,
  });
  return mailId;
}
