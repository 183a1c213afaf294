// The mail with which whoever forgot a password chooses another.
import { formatMoment } from "../day.ts";
import { greet } from "./greet.ts";
import type { MailMessage } from "./queueMail.ts";

/** A reset as its mail tells it; the link is a secret. */
export type ResetMail = {
  readonly accountId: MailMessage["accountId"];
  readonly email: string;
  readonly name: string;
  readonly link: string;
  readonly expiresAt: Date;
  readonly supportEmail: string;
};

/** The reset as a mail. */
export function renderResetMail(reset: ResetMail): MailMessage {
  const { accountId, email, name, link, expiresAt, supportEmail } = reset;
  return {
    kind: "reset",
    to: email,
    accountId,
    subject: "Choose a new password",
    text: `${greet(name)}

somebody, we hope you, asked for a new password for ${email}. Choose it here:

{{link}}

The link is good once, until ${formatMoment(expiresAt)}. A new password ends every session.
If it was not you, leave this mail: your password stays as it is. Questions go to ${supportEmail}.
`,
    secrets: { link },
  };
}
