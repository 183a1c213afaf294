import { formatMoment } from "../kit/day.ts";
import { greet } from "./mailText.ts";
import type { MailedPerson, MailMessage } from "./queueMail.ts";

/** `left`: the number of unused recovery codes. */
export type SecondFactorChange =
  | { readonly kind: "turned on" | "turned off" | "recovery codes renewed" }
  | { readonly kind: "recovery code used"; readonly left: number };

type SecondFactorMail = MailedPerson & {
  readonly change: SecondFactorChange;
  readonly signInUrl: string;
  readonly now: Date;
};

function describeChange(change: SecondFactorChange): { subject: string; what: string } {
  switch (change.kind) {
    case "turned on":
      return {
        subject: "Two-factor authentication is on",
        what: "Two-factor authentication was turned on. Sign-in now requires a code from your app.",
      };
    case "turned off":
      return {
        subject: "Two-factor authentication is off",
        what: "Two-factor authentication was turned off. Sign-in no longer requires a code.",
      };
    case "recovery codes renewed":
      return {
        subject: "You have new recovery codes",
        what: "Your recovery codes were replaced. The old ones no longer work.",
      };
    case "recovery code used":
      return {
        subject: "A recovery code was used to sign in",
        what: `A recovery code was used to sign in. Unused codes left: ${change.left}.`,
      };
  }
}

/** Notifies a person of a change to their second factor. */
export function renderSecondFactorMail(mail: SecondFactorMail): MailMessage {
  const { accountId, email, name, change, signInUrl, supportEmail, now } = mail;
  const { subject, what } = describeChange(change);
  return {
    kind: "second factor changed",
    to: email,
    accountId,
    subject,
    text: `${greet(name)}

${what}

For:  ${email}
On:   ${formatMoment(now)}

If this was not you, choose another password immediately and write to ${supportEmail}:

${signInUrl}/forgotten
`,
  };
}
