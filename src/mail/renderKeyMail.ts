// Delivers a key, or a link to it, with a request that can be pasted into a shell.
import { apiPrefixes } from "../kit/contract/limits.ts";
import { formatMoment } from "../kit/day.ts";
import { formatSampleRequest } from "./formatSampleRequest.ts";
import { oneLine } from "./mailText.ts";
import type { MailMessage } from "./queueMail.ts";

export type KeyMailFacts = {
  readonly accountId: string;
  readonly accountName: string;
  readonly email: string;
  readonly keyName: string;
  readonly lastFour: string;
  readonly expiresAt: Date | null;
  readonly publicUrl: string;
  readonly supportEmail: string;
  readonly partNumber: string;
};

/** The key is a secret. */
export type KeyMail = KeyMailFacts & { readonly key: string };

/** The link is a secret; it works once, within `linkDays`. */
export type KeyLinkMail = KeyMailFacts & { readonly link: string; readonly linkDays: number };

function describeUse(mail: KeyMailFacts, call: string): string {
  const { lastFour, expiresAt, publicUrl, supportEmail } = mail;
  const until = expiresAt === null ? "until it is revoked" : `until ${formatMoment(expiresAt)}`;
  return `Name:     ${oneLine(mail.keyName)}
Ends in:  ${lastFour}
Valid:    ${until}

Base URL: ${publicUrl}${apiPrefixes[0]}

POST /catalog   looks up parts by number or name
POST /orders    places a draft order, which your staff confirm on the web site

${call}

API reference: ${publicUrl}/docs

If someone else may have seen the key, or if you need a new one, write to
${supportEmail}
Include the key's name and last four characters, never the key itself.
`;
}

function address({ email, accountId, keyName, lastFour }: KeyMailFacts) {
  const subject = `Your API key for ordering parts: ${oneLine(keyName)} (ending in ${lastFour})`;
  return { kind: "key issued", to: email, accountId, subject } as const;
}

export function renderKeyMail({ key, ...mail }: KeyMail): MailMessage {
  const authorization = "'Authorization: Bearer {{key}}'";
  const call = formatSampleRequest({ ...mail, authorization });
  return {
    ...address(mail),
    text: `Hello,

This is your API key for looking up and ordering parts for
${oneLine(mail.accountName)}:

{{key}}

Treat it like a password. We do not store the key. This e-mail is the only copy.

${describeUse(mail, `To try it, paste this request into a shell:\n\n${call}`)}`,
    secrets: { key },
  };
}

/** The sample request prompts for the key, which the link shows. */
export function renderKeyLinkMail({ link, linkDays, ...mail }: KeyLinkMail): MailMessage {
  const call = formatSampleRequest(mail);
  return {
    ...address(mail),
    text: `Hello,

Your API key for looking up and ordering parts for ${oneLine(mail.accountName)}
is ready. This link shows it once:

{{link}}

The link works for ${linkDays} days. Open it and press the button to see the key; after that the
link no longer works. If it does not work the first time you open it, write to
${mail.supportEmail} immediately: someone else may have it.

${describeUse(
  mail,
  `To try it, run this in a shell. It prompts for the key, which keeps it out of your shell history:

read -rs PARTSDESK_KEY

Paste your key and press Enter. It is not shown. Then look up a part:

${call}`,
)}`,
    secrets: { link },
  };
}

/** `ended`: the replaced key does not work any more. */
export function renderRotatedKeyMail(
  mail: KeyMail,
  replaced: { readonly lastFour: string; readonly endsAt: Date; readonly ended: boolean },
): MailMessage {
  const message = renderKeyMail(mail);
  const { lastFour, endsAt, ended } = replaced;
  const state = ended ? "which no longer works." : `which works until\n${formatMoment(endsAt)}.`;
  const note = `It replaces your key ending in ${lastFour}, ${state}\n`;
  return { ...message, text: `${message.text}\n${note}` };
}
