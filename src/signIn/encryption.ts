// What people's secrets are sealed and hashed with: by purpose, so that what was sealed for one
// thing opens for no other.
import { createHmac } from "node:crypto";
import { createEncryptor, deriveKey, type Encryptor } from "../encryptor.ts";

/** What a sealed value is for; it must be the same when it is opened. */
export type EncryptionPurpose = "second factor" | "second step" | "recovery code";

export type Encryption = {
  close(purpose: EncryptionPurpose, plain: Uint8Array): ReturnType<Encryptor["close"]>;
  open(purpose: EncryptionPurpose, sealed: Uint8Array): ReturnType<Encryptor["open"]>;
  /** A keyed hash: equal for equal texts, worthless without SECRET_KEY. */
  digest(purpose: EncryptionPurpose, text: string): Buffer;
};

/** Seals with keys derived from `secret`, the configured or kept SECRET_KEY. */
export function createEncryption(secret: Buffer): Encryption {
  const digestKey = deriveKey(secret, "partsdesk people: digest");
  return {
    ...createEncryptor(deriveKey(secret, "partsdesk people: seal")),
    digest: (purpose, text) =>
      createHmac("sha256", digestKey).update(`${purpose}\0${text}`).digest(),
  };
}
