// Issuing a key that reaches its holder by mail: key and mail are one transaction.
import type { Database } from "../db/database.ts";
import { type MailId, type MailMessage, type MailSeal, queueMail } from "../mail/queueMail.ts";
import { type KeyMail, writeKeyMail } from "../mail/writeKeyMail.ts";
import type { Account } from "./account.ts";
import { type IssuedKey, issueKey } from "./issueKey.ts";

export type MailedKey = {
  readonly issued: IssuedKey;
  readonly mailId: MailId;
  readonly message: MailMessage;
};

/** Issues a key and queues the mail that brings it to the account's address (decision 10). */
export async function mailNewKey(
  db: Database,
  seal: MailSeal,
  request: {
    readonly account: Account;
    readonly name: string;
    readonly expiresAt: Date | null;
    readonly now: Date;
    readonly mail: Pick<KeyMail, "publicUrl" | "prefix" | "supportEmail" | "partNumber">;
  },
): Promise<MailedKey> {
  const { account, name, expiresAt, now, mail } = request;
  const { accountId, name: accountName, email } = account;
  return db.transaction(async (tx) => {
    const issued = await issueKey(tx, { accountId, name, expiresAt, now });
    const { key, lastFour } = issued;
    const told = { accountId, accountName, email, key, keyName: name, lastFour, expiresAt };
    const message = writeKeyMail({ ...told, ...mail });
    return { issued, message, mailId: await queueMail(tx, seal, message, now) };
  });
}
