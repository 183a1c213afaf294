import { formatMoment } from "../kit/day.ts";
import { quoteForShell } from "./formatSampleRequest.ts";
import { oneLine, splitBraces } from "./mailText.ts";
import type { MailMessage } from "./queueMail.ts";

export type KeyRequestMail = {
  readonly accountId: string | null;
  /** The account's name, or the company as it was entered. */
  readonly accountName: string;
  readonly requestedBy: { readonly name: string; readonly email: string };
  readonly keyName: string;
  readonly purpose: string | null;
  readonly link: string;
  readonly dueAt: Date;
  readonly supportEmail: string;
  readonly now: Date;
};

function describeCommand(accountId: string | null, keyName: string): string {
  if (accountId === null) return "";
  const name = quoteForShell(keyName);
  const command = `partsdesk key issue --account ${accountId} --name ${name} --send`;
  return `
Or issue the key from the command line, which e-mails it to the address of the account:

${command}

The request stays open until a key with this name is issued.
`;
}

export function renderKeyRequestMail(request: KeyRequestMail): MailMessage {
  const { accountId, requestedBy, purpose, link, dueAt, supportEmail, now } = request;
  const name = oneLine(request.keyName);
  const account = oneLine(request.accountName);
  const requester = requestedBy.name === "" ? "" : `${oneLine(requestedBy.name)}, `;
  const subjectLabel = accountId === null ? "Company: " : "Account: ";
  return {
    kind: "key requested",
    to: supportEmail,
    accountId,
    subject: `API key requested: ${name}, for ${account}`,
    text: `Hello,

An API key was requested.

${subjectLabel} ${account}
${accountId === null ? "" : `          ${accountId}\n`}Name:     ${name}
By:       ${requester}${requestedBy.email}
On:       ${formatMoment(now)}
Due:      ${formatMoment(dueAt)}

${purpose === null ? "No purpose was given." : `Purpose:\n\n${splitBraces(purpose)}`}

Answer the request in the console:

${link}
${describeCommand(accountId, name)}`,
  };
}
