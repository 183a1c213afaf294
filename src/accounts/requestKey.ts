// Asking the distributor for a key. Nobody issues one to themselves: who gets a key is the
// operator's to say.
import { randomUUIDv7 } from "node:crypto";
import { queueMail } from "../mail/queueMail.ts";
import { writeKeyRequestMail } from "../mail/writeKeyRequestMail.ts";
import { attemptLimits, takeAttempts } from "./attemptLimits.ts";
import { insertKeyRequest, type KeyRequestId } from "./keyRequestQueries.ts";
import type { PeopleContext } from "./peopleContext.ts";
import type { SignedIn } from "./signedIn.ts";

/** The most a key's name has, in characters. */
export const keyNameLength = 100;
export const purposeLength = 500;

export type KeyRequestOutcome =
  | { readonly outcome: "requested"; readonly requestId: KeyRequestId }
  | { readonly outcome: "too many"; readonly waitS: number };

/**
 * Notes that an account wants a key and mails that to the operator, both in one transaction. The
 * name has 1 to 100 characters on one line, the purpose at most 500; neither is checked here.
 */
export async function requestKey(
  { db, mailSeal, supportEmail }: PeopleContext,
  { account, user }: SignedIn,
  wish: { readonly keyName: string; readonly purpose: string | null },
  now: Date,
): Promise<KeyRequestOutcome> {
  const { accountId } = account;
  const limit = { limit: attemptLimits.keyRequestsOfAccount, subject: accountId };
  const waitS = await takeAttempts(db, [limit], now);
  if (waitS !== null) return { outcome: "too many", waitS };
  const requestId = randomUUIDv7() as KeyRequestId;
  const mail = writeKeyRequestMail({
    ...wish,
    accountId,
    accountName: account.name,
    requestedBy: user,
    supportEmail,
    now,
  });
  const { userId, email } = user;
  await db.transaction(async (tx) => {
    await insertKeyRequest(tx, { ...wish, requestId, accountId, userId, email, createdAt: now });
    await queueMail(tx, mailSeal, mail, now);
  });
  return { outcome: "requested", requestId };
}
