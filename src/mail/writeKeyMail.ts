// The mail that brings a key to its holder (decision 10), with a call that works as pasted.
import { formatMoment } from "../day.ts";
import { oneLine } from "./oneLine.ts";
import type { MailMessage } from "./queueMail.ts";
import { writeSampleCall } from "./writeSampleCall.ts";

/** A key as its mail tells it; the key itself is a secret. */
export type KeyMail = {
  readonly accountId: string;
  readonly accountName: string;
  readonly email: string;
  readonly key: string;
  readonly keyName: string;
  readonly lastFour: string;
  readonly expiresAt: Date | null;
  /** Where the service is reached, without a slash at the end. */
  readonly publicUrl: string;
  /** What every address of the interface begins with, as in "/public/api/v1/b2b". */
  readonly prefix: string;
  readonly supportEmail: string;
  /** The part that the call looks up. */
  readonly partNumber: string;
};

/** The key as a mail. */
export function writeKeyMail(mail: KeyMail): MailMessage {
  const { accountId, email, key, lastFour, expiresAt, publicUrl, prefix, supportEmail } = mail;
  const name = oneLine(mail.keyName);
  const account = oneLine(mail.accountName);
  const authorization = "'Authorization: Bearer {{key}}'";
  const { partNumber } = mail;
  const call = writeSampleCall({ publicUrl, prefix, authorization, partNumber });
  const until = expiresAt === null ? "until it is revoked" : `until ${formatMoment(expiresAt)}`;
  return {
    kind: "key issued",
    to: email,
    accountId,
    subject: `Your key for ordering parts: ${name}, ending in ${lastFour}`,
    text: `Good day,

with this key your systems look up and order parts for
${account}:

{{key}}

Treat it as a password. It stands in this mail alone: we keep no copy of it.

Name:     ${name}
Ends in:  ${lastFour}
Good:     ${until}

Every address begins with ${publicUrl}${prefix}

POST /catalog   looks parts up by number or name
POST /orders    places a draft order, which your people confirm on the web site

A call that works as it stands, in a shell:

${call}

The reference with every field: ${publicUrl}/docs

To have the key replaced, or if somebody else may have seen it, write to
${supportEmail}
and name the key and its last four characters, never the key itself.
`,
    secrets: { key },
  };
}
