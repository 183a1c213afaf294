// Key requests that do not come from a signed-in user: with the public form, or entered by an
// operator from a mail. Invariant: the answer to the form does not disclose who is a customer.

import type { Actor } from "../audit/actor.ts";
import { recordAuditEvent } from "../audit/recordAuditEvent.ts";
import type { Database } from "../db/database.ts";
import { newId } from "../db/newId.ts";
import type { EmailAddress } from "../mail/emailAddress.ts";
import { attemptLimits, clientNetwork, countSignInAttempts } from "../signIn/attemptLimits.ts";
import { type BusinessCalendar, dueAt } from "./dueAt.ts";
import { insertKeyRequest, type KeyRequestId } from "./keyRequestQueries.ts";
import { type KeyRequestContext, submitKeyRequest } from "./requestKey.ts";

/** Each text is one line, except the purpose. */
export type RequestedKey = {
  readonly company: string;
  readonly person: string;
  readonly email: EmailAddress;
  readonly purpose: string | null;
};

/** In characters, for the company's name and the purpose. */
export const companyLength = 200;
/** The name of a key until an operator changes it. */
const usualKeyName = "default";

/**
 * Stores a request and notifies the operators in one transaction. Returns the seconds to wait if
 * too many requests came from the client's network or with the address, otherwise null.
 * `isTrapped`: a hidden field was filled in, so nothing is stored; the answer is the same. No
 * account is looked up.
 */
export async function receiveKeyRequest(
  context: KeyRequestContext,
  asked: RequestedKey,
  by: { readonly address: string; readonly isTrapped: boolean },
  now: Date,
): Promise<number | null> {
  const { email, company, person } = asked;
  const attempts = [
    { limit: attemptLimits.keyRequestsOfAddress, subject: clientNetwork(by.address) },
    { limit: attemptLimits.keyRequestsOfEmail, subject: email },
  ];
  const waitS = await countSignInAttempts(context.db, attempts, now);
  if (waitS !== null || by.isTrapped) return waitS;
  const of = { accountId: null, userId: null, pasted: null, keyName: usualKeyName };
  const request = { ...asked, ...of, source: "form" } as const;
  await submitKeyRequest(context, request, { name: person, accountName: company }, now);
  return null;
}

/** `receivedAt` is when the mail arrived. */
export type EnteredRequest = RequestedKey & {
  readonly receivedAt: Date;
  readonly pasted: string | null;
};

/** Stores a request that came by mail, due from the time its mail arrived. Sends no mail. */
export async function enterKeyRequest(
  { db, calendar }: { readonly db: Database; readonly calendar: BusinessCalendar },
  { receivedAt, ...entered }: EnteredRequest,
  actor: Actor,
  now: Date,
): Promise<KeyRequestId> {
  const requestId = newId() as KeyRequestId;
  const due = dueAt(receivedAt, calendar);
  const of = { accountId: null, userId: null, keyName: usualKeyName, source: "mail" } as const;
  const { company, person, email, purpose } = entered;
  await db.transaction(async (tx) => {
    const times = { createdAt: receivedAt, dueAt: due };
    await insertKeyRequest(tx, { ...entered, ...of, ...times, requestId });
    recordAuditEvent(tx, {
      actor,
      action: "entered a key request",
      subjectKind: "key request",
      subjectId: requestId,
      accountId: null,
      after: { company, person, email, purpose, received_at: receivedAt },
      now,
    });
  });
  return requestId;
}
