// How a mail's secrets are kept until it is handed over: AES-256-GCM under a key derived from
// SECRET_KEY, bound to the mail, so that neither a copy of the database nor another row opens them.
import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from "node:crypto";
import type { MailSeal, MailSecrets } from "./queueMail.ts";

const algorithm = "aes-256-gcm";
const nonceBytes = 12;
const tagBytes = 16;
const keyBytes = 32;

/** Seals with a key derived from `secret`, the configured or kept SECRET_KEY (decision 77). */
export function createMailSeal(secret: Buffer): MailSeal {
  const key = Buffer.from(hkdfSync("sha256", secret, "", "partsdesk mail secrets", keyBytes));
  return {
    close(mailId, secrets) {
      const nonce = randomBytes(nonceBytes);
      const cipher = createCipheriv(algorithm, key, nonce);
      cipher.setAAD(Buffer.from(mailId));
      const body = Buffer.concat([cipher.update(JSON.stringify(secrets)), cipher.final()]);
      return Buffer.concat([nonce, cipher.getAuthTag(), body]);
    },
    open(mailId, sealed) {
      if (sealed.length < nonceBytes + tagBytes) return undefined;
      const decipher = createDecipheriv(algorithm, key, sealed.subarray(0, nonceBytes), {
        authTagLength: tagBytes,
      });
      decipher.setAAD(Buffer.from(mailId));
      decipher.setAuthTag(sealed.subarray(nonceBytes, nonceBytes + tagBytes));
      const body = decipher.update(sealed.subarray(nonceBytes + tagBytes));
      try {
        const plain = Buffer.concat([body, decipher.final()]);
        return JSON.parse(plain.toString()) as MailSecrets;
      } catch {
        // The tag is wrong: what carries a right one was written by `close`.
        return undefined;
      }
    },
  };
}
