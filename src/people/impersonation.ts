// Impersonation: an operator views the portal as an account for half an hour, with a separate token
// and not longer than their own session. The portal refuses all changes.

import type { Account } from "../accounts/account.ts";
import { operatorActor } from "../audit/actor.ts";
import { recordAuditEvent } from "../audit/recordAuditEvent.ts";
import type { Database, Queryable } from "../db/database.ts";
import { hashToken, mintToken, type PlainToken, parseToken } from "../signIn/plainToken.ts";
import type { SignedIn, SignedInOperator, UserId } from "../signIn/signedIn.ts";
import { deleteImpersonation, selectView, upsertImpersonation } from "./impersonationQueries.ts";

/** In seconds. */
export const impersonationS = 30 * 60;

/** The name of the cookie with the token, without the prefix that browsers require. */
export const impersonationCookieName = "partsdesk-view";

export type ImpersonatingOperator = {
  readonly signedIn: SignedInOperator;
  readonly requestId: string;
};

/** Starts impersonating an account and ends the session's previous impersonation. */
export async function startImpersonation(
  db: Database,
  visit: ImpersonatingOperator,
  { accountId, suspendedAt }: Account,
  now: Date,
): Promise<
  { readonly outcome: "started"; readonly token: PlainToken } | { readonly outcome: "suspended" }
> {
  if (suspendedAt !== null) return { outcome: "suspended" };
  const token = mintToken();
  const { sessionId } = visit.signedIn;
  const endsAt = new Date(now.getTime() + impersonationS * 1_000);
  await db.transaction(async (tx) => {
    await upsertImpersonation(tx, { sessionId, accountId, hash: hashToken(token), endsAt });
    recordAuditEvent(tx, {
      actor: operatorActor(visit),
      action: "started viewing as a buyer",
      subjectKind: "account",
      subjectId: accountId,
      accountId,
      after: { ends_at: endsAt },
      now,
    });
  });
  return { outcome: "started", token };
}

/** Ends the impersonation of a session; returns the account. */
export async function endImpersonation(
  db: Database,
  visit: ImpersonatingOperator,
  now: Date,
): Promise<Account["accountId"] | undefined> {
  const { sessionId } = visit.signedIn;
  return db.transaction(async (tx) => {
    const accountId = await deleteImpersonation(tx, sessionId);
    if (accountId === undefined) return undefined;
    recordAuditEvent(tx, {
      actor: operatorActor(visit),
      action: "stopped viewing as a buyer",
      subjectKind: "account",
      subjectId: accountId,
      accountId,
      now,
    });
    return accountId;
  });
}

/**
 * The visitor with a token, as the portal knows visitors: with the rights of an admin of the
 * account, and marked by `viewedBy`. Undefined if the impersonation has ended.
 */
export async function findImpersonation(
  db: Queryable,
  text: string,
  now: Date,
): Promise<SignedIn | undefined> {
  const token = parseToken(text);
  if (token === undefined) return undefined;
  const view = await selectView(db, hashToken(token), now);
  if (view === undefined) return undefined;
  const { sessionId, accountId, accountName, currency, ...viewedBy } = view;
  const { name, email } = viewedBy;
  return {
    sessionId,
    // No user has the id of a session, so everything personal is empty.
    user: { userId: sessionId as string as UserId, name, email, role: "admin" },
    account: { accountId, name: accountName, currency },
    viewedBy,
  };
}
