// The mail that invites a person into an account.
import { formatMoment } from "../day.ts";
import { greet } from "./greet.ts";
import type { MailMessage } from "./queueMail.ts";

/** An invitation as its mail tells it; the link is a secret. */
export type InvitationMail = {
  readonly accountId: MailMessage["accountId"];
  readonly accountName: string;
  readonly email: string;
  readonly name: string | null;
  readonly invitedBy: string | null;
  readonly link: string;
  readonly expiresAt: Date;
  readonly supportEmail: string;
};

/** The invitation as a mail. */
export function writeInvitationMail(invitation: InvitationMail): MailMessage {
  const { accountId, accountName, email, invitedBy, link, expiresAt, supportEmail } = invitation;
  const who = invitedBy === null ? "You are invited" : `${invitedBy} invites you`;
  return {
    kind: "invitation",
    to: email,
    accountId,
    subject: `Your invitation to order for ${accountName}`,
    text: `${greet(invitation.name)}

${who} to look up and order parts for ${accountName}. Choose a password here:

{{link}}

The link is good once, until ${formatMoment(expiresAt)}. If you did not expect this mail, leave it:
nothing happens without the link. Questions go to ${supportEmail}.
`,
    secrets: { link },
  };
}
