// Notifies the admins of an account of a change to one of its keys.
import { formatMoment } from "../day.ts";
import { oneLine } from "./mailText.ts";
import type { MailMessage } from "./queueMail.ts";
import type { KeyMailFacts } from "./renderKeyMail.ts";

/** `network`: where the key was used for the first time. */
export type KeyChange =
  | { readonly change: "issued" | "replaced" | "revoked" }
  | { readonly change: "used"; readonly network: string };

type KeyChangeMail = Omit<KeyMailFacts, "expiresAt" | "prefix" | "partNumber"> & {
  readonly at: Date;
  readonly what: KeyChange;
  readonly endsAt: Date | null;
};

function describe({ what, endsAt, at }: KeyChangeMail): { subject: string; text: string } {
  const on = formatMoment(at);
  switch (what.change) {
    case "issued":
      return { subject: "was issued", text: `was issued on ${on}.` };
    case "revoked":
      return {
        subject: "was revoked",
        text: `was revoked on ${on}. It no longer works.`,
      };
    case "replaced": {
      const end =
        endsAt === null || endsAt <= at ? "no longer works" : `works until ${formatMoment(endsAt)}`;
      return {
        subject: "was replaced",
        text: `was replaced on ${on} by a new key with the same name. The old key ${end}.`,
      };
    }
    case "used":
      return {
        subject: "was used from a new network",
        text: `was used on ${on} from a network where it was never used before:

${what.network}`,
      };
  }
}

export function renderKeyChangeMail(mail: KeyChangeMail): MailMessage {
  const { accountId, email, lastFour, publicUrl, supportEmail } = mail;
  const name = oneLine(mail.keyName);
  const { subject, text } = describe(mail);
  return {
    kind: "key changed",
    to: email,
    accountId,
    subject: `Your API key ${name}, ending in ${lastFour}, ${subject}`,
    text: `Hello,

The API key ${name}, ending in ${lastFour}, of ${oneLine(mail.accountName)}
${text}

If you expected this, you do not need to do anything. If not, revoke the key and write to
${supportEmail}:

${publicUrl}/developers
`,
  };
}
