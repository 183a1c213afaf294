import type { Database } from "../db/database.ts";
import type { EmailAddress } from "../mail/emailAddress.ts";
import type { MailEncryption } from "../mail/mailSecrets.ts";
import type { MailId } from "../mail/queries.ts";
import { readdressMail } from "../mail/readdressMail.ts";
import {
  changeKeyRequest,
  hasEndedKey,
  type KeyRequestChangeOutcome,
  type SeenRequest,
} from "./changeKeyRequest.ts";

/**
 * Sends the undelivered e-mail of a request again, to another address. If the first address was the
 * requester's, the request gets the new one. Conflict if another e-mail answers the request by now,
 * if this one is not undelivered, or if its key has ended.
 */
export function readdressAnswer(
  context: { readonly db: Database; readonly mailEncryption: MailEncryption },
  seen: SeenRequest,
  mail: { readonly mailId: MailId; readonly to: EmailAddress },
  now: Date,
): Promise<KeyRequestChangeOutcome> {
  return changeKeyRequest(context.db, seen, now, async (tx, request) => {
    if (request.mailId !== mail.mailId || hasEndedKey(request, now)) return "conflict";
    const sent = await readdressMail(tx, context.mailEncryption, mail, now);
    if (sent === undefined) return "conflict";
    const isRequester = request.email.toLowerCase() === sent.recipient.toLowerCase();
    return {
      action: "corrected the address of an e-mail",
      fields: { mailId: sent.mailId, ...(isRequester && { email: mail.to }) },
      recorded: { recipient: mail.to },
      replaced: { recipient: sent.recipient },
    };
  });
}
