// The places of secrets in a mail's text: {{name}}.

import { createEncryptor, deriveKey } from "../encryptor.ts";
import type { MailId } from "./queries.ts";

/** Values of a mail's placeholders, by name. */
export type MailSecrets = Readonly<Record<string, string>>;

/** Encrypts the secrets of a mail; those of one mail cannot be decrypted as those of another. */
export type MailEncryption = {
  close(mailId: MailId, secrets: MailSecrets): Buffer;
  /** What was closed, or undefined where it was not closed for this mail by this SECRET_KEY. */
  open(mailId: MailId, encrypted: Uint8Array): MailSecrets | undefined;
};

const placeholder = /\{\{([a-zA-Z]+)\}\}/g;

/** The names for which a text has a place. */
export function listPlaceholders(text: string): ReadonlySet<string> {
  return new Set(Array.from(text.matchAll(placeholder), ([, name = ""]) => name));
}

/**
 * The text with each secret in its place. It is read once, so a secret that looks like a place
 * stays as it is, and so does a place without a secret.
 */
export function fillSecrets(text: string, secrets: Readonly<Record<string, string>>): string {
  return text.replace(placeholder, (whole, name: string) =>
    Object.hasOwn(secrets, name) ? (secrets[name] ?? whole) : whole,
  );
}

/** Seals with a key derived from `secret`, the configured or kept SECRET_KEY (decision 77). */
export function createMailEncryption(secret: Buffer): MailEncryption {
  const sealing = createEncryptor(deriveKey(secret, "partsdesk mail secrets"));
  return {
    close: (mailId, secrets) => sealing.close(mailId, Buffer.from(JSON.stringify(secrets))),
    open(mailId, encrypted) {
      const plain = sealing.open(mailId, encrypted);
      return plain === undefined ? undefined : (JSON.parse(plain.toString()) as MailSecrets);
    },
  };
}
