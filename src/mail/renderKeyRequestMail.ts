import { formatMoment } from "../day.ts";
import { quoteForShell } from "./formatSampleRequest.ts";
import { oneLine } from "./mailText.ts";
import type { MailMessage } from "./queueMail.ts";

/** A stranger with the public form has no account. */
export type KeyRequestMail = {
  readonly accountId: string | null;
  /** The account's name, or the company as it was entered. */
  readonly accountName: string;
  readonly requestedBy: { readonly name: string; readonly email: string };
  readonly keyName: string;
  readonly purpose: string | null;
  /** The request in the console. */
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
The shell does so too, and mails it to the address of the account:

${command}

The request waits on the account's page for developers until a key of that name is issued.
`;
}

/** Notifies the operators of a key request. */
export function renderKeyRequestMail(request: KeyRequestMail): MailMessage {
  const { accountId, requestedBy, purpose, link, dueAt, supportEmail, now } = request;
  const name = oneLine(request.keyName);
  const account = oneLine(request.accountName);
  const who = requestedBy.name === "" ? "" : `${oneLine(requestedBy.name)}, `;
  const whose = accountId === null ? "Company: " : "Account: ";
  return {
    kind: "key requested",
    to: supportEmail,
    accountId,
    subject: `Key requested: ${name}, for ${account}`,
    text: `Good day,

a key is wanted for ordering parts.

${whose} ${account}
${accountId === null ? "" : `          ${accountId}\n`}Name:     ${name}
By:       ${who}${requestedBy.email}
On:       ${formatMoment(now)}
Due:      ${formatMoment(dueAt)}

${purpose === null ? "What it is for was not said." : `What it is for:\n\n${oneBlock(purpose)}`}

Answer it in the console:

${link}
${describeCommand(accountId, name)}`,
  };
}

/** Text of several lines without placeholders. */
function oneBlock(text: string): string {
  return text.replace(/\{(?=\{)/g, "{ ");
}
