// Keys that reach their holder by mail, new ones and those in place of another: key and mail are
// one transaction, and who issues it does not see it.

import type { Account, ApiKey, KeyId } from "../accounts/account.ts";
import type { Actor } from "../audit/actor.ts";
import type { Database } from "../db/database.ts";
import { violates } from "../db/databaseErrors.ts";
import type { MailEncryption } from "../mail/mailSecrets.ts";
import type { MailId } from "../mail/queries.ts";
import { type MailMessage, queueMail } from "../mail/queueMail.ts";
import { type KeyMail, renderKeyMail, renderRotatedKeyMail } from "../mail/renderKeyMail.ts";
import { type IssuedKey, issueKey } from "./issueKey.ts";
import { type MaskedMessage, maskedKey, maskMessage } from "./maskedKey.ts";
import { type RotatedKey, type Rotation, replaceKey } from "./rotateKey.ts";

/** What a mail says beside the key itself. */
export type KeyMailParts = Pick<KeyMail, "publicUrl" | "prefix" | "supportEmail" | "partNumber">;

export type MailedKey = {
  readonly issued: IssuedKey;
  readonly mailId: MailId;
  readonly message: MailMessage;
};

type NotifiedKey = Pick<IssuedKey, "name" | "lastFour" | "expiresAt"> & { readonly key: string };

function toKeyMail(
  { accountId, name: accountName, email }: Account,
  { key, name: keyName, lastFour, expiresAt }: NotifiedKey,
  parts: KeyMailParts,
): KeyMail {
  return { accountId, accountName, email, key, keyName, lastFour, expiresAt, ...parts };
}

/** The mail of a key that is not issued yet: as it will be, but for the key's own characters. */
export function previewNewKey(
  account: Account,
  key: { readonly name: string; readonly expiresAt: Date | null },
  parts: KeyMailParts,
): MaskedMessage {
  return maskMessage(renderKeyMail(toKeyMail(account, { ...key, ...maskedKey }, parts)));
}

/**
 * Issues a key and queues the mail that brings it to the account's address (decision 10).
 */
export async function mailNewKey(
  db: Database,
  seal: MailEncryption,
  request: {
    readonly account: Account;
    readonly name: string;
    readonly expiresAt: Date | null;
    readonly now: Date;
    readonly mail: KeyMailParts;
    readonly actor?: Actor;
    readonly keyId?: KeyId;
  },
): Promise<MailedKey> {
  const { account, name, expiresAt, now, mail, actor = null, keyId } = request;
  const { accountId } = account;
  return db.transaction(async (tx) => {
    const issued = await issueKey(tx, { accountId, name, expiresAt, now, actor, keyId });
    const message = renderKeyMail(toKeyMail(account, issued, mail));
    return { issued, message, mailId: await queueMail(tx, seal, message, now) };
  });
}

/**
 * The same for a form that was opened with the id its key will have: however often it is sent, and
 * by how many at once, there is one key. Undefined where there was one already.
 */
export async function mailKeyOnce(
  db: Database,
  seal: MailEncryption,
  request: Parameters<typeof mailNewKey>[2] & { readonly keyId: KeyId },
): Promise<MailedKey | undefined> {
  try {
    return await mailNewKey(db, seal, request);
  } catch (error) {
    if (violates(error, "api_keys_pkey")) return undefined;
    throw error;
  }
}

/** Replaces a key of an account and queues the mail that brings the new one. */
export async function mailRotatedKey(
  db: Database,
  seal: MailEncryption,
  account: Account,
  rotation: Omit<Rotation, "choice"> & { readonly old: ApiKey },
  parts: KeyMailParts,
): Promise<RotatedKey> {
  const { old, now } = rotation;
  return db.transaction(async (tx) => {
    const rotated = await replaceKey(tx, { ...rotation, choice: old });
    if (rotated.outcome !== "rotated") return rotated;
    const { issued, oldKeyEndsAt: endsAt } = rotated;
    const replaced = { lastFour: old.lastFour, endsAt, ended: endsAt <= now };
    const message = renderRotatedKeyMail(toKeyMail(account, issued, parts), replaced);
    await queueMail(tx, seal, message, now);
    return rotated;
  });
}
