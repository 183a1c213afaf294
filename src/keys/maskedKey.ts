import { fillSecrets } from "../mail/mailSecrets.ts";
import type { MailMessage } from "../mail/queueMail.ts";

const mask = "•";

export const maskedText = mask.repeat(8);

export const maskedKey = { key: `sk_live_${maskedText}`, lastFour: mask.repeat(4) } as const;

export type MaskedMessage = {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
};

/** Renders a mail with masked secrets for a preview. */
export function maskMessage({ to, subject, text, secrets = {} }: MailMessage): MaskedMessage {
  return { to, subject, text: fillSecrets(text, secrets) };
}
