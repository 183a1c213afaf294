// Notifies the admins of an account of a change to one of its keys.
import { formatMoment } from "../kit/day.ts";
import { oneLine } from "./mailText.ts";
import type { MailMessage } from "./queueMail.ts";
import type { KeyMailFacts } from "./renderKeyMail.ts";

/** `network`: where the key was used for the first time. */
export type KeyChange =
  | { readonly change: "issued" | "replaced" | "revoked" }
  | { readonly change: "used"; readonly network: string };

type KeyChangeMail = Omit<KeyMailFacts, "expiresAt" | "partNumber"> & {
  readonly at: Date;
  readonly what: KeyChange;
  readonly endsAt: Date | null;
};

type Description = { readonly subject: string; readonly text: string };

function describe({ what, endsAt, at }: KeyChangeMail): Description {
  const on = formatMoment(at);
  switch (what.change) {
    case "issued":
      return { subject: "API key issued", text: `was issued on ${on}.` };
    case "revoked":
      return {
        subject: "API key revoked",
        text: `was revoked on ${on}. It no longer works.`,
      };
    case "replaced": {
      const end =
        endsAt === null || endsAt <= at ? "no longer works" : `works until ${formatMoment(endsAt)}`;
      return {
        subject: "API key replaced",
        text: `was replaced on ${on} by a new key with the same name. The old key ${end}.`,
      };
    }
    case "used":
      return {
        subject: "API key used from a new network",
        text: `was used on ${on} from a network where it was never used before:

${what.network}`,
      };
  }
}

function describeNextStep({ what, publicUrl, supportEmail }: KeyChangeMail): string {
  if (what.change === "revoked") {
    return `If you did not expect this, write to ${supportEmail}.`;
  }
  return `If you expected this, no action is needed. If not, revoke the key at
${publicUrl}/developers
and write to ${supportEmail}.`;
}

export function renderKeyChangeMail(mail: KeyChangeMail): MailMessage {
  const { accountId, email, lastFour } = mail;
  const name = oneLine(mail.keyName);
  const { subject, text } = describe(mail);
  return {
    kind: "key changed",
    to: email,
    accountId,
    subject: `${subject}: ${name} (ending in ${lastFour})`,
    text: `Hello,

The API key ${name}, ending in ${lastFour}, of ${oneLine(mail.accountName)}
${text}

${describeNextStep(mail)}
`,
  };
}
