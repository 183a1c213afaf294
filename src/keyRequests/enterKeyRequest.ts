// A request for a key that came by mail, entered by an operator.

import type { Actor } from "../audit/actor.ts";
import { recordAuditEvent } from "../audit/recordAuditEvent.ts";
import type { Database } from "../db/database.ts";
import { newId } from "../db/newId.ts";
import { type BusinessCalendar, dueAt } from "./dueAt.ts";
import { insertKeyRequest, type KeyRequestId } from "./keyRequestQueries.ts";
import { type RequestedKey, usualKeyName } from "./receiveKeyRequest.ts";

/** A request as it was entered; `receivedAt` is when its mail came. */
export type EnteredRequest = RequestedKey & {
  readonly receivedAt: Date;
  readonly pasted: string | null;
};

/** Stores a request, due by when its mail came; nobody is mailed. */
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
      before: null,
      after: { company, person, email, purpose, received_at: receivedAt },
      now,
    });
  });
  return requestId;
}
