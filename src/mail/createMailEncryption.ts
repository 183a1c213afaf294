// How a mail's secrets are kept until it is handed over: sealed, and bound to the mail, so that
// neither a copy of the database nor another row opens them.
import { createEncryptor, deriveKey } from "../encryptor.ts";
import type { MailEncryption, MailSecrets } from "./queueMail.ts";

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
