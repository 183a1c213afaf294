import { formatMoment } from "../kit/day.ts";
import { greet } from "./mailText.ts";
import type { MailedPerson, MailMessage } from "./queueMail.ts";

export function renderPasswordMail(
  change: MailedPerson & { readonly signInUrl: string; readonly now: Date },
): MailMessage {
  const { accountId, email, name, signInUrl, supportEmail, now } = change;
  return {
    kind: "password changed",
    to: email,
    accountId,
    subject: "Your password was changed",
    text: `${greet(name)}

The password for ${email} was changed on ${formatMoment(now)}. All other sessions were signed out.

If this was not you, choose another password immediately and write to ${supportEmail}:

${signInUrl}/forgotten
`,
  };
}

/** The link is a secret. */
export function renderResetMail(
  reset: MailedPerson & { readonly link: string; readonly expiresAt: Date },
): MailMessage {
  const { accountId, email, name, link, expiresAt, supportEmail } = reset;
  return {
    kind: "reset",
    to: email,
    accountId,
    subject: "Choose a new password",
    text: `${greet(name)}

A new password for ${email} was requested. To choose one, open this link:

{{link}}

The link works once, until ${formatMoment(expiresAt)}. A new password ends all your sessions.
If you did not request this, ignore this e-mail: your password does not change. If you have a
question, write to ${supportEmail}.
`,
    secrets: { link },
  };
}
