// Encrypts and hashes sign-in secrets by purpose: a value encrypted for one purpose cannot be
// decrypted for another.
import { createHmac } from "node:crypto";
import { createEncryptor, deriveKey, type Encryptor } from "../kit/encryptor.ts";

type EncryptionPurpose = "second factor" | "second step" | "recovery code";

export type Encryption = {
  encrypt(purpose: EncryptionPurpose, plain: Uint8Array): ReturnType<Encryptor["encrypt"]>;
  decrypt(purpose: EncryptionPurpose, encrypted: Uint8Array): ReturnType<Encryptor["decrypt"]>;
  /** A keyed hash: equal for equal texts, worthless without SECRET_KEY. */
  digest(purpose: EncryptionPurpose, text: string): Buffer;
};

/** Derives the keys from `secret`, the configured or stored SECRET_KEY. */
export function createEncryption(secret: Buffer): Encryption {
  const digestKey = deriveKey(secret, "partsdesk people: digest");
  return {
    ...createEncryptor(deriveKey(secret, "partsdesk people: seal")),
    digest: (purpose, text) =>
      createHmac("sha256", digestKey).update(`${purpose}\0${text}`).digest(),
  };
}
