// Notifies an account's admins of changes to a key. The database adds the job in the transaction of
// each change, whichever interface makes it.
import { isMailbox, queueMail } from "../mail/queueMail.ts";
import { type KeyChange, renderKeyChangeMail } from "../mail/renderKeyChangeMail.ts";
import type { MailingContext } from "../signIn/peopleContext.ts";
import { selectNetworkUse, selectNotifiedKey, selectNotifiedPeople } from "./keyChangeQueries.ts";

/** First uses of a key that are mailed per day; further ones are only recorded. */
export const mailedNetworksADay = 3;

const dayMs = 86_400_000;

/**
 * Queues one mail to each admin of the key's account, or to the account's address if it has none;
 * returns how many. Nobody gets two mails about one key: recipients of the key itself are left out,
 * and so is a new key that replaces another.
 */
export async function notifyKeyChange(
  { db, mailEncryption, publicUrl, supportEmail }: MailingContext,
  { keyId, what }: { readonly keyId: string; readonly what: KeyChange },
  now: Date,
): Promise<number> {
  return db.transaction(async (tx) => {
    const key = await selectNotifiedKey(tx, keyId);
    if (key === undefined || (what.change === "issued" && key.replacesAnother)) return 0;
    const { accountId, accountName, name: keyName, lastFour, expiresAt: endsAt } = key;
    let at = { issued: key.createdAt, revoked: key.revokedAt, replaced: key.replacedAt }[
      what.change === "used" ? "issued" : what.change
    ];
    if (what.change === "used") {
      const use = await selectNetworkUse(tx, keyId, what.network, dayMs);
      if (use === undefined || use.earlierThatDay >= mailedNetworksADay) return 0;
      at = use.firstUsedAt;
    }
    const people = await selectNotifiedPeople(tx, key, what.change === "issued");
    const mails = people.filter(({ email }) => isMailbox(email));
    for (const { email } of mails) {
      const facts = { accountId, accountName, email, keyName, lastFour, at: at ?? now, what };
      const mail = renderKeyChangeMail({ ...facts, endsAt, publicUrl, supportEmail });
      await queueMail(tx, mailEncryption, mail, now);
    }
    return mails.length;
  });
}
