// Bytes that the service must be able to read again and nobody else may: AES-256-GCM under a key
// derived from SECRET_KEY, each bound to what it is for, so that it opens for nothing else.
import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from "node:crypto";

export type Encryptor = {
  /** The bytes, encrypted and authenticated; each time another result. */
  close(boundTo: string, plain: Uint8Array): Buffer;
  /** What was closed, or undefined where it was not closed by this key for the same. */
  open(boundTo: string, sealed: Uint8Array): Buffer | undefined;
};

const algorithm = "aes-256-gcm";
const nonceBytes = 12;
const tagBytes = 16;
const keyBytes = 32;

/** A key of its own for each use of `secret`, the configured or kept SECRET_KEY. */
export function deriveKey(secret: Buffer, use: string): Buffer {
  return Buffer.from(hkdfSync("sha256", secret, "", use, keyBytes));
}

/** Seals with the key of a use. */
export function createEncryptor(key: Buffer): Encryptor {
  return {
    close(boundTo, plain) {
      const nonce = randomBytes(nonceBytes);
      const cipher = createCipheriv(algorithm, key, nonce);
      cipher.setAAD(Buffer.from(boundTo));
      const body = Buffer.concat([cipher.update(plain), cipher.final()]);
      return Buffer.concat([nonce, cipher.getAuthTag(), body]);
    },
    open(boundTo, sealed) {
      if (sealed.length < nonceBytes + tagBytes) return undefined;
      const decipher = createDecipheriv(algorithm, key, sealed.subarray(0, nonceBytes), {
        authTagLength: tagBytes,
      });
      decipher.setAAD(Buffer.from(boundTo));
      decipher.setAuthTag(sealed.subarray(nonceBytes, nonceBytes + tagBytes));
      const body = decipher.update(sealed.subarray(nonceBytes + tagBytes));
      try {
        return Buffer.concat([body, decipher.final()]);
      } catch {
        // The tag is wrong: the only thing that `final` can find.
        return undefined;
      }
    },
  };
}
