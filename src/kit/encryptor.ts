// Reversible encryption: AES-256-GCM with a key derived from SECRET_KEY. Each value is bound to its
// use and cannot be decrypted for another.
import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from "node:crypto";

export type Encryptor = {
  /** Encrypts and authenticates; the result differs each time. */
  encrypt(boundTo: string, plain: Uint8Array): Buffer;
  /** Decrypts; undefined if it was encrypted with another key or for another use. */
  decrypt(boundTo: string, encrypted: Uint8Array): Buffer | undefined;
};

const algorithm = "aes-256-gcm";
const nonceBytes = 12;
const tagBytes = 16;
const keyBytes = 32;

/** A separate key for each use of `secret`, the configured or stored SECRET_KEY. */
export function deriveKey(secret: Buffer, use: string): Buffer {
  return Buffer.from(hkdfSync("sha256", secret, "", use, keyBytes));
}

export function createEncryptor(key: Buffer): Encryptor {
  return {
    encrypt(boundTo, plain) {
      const nonce = randomBytes(nonceBytes);
      const cipher = createCipheriv(algorithm, key, nonce);
      cipher.setAAD(Buffer.from(boundTo));
      const body = Buffer.concat([cipher.update(plain), cipher.final()]);
      return Buffer.concat([nonce, cipher.getAuthTag(), body]);
    },
    decrypt(boundTo, encrypted) {
      if (encrypted.length < nonceBytes + tagBytes) return undefined;
      const decipher = createDecipheriv(algorithm, key, encrypted.subarray(0, nonceBytes), {
        authTagLength: tagBytes,
      });
      decipher.setAAD(Buffer.from(boundTo));
      decipher.setAuthTag(encrypted.subarray(nonceBytes, nonceBytes + tagBytes));
      const body = decipher.update(encrypted.subarray(nonceBytes + tagBytes));
      try {
        return Buffer.concat([body, decipher.final()]);
      } catch {
        // A wrong tag is the only failure of `final`.
        return undefined;
      }
    },
  };
}
