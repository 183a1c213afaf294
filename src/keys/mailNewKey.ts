// Issuing and replacing keys that are delivered by mail. Invariant: key and mail are stored in one
// transaction; the issuing operator sees the key only if no server sends the mail.

import type { Account, ApiKey, KeyId } from "../accounts/account.ts";
import type { Actor } from "../audit/actor.ts";
import type { Database } from "../db/database.ts";
import { violates } from "../db/databaseErrors.ts";
import { fillSecrets, type MailEncryption } from "../mail/mailSecrets.ts";
import type { MailId } from "../mail/queries.ts";
import { type MailMessage, queueMail } from "../mail/queueMail.ts";
import { type KeyMail, renderKeyMail, renderRotatedKeyMail } from "../mail/renderKeyMail.ts";
import { type IssuedKey, issueKey, type NewKey } from "./issueKey.ts";
import { type RotatedKey, type Rotation, replaceKey } from "./rotateKey.ts";

export type KeyMailParts = Pick<KeyMail, "publicUrl" | "supportEmail" | "partNumber">;

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

const mask = "•";

export const maskedText = mask.repeat(8);

export const maskedKey = { key: `sk_live_${maskedText}`, lastFour: mask.repeat(4) } as const;

export type MaskedMessage = {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
};

/** Renders a mail with masked secrets for a preview. */
export function maskMessage({ to, subject, text, secrets = {} }: MailMessage): MaskedMessage {
  return { to, subject, text: fillSecrets(text, secrets) };
}

/** Previews the mail of a key that is not issued yet, with the key masked. */
export function previewNewKey(
  account: Account,
  key: { readonly name: string; readonly expiresAt: Date | null },
  parts: KeyMailParts,
): MaskedMessage {
  return maskMessage(renderKeyMail(toKeyMail(account, { ...key, ...maskedKey }, parts)));
}

/** Issues a key and queues the mail that delivers it to the account's address. */
export async function mailNewKey(
  db: Database,
  encryption: MailEncryption,
  request: Omit<NewKey, "accountId" | "meets"> & {
    readonly actor: Actor;
    readonly account: Account;
    readonly mail: KeyMailParts;
  },
): Promise<MailedKey> {
  const { account, mail, ...key } = request;
  return db.transaction(async (tx) => {
    const issued = await issueKey(tx, { ...key, accountId: account.accountId });
    const message = renderKeyMail(toKeyMail(account, issued, mail));
    return { issued, message, mailId: await queueMail(tx, encryption, message, key.now) };
  });
}

/**
 * The same for a form that contains the id of the new key, so that repeated or concurrent requests
 * issue one key. Undefined if it was issued before.
 */
export async function mailKeyOnce(
  db: Database,
  encryption: MailEncryption,
  request: Parameters<typeof mailNewKey>[2] & { readonly keyId: KeyId },
): Promise<MailedKey | undefined> {
  try {
    return await mailNewKey(db, encryption, request);
  } catch (error) {
    if (violates(error, "api_keys_pkey")) return undefined;
    throw error;
  }
}

/** `mailId` is the mail that delivers the new key. */
type MailedRotation =
  | Exclude<RotatedKey, { readonly outcome: "rotated" }>
  | (Extract<RotatedKey, { readonly outcome: "rotated" }> & { readonly mailId: MailId });

export async function mailRotatedKey(
  db: Database,
  encryption: MailEncryption,
  account: Account,
  rotation: Omit<Rotation, "choice"> & { readonly old: ApiKey },
  parts: KeyMailParts,
): Promise<MailedRotation> {
  const { old, now } = rotation;
  return db.transaction(async (tx) => {
    const rotated = await replaceKey(tx, { ...rotation, choice: old });
    if (rotated.outcome !== "rotated") return rotated;
    const { issued, oldKeyEndsAt: endsAt } = rotated;
    const replaced = { lastFour: old.lastFour, endsAt, ended: endsAt <= now };
    const message = renderRotatedKeyMail(toKeyMail(account, issued, parts), replaced);
    return { ...rotated, mailId: await queueMail(tx, encryption, message, now) };
  });
}
