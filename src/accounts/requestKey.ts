// Asking the distributor for a key. Nobody issues one to themselves: who gets a key is the
// operator's to say.
import { newId } from "../db/newId.ts";
import { queueMail } from "../mail/queueMail.ts";
import { writeKeyRequestMail } from "../mail/writeKeyRequestMail.ts";
import { attemptLimits, takeAttempts } from "./attemptLimits.ts";
import { type BusinessCalendar, dueAt } from "./dueAt.ts";
import { insertKeyRequest, type KeyRequestId } from "./keyRequestQueries.ts";
import type { PeopleContext } from "./peopleContext.ts";
import type { SignedIn } from "./signedIn.ts";

/** The most a key's name has, in characters. */
export const keyNameLength = 100;
export const purposeLength = 500;

export type KeyRequestOutcome =
  | { readonly outcome: "requested"; readonly requestId: KeyRequestId }
  | { readonly outcome: "too many"; readonly waitS: number };

/** What requests are received with. */
export type KeyRequestContext = Pick<
  PeopleContext,
  "db" | "mailSeal" | "publicUrl" | "supportEmail"
> & { readonly calendar: BusinessCalendar };

/** Where the console has a request. */
export function keyRequestAddress(publicUrl: string, requestId: KeyRequestId): string {
  return `${publicUrl}/console/key-requests/${requestId}`;
}

/**
 * Notes that an account wants a key and mails that to the operator, both in one transaction. The
 * name has 1 to 100 characters on one line, the purpose at most 500; neither is checked here.
 */
export async function requestKey(
  { db, mailSeal, publicUrl, supportEmail, calendar }: KeyRequestContext,
  { account, user }: SignedIn,
  wish: { readonly keyName: string; readonly purpose: string | null },
  now: Date,
): Promise<KeyRequestOutcome> {
  const { accountId } = account;
  const limit = { limit: attemptLimits.keyRequestsOfAccount, subject: accountId };
  const waitS = await takeAttempts(db, [limit], now);
  if (waitS !== null) return { outcome: "too many", waitS };
  const requestId = newId() as KeyRequestId;
  const due = dueAt(now, calendar);
  const mail = writeKeyRequestMail({
    ...wish,
    accountId,
    accountName: account.name,
    requestedBy: user,
    link: keyRequestAddress(publicUrl, requestId),
    dueAt: due,
    supportEmail,
    now,
  });
  const { userId, email } = user;
  await db.transaction(async (tx) => {
    const asked = { ...wish, requestId, accountId, userId, email, createdAt: now, dueAt: due };
    const typed = { company: null, person: null, pasted: null };
    await insertKeyRequest(tx, { ...asked, ...typed, source: "account" });
    await queueMail(tx, mailSeal, mail, now);
  });
  return { outcome: "requested", requestId };
}
