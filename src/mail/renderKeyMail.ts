// Delivers a key, or a link to it (decision 10), with a request that can be pasted into a shell.
import { formatMoment } from "../day.ts";
import { formatSampleRequest } from "./formatSampleRequest.ts";
import { oneLine } from "./mailText.ts";
import type { MailMessage } from "./queueMail.ts";

/** The facts that both mails contain. */
export type KeyMailFacts = {
  readonly accountId: string;
  readonly accountName: string;
  readonly email: string;
  readonly keyName: string;
  readonly lastFour: string;
  readonly expiresAt: Date | null;
  /** The address of the service, without a trailing slash. */
  readonly publicUrl: string;
  /** The prefix of the API, as in "/public/api/v1/b2b". */
  readonly prefix: string;
  readonly supportEmail: string;
  /** The part that the sample request looks up. */
  readonly partNumber: string;
};

/** The key is a secret. */
export type KeyMail = KeyMailFacts & { readonly key: string };

/** The link is a secret; it works once, within `linkDays`. */
export type KeyLinkMail = KeyMailFacts & { readonly link: string; readonly linkDays: number };

function describeUse(mail: KeyMailFacts, call: string): string {
  const { lastFour, expiresAt, publicUrl, prefix, supportEmail } = mail;
  const until = expiresAt === null ? "until it is revoked" : `until ${formatMoment(expiresAt)}`;
  return `Name:     ${oneLine(mail.keyName)}
Ends in:  ${lastFour}
Good:     ${until}

Every address begins with ${publicUrl}${prefix}

POST /catalog   looks parts up by number or name
POST /orders    places a draft order, which your people confirm on the web site

${call}

The reference with every field: ${publicUrl}/docs

To have the key replaced, or if somebody else may have seen it, write to
${supportEmail}
and name the key and its last four characters, never the key itself.
`;
}

function address({ email, accountId, keyName, lastFour }: KeyMailFacts) {
  const subject = `Your key for ordering parts: ${oneLine(keyName)}, ending in ${lastFour}`;
  return { kind: "key issued", to: email, accountId, subject } as const;
}

export function renderKeyMail({ key, ...mail }: KeyMail): MailMessage {
  const authorization = "'Authorization: Bearer {{key}}'";
  const call = formatSampleRequest({ ...mail, authorization });
  return {
    ...address(mail),
    text: `Good day,

with this key your systems look up and order parts for
${oneLine(mail.accountName)}:

{{key}}

Treat it as a password. It stands in this mail alone: we keep no copy of it.

${describeUse(mail, `A call that works as it stands, in a shell:\n\n${call}`)}`,
    secrets: { key },
  };
}

/** The sample request prompts for the key, which the link shows. */
export function renderKeyLinkMail({ link, linkDays, ...mail }: KeyLinkMail): MailMessage {
  const authorization = '"Authorization: Bearer $PARTSDESK_KEY"';
  const call = formatSampleRequest({ ...mail, authorization });
  return {
    ...address(mail),
    text: `Good day,

a key is ready with which your systems look up and order parts for
${oneLine(mail.accountName)}. This link shows it, once:

{{link}}

The link is good for ${linkDays} days. Who opens it sees a button; the button shows the key, and
after that the link is spent. If it was spent before you came, write to us at once.

${describeUse(
  mail,
  `A call. It asks for the key first, so that no other command shows it:

read -rs PARTSDESK_KEY
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
  const state = ended
    ? "which is refused from now on."
    : `which is good until\n${formatMoment(endsAt)}. Both are good meanwhile.`;
  const note = `It takes the place of your key ending in ${lastFour}, ${state}\n`;
  return { ...message, text: `${message.text}\n${note}` };
}
