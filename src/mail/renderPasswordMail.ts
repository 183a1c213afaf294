import { formatMoment } from "../day.ts";
import { greet } from "./mailText.ts";
import type { MailMessage } from "./queueMail.ts";

export type PasswordMail = {
  readonly accountId: MailMessage["accountId"];
  readonly email: string;
  readonly name: string;
  /** The site where they sign in. */
  readonly signInUrl: string;
  readonly supportEmail: string;
  readonly now: Date;
};

/** Notifies a person that their password was changed. */
export function renderPasswordMail(change: PasswordMail): MailMessage {
  const { accountId, email, name, signInUrl, supportEmail, now } = change;
  return {
    kind: "password changed",
    to: email,
    accountId,
    subject: "Your password was changed",
    text: `${greet(name)}

the password for ${email} was changed on ${formatMoment(now)}. Sessions in other places have ended.

If it was not you, choose another password at once, and tell us at ${supportEmail}:

${signInUrl}/forgotten
`,
  };
}

/** The link is a secret. */
export type ResetMail = {
  readonly accountId: MailMessage["accountId"];
  readonly email: string;
  readonly name: string;
  readonly link: string;
  readonly expiresAt: Date;
  readonly supportEmail: string;
};

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
