import { formatMoment } from "../day.ts";
import { greet } from "./mailText.ts";
import type { MailMessage } from "./queueMail.ts";

/** `left`: the number of unused recovery codes. */
export type SecondFactorChange =
  | { readonly kind: "turned on" | "turned off" | "recovery codes renewed" }
  | { readonly kind: "recovery code used"; readonly left: number };

export type SecondFactorMail = {
  readonly accountId: MailMessage["accountId"];
  readonly email: string;
  readonly name: string;
  readonly change: SecondFactorChange;
  /** The site where they sign in. */
  readonly signInUrl: string;
  readonly supportEmail: string;
  readonly now: Date;
};

function describeChange(change: SecondFactorChange): { subject: string; what: string } {
  switch (change.kind) {
    case "turned on":
      return {
        subject: "Your second factor is on",
        what: "signing in now also asks for a code of your authenticator app; it was turned on",
      };
    case "turned off":
      return {
        subject: "Your second factor is off",
        what: "signing in no longer asks for a code of your authenticator app; it was turned off",
      };
    case "recovery codes renewed":
      return {
        subject: "You have new recovery codes",
        what: "your recovery codes were replaced, and the earlier ones are good no more,",
      };
    case "recovery code used":
      return {
        subject: "A recovery code was used to sign in",
        what: `a recovery code was used to sign in, ${change.left} are left,`,
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

${what} on ${formatMoment(now)}, for ${email}.

If it was not you, choose another password at once, and tell us at ${supportEmail}:

${signInUrl}/forgotten
`,
  };
}
