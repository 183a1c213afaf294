// The mail that tells people that their password was changed.
import { formatMoment } from "../day.ts";
import { greet } from "./greet.ts";
import type { MailMessage } from "./queueMail.ts";

/** A changed password as its mail tells it. */
export type PasswordMail = {
  readonly accountId: MailMessage["accountId"];
  readonly email: string;
  readonly name: string;
  /** The address at whose door they sign in. */
  readonly signInUrl: string;
  readonly supportEmail: string;
  readonly now: Date;
};

/** The change as a mail. */
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
