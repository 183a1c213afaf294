// What the service must be able to read again and nobody else may: sealed under SECRET_KEY, by
// purpose, so that what was sealed for one thing opens for no other.
import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from "node:crypto";

/** What a sealed value is for; it must be the same when it is opened. */
export type SealPurpose = "second factor" | "second step" | "recovery code";

export type Seal = {
  /** The bytes, encrypted and authenticated; each time another result. */
  close(purpose: SealPurpose, plain: Uint8Array): Buffer;
  /** What was closed, or undefined where it was not closed here for this purpose. */
  open(purpose: SealPurpose, sealed: Uint8Array): Buffer | undefined;
  /** A keyed hash: equal for equal texts, worthless without SECRET_KEY. */
  digest(purpose: SealPurpose, text: string): Buffer;
};

const algorithm = "aes-256-gcm";
const nonceBytes = 12;
const tagBytes = 16;
const keyBytes = 32;

function deriveKey(secret: Buffer, use: string): Buffer {
  return Buffer.from(hkdfSync("sha256", secret, "", `partsdesk people: ${use}`, keyBytes));
}

/** Seals with keys derived from `secret`, the configured or kept SECRET_KEY. */
export function createSeal(secret: Buffer): Seal {
  const sealKey = deriveKey(secret, "seal");
  const digestKey = deriveKey(secret, "digest");
  return {
    close(purpose, plain) {
      const nonce = randomBytes(nonceBytes);
      const cipher = createCipheriv(algorithm, sealKey, nonce);
      cipher.setAAD(Buffer.from(purpose));
      const body = Buffer.concat([cipher.update(plain), cipher.final()]);
      return Buffer.concat([nonce, cipher.getAuthTag(), body]);
    },
    open(purpose, sealed) {
      if (sealed.length < nonceBytes + tagBytes) return undefined;
      const decipher = createDecipheriv(algorithm, sealKey, sealed.subarray(0, nonceBytes), {
        authTagLength: tagBytes,
      });
      decipher.setAAD(Buffer.from(purpose));
      decipher.setAuthTag(sealed.subarray(nonceBytes, nonceBytes + tagBytes));
      const body = decipher.update(sealed.subarray(nonceBytes + tagBytes));
      try {
        return Buffer.concat([body, decipher.final()]);
      } catch {
        // The tag is wrong: the only thing that `final` can find.
        return undefined;
      }
    },
    digest: (purpose, text) =>
      createHmac("sha256", digestKey).update(`${purpose}\0${text}`).digest(),
  };
}
