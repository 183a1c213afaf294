// The mail that tells the operator that an account wants a key.
import { formatMoment } from "../day.ts";
import { oneLine } from "./oneLine.ts";
import type { MailMessage } from "./queueMail.ts";
import { quoteForShell } from "./writeSampleCall.ts";

/** A request as its mail tells it. */
export type KeyRequestMail = {
  readonly accountId: string;
  readonly accountName: string;
  readonly requestedBy: { readonly name: string; readonly email: string };
  readonly keyName: string;
  readonly purpose: string | null;
  readonly supportEmail: string;
  readonly now: Date;
};

/** The request as a mail to the operator's address. */
export function writeKeyRequestMail(request: KeyRequestMail): MailMessage {
  const { accountId, requestedBy, purpose, supportEmail, now } = request;
  const name = oneLine(request.keyName);
  const account = oneLine(request.accountName);
  const who = requestedBy.name === "" ? "" : `${oneLine(requestedBy.name)}, `;
  const command = `partsdesk key issue --account ${accountId} --name ${quoteForShell(name)} --send`;
  return {
    kind: "key requested",
    to: supportEmail,
    accountId,
    subject: `Key requested: ${name}, for ${account}`,
    text: `Good day,

a key is wanted for ordering parts.

Account:  ${account}
          ${accountId}
Name:     ${name}
By:       ${who}${requestedBy.email}
On:       ${formatMoment(now)}

${purpose === null ? "What it is for was not said." : `What it is for:\n\n${purpose}`}

This issues it, and mails it to the address of the account:

${command}

The request waits on the account's page for developers until a key of that name is issued.
`,
  };
}
