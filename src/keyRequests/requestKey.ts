import { newId } from "../db/newId.ts";
import { queueMail } from "../mail/queueMail.ts";
import { renderKeyRequestMail } from "../mail/renderKeyRequestMail.ts";
import { attemptLimits, countSignInAttempts } from "../signIn/attemptLimits.ts";
import type { MailingContext } from "../signIn/peopleContext.ts";
import type { SignedIn } from "../signIn/signedIn.ts";
import { type BusinessCalendar, dueAt } from "./dueAt.ts";
import { insertKeyRequest, type KeyRequestId } from "./keyRequestQueries.ts";

export const keyNameLength = 100;
export const purposeLength = 500;

export type KeyRequestOutcome =
  | { readonly outcome: "requested"; readonly requestId: KeyRequestId }
  | { readonly outcome: "too many"; readonly waitS: number };

export type KeyRequestContext = MailingContext & { readonly calendar: BusinessCalendar };

export function keyRequestAddress(publicUrl: string, requestId: KeyRequestId): string {
  return `${publicUrl}/console/key-requests/${requestId}`;
}

/**
 * Stores an account's request for a key and mails it to the operators, in one transaction. Does not
 * check the name (1 to 100 characters on one line) and the purpose (at most 500).
 */
export async function requestKey(
  { db, mailEncryption, publicUrl, supportEmail, calendar }: KeyRequestContext,
  { account, user }: SignedIn,
  wish: { readonly keyName: string; readonly purpose: string | null },
  now: Date,
): Promise<KeyRequestOutcome> {
  const { accountId } = account;
  const limit = { limit: attemptLimits.keyRequestsOfAccount, subject: accountId };
  const waitS = await countSignInAttempts(db, [limit], now);
  if (waitS !== null) return { outcome: "too many", waitS };
  const requestId = newId() as KeyRequestId;
  const due = dueAt(now, calendar);
  const mail = renderKeyRequestMail({
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
    await queueMail(tx, mailEncryption, mail, now);
  });
  return { outcome: "requested", requestId };
}
