import { newId } from "../db/newId.ts";
import { queueMail } from "../mail/queueMail.ts";
import { renderKeyRequestMail } from "../mail/renderKeyRequestMail.ts";
import { attemptLimits, countSignInAttempts } from "../signIn/attemptLimits.ts";
import type { MailingContext } from "../signIn/peopleContext.ts";
import type { SignedIn } from "../signIn/signedIn.ts";
import { type BusinessCalendar, dueAt } from "./dueAt.ts";
import { insertKeyRequest, type KeyRequestId, type NewKeyRequest } from "./keyRequestQueries.ts";

export const keyNameLength = 100;
export const purposeLength = 500;

export type KeyRequestOutcome =
  | { readonly outcome: "requested"; readonly requestId: KeyRequestId }
  | { readonly outcome: "too many"; readonly waitS: number };

export type KeyRequestContext = MailingContext & { readonly calendar: BusinessCalendar };

/** Stores a request and mails it to the operators, in one transaction. */
export async function submitKeyRequest(
  { db, mailEncryption, publicUrl, supportEmail, calendar }: KeyRequestContext,
  request: Omit<NewKeyRequest, "requestId" | "createdAt" | "dueAt">,
  by: { readonly name: string; readonly accountName: string },
  now: Date,
): Promise<KeyRequestId> {
  const { accountId, email, keyName, purpose } = request;
  const requestId = newId() as KeyRequestId;
  const due = dueAt(now, calendar);
  const mail = renderKeyRequestMail({
    accountId,
    accountName: by.accountName,
    requestedBy: { name: by.name, email },
    keyName,
    purpose,
    link: `${publicUrl}/console/key-requests/${requestId}`,
    dueAt: due,
    supportEmail,
    now,
  });
  await db.transaction(async (tx) => {
    await insertKeyRequest(tx, { ...request, requestId, createdAt: now, dueAt: due });
    await queueMail(tx, mailEncryption, mail, now);
  });
  return requestId;
}

/**
 * Stores an account's request for a key and mails it to the operators, in one transaction. Does not
 * check the name (1 to 100 characters on one line) and the purpose (at most 500).
 */
export async function requestKey(
  context: KeyRequestContext,
  { account, user }: SignedIn,
  wish: { readonly keyName: string; readonly purpose: string | null },
  now: Date,
): Promise<KeyRequestOutcome> {
  const { accountId } = account;
  const limit = { limit: attemptLimits.keyRequestsOfAccount, subject: accountId };
  const waitS = await countSignInAttempts(context.db, [limit], now);
  if (waitS !== null) return { outcome: "too many", waitS };
  const { userId, name, email } = user;
  const typed = { company: null, person: null, pasted: null };
  const request = { ...wish, ...typed, source: "account", accountId, userId, email } as const;
  const by = { name, accountName: account.name };
  return { outcome: "requested", requestId: await submitKeyRequest(context, request, by, now) };
}
