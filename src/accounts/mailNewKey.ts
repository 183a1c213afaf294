// Keys that reach their holder by mail, new ones and those in place of another: key and mail are one
// transaction, and who issues it does not see it.
import type { Database } from "../db/database.ts";
import { type MailId, type MailMessage, type MailSeal, queueMail } from "../mail/queueMail.ts";
import { type KeyMail, writeKeyMail } from "../mail/writeKeyMail.ts";
import type { Account } from "./account.ts";
import type { DeedBy } from "./changeOperatorRole.ts";
import { type IssuedKey, issueKey } from "./issueKey.ts";
import { type RotatedKey, type Rotation, replaceKey } from "./rotateKey.ts";

/** What a mail says beside the key itself. */
export type KeyMailParts = Pick<KeyMail, "publicUrl" | "prefix" | "supportEmail" | "partNumber">;

export type MailedKey = {
  readonly issued: IssuedKey;
  readonly mailId: MailId;
  readonly message: MailMessage;
};

function writeMail(
  { accountId, name: accountName, email }: Account,
  issued: IssuedKey,
  more: KeyMailParts & Pick<KeyMail, "replaces">,
): MailMessage {
  const { key, name: keyName, lastFour, expiresAt } = issued;
  return writeKeyMail({
    accountId,
    accountName,
    email,
    key,
    keyName,
    lastFour,
    expiresAt,
    ...more,
  });
}

/**
 * Issues a key and queues the mail that brings it to the account's address (decision 10). `by` is
 * the operator or the shell, for the audit.
 */
export async function mailNewKey(
  db: Database,
  seal: MailSeal,
  request: {
    readonly account: Account;
    readonly name: string;
    readonly expiresAt: Date | null;
    readonly now: Date;
    readonly mail: KeyMailParts;
    readonly by?: DeedBy;
  },
): Promise<MailedKey> {
  const { account, name, expiresAt, now, mail, by = null } = request;
  const { accountId } = account;
  return db.transaction(async (tx) => {
    const issued = await issueKey(tx, { accountId, name, expiresAt, now, by });
    const message = writeMail(account, issued, mail);
    return { issued, message, mailId: await queueMail(tx, seal, message, now) };
  });
}

/** Replaces a key of an account and queues the mail that brings the new one. */
export async function mailRotatedKey(
  db: Database,
  seal: MailSeal,
  account: Account,
  rotation: Rotation,
  mail: KeyMailParts,
): Promise<RotatedKey> {
  const { now } = rotation;
  return db.transaction(async (tx) => {
    const rotated = await replaceKey(tx, rotation);
    if (rotated.outcome !== "rotated") return rotated;
    const replaces = { endsAt: rotated.oldKeyEndsAt, isOver: rotated.oldKeyEndsAt <= now };
    const message = writeMail(account, rotated.issued, { ...mail, replaces });
    await queueMail(tx, seal, message, now);
    return rotated;
  });
}
