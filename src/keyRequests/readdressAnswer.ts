import type { Database } from "../db/database.ts";
import type { EmailAddress } from "../mail/emailAddress.ts";
import type { MailEncryption } from "../mail/mailSecrets.ts";
import { readdressMail } from "../mail/readdressMail.ts";
import {
  changeKeyRequest,
  hasEndedKey,
  type KeyRequestChangeOutcome,
  type SeenRequest,
} from "./changeKeyRequest.ts";

/**
 * Sends the undelivered e-mail of a request again, to another address. If the first address was the
 * requester's, the request gets the new one. Conflict if it is not undelivered, or its key has ended.
 */
export function readdressAnswer(
  context: { readonly db: Database; readonly mailEncryption: MailEncryption },
  seen: SeenRequest,
  to: EmailAddress,
  now: Date,
): Promise<KeyRequestChangeOutcome> {
  return changeKeyRequest(context.db, seen, now, async (tx, request) => {
    const { mailId } = request;
    if (mailId === null || hasEndedKey(request, now)) return "conflict";
    const mail = { mailId, to };
    const sent = await readdressMail(tx, context.mailEncryption, mail, now);
    if (sent === undefined) return "conflict";
    const isRequester = request.email.toLowerCase() === sent.recipient.toLowerCase();
    return {
      action: "corrected the address of an e-mail",
      fields: { mailId: sent.mailId, ...(isRequester && { email: to }) },
      recorded: { recipient: to },
      replaced: { recipient: sent.recipient },
    };
  });
}
