// A key as it stands in a mail that is shown before it is sent: its own characters are not there.
import { fillSecrets } from "../mail/mailSecrets.ts";
import type { MailMessage } from "../mail/queueMail.ts";

const mask = "•";

/** What stands in place of a secret's characters. */
export const maskedText = mask.repeat(8);

/** What stands in place of a key and of its last four characters. */
export const maskedKey = { key: `sk_live_${maskedText}`, lastFour: mask.repeat(4) } as const;

/** A mail as it will be read. */
export type MaskedMessage = {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
};

/** The mail of a masked key, to be shown. */
export function maskMessage({ to, subject, text, secrets = {} }: MailMessage): MaskedMessage {
  return { to, subject, text: fillSecrets(text, secrets) };
}
