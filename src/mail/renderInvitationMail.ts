import { formatMoment } from "../kit/day.ts";
import { greet } from "./mailText.ts";
import type { MailedPerson, MailMessage } from "./queueMail.ts";

/** The link is a secret. */
type InvitationMail = Omit<MailedPerson, "name"> & {
  readonly name: string | null;
  /** Null for the console. */
  readonly accountName: string | null;
  readonly invitedBy: string | null;
  readonly link: string;
  readonly expiresAt: Date;
};

export function renderInvitationMail(invitation: InvitationMail): MailMessage {
  const { accountId, accountName, email, invitedBy, link, expiresAt, supportEmail } = invitation;
  const who = invitedBy === null ? "You are invited" : `${invitedBy} invites you`;
  const what =
    accountName === null
      ? { subject: "Your invitation to the console", to: "to the console of partsdesk" }
      : {
          subject: `Your invitation to order parts for ${accountName}`,
          to: `to look up and order parts for ${accountName}`,
        };
  return {
    kind: "invitation",
    to: email,
    accountId,
    subject: what.subject,
    text: `${greet(invitation.name)}

${who} ${what.to}. To accept, open this link and choose a password:

{{link}}

The link works once, until ${formatMoment(expiresAt)}. If you did not expect this invitation,
ignore this e-mail. If you have a question, write to ${supportEmail}.
`,
    secrets: { link },
  };
}
