import { createEncryptor, deriveKey } from "../kit/encryptor.ts";
import type { MailId } from "./queries.ts";

export type MailSecrets = Readonly<Record<string, string>>;

/** Encrypts the secrets of a mail, bound to the mail. */
export type MailEncryption = {
  encrypt(mailId: MailId, secrets: MailSecrets): Buffer;
  /** Undefined if they were encrypted for another mail or with another SECRET_KEY. */
  decrypt(mailId: MailId, encrypted: Uint8Array): MailSecrets | undefined;
};

const placeholder = /\{\{([a-zA-Z]+)\}\}/g;

/** The names of the placeholders in a text. */
export function listPlaceholders(text: string): ReadonlySet<string> {
  return new Set(Array.from(text.matchAll(placeholder), ([, name = ""]) => name));
}

/**
 * Replaces each placeholder by its secret, in one pass: a secret that looks like a placeholder is
 * not replaced, nor is a placeholder without a secret.
 */
export function fillSecrets(text: string, secrets: Readonly<Record<string, string>>): string {
  const known = new Map(Object.entries(secrets));
  return text.replace(placeholder, (whole, name: string) => known.get(name) ?? whole);
}

/** Encrypts with a key derived from `secret`, the configured or stored SECRET_KEY. */
export function createMailEncryption(secret: Buffer): MailEncryption {
  const encryptor = createEncryptor(deriveKey(secret, "partsdesk mail secrets"));
  return {
    encrypt: (mailId, secrets) => encryptor.encrypt(mailId, Buffer.from(JSON.stringify(secrets))),
    decrypt(mailId, encrypted) {
      const plain = encryptor.decrypt(mailId, encrypted);
      return plain === undefined ? undefined : (JSON.parse(plain.toString()) as MailSecrets);
    },
  };
}
