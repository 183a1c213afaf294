// Looking at the buyers' site as an account's people see it: for half an hour at most, with a token
// of its own, and never longer than the operator's session (decision 113). Nothing can be changed:
// the buyers' site refuses it.
import { operatorActor } from "../audit/actor.ts";
import { recordAuditEvent } from "../audit/recordAuditEvent.ts";
import type { Database, Queryable } from "../db/database.ts";
import { hashToken, mintToken, type PlainToken, parseToken } from "../signIn/plainToken.ts";
import { sessionCutoffs } from "../signIn/sessionQueries.ts";
import type { SignedIn, SignedInOperator, UserId } from "../signIn/signedIn.ts";
import type { Account } from "./account.ts";
import { deleteImpersonation, selectView, upsertImpersonation } from "./impersonationQueries.ts";

/** How long a view lasts, in seconds. */
export const impersonationS = 30 * 60;

/** The name of the cookie that holds a view's token, before what browsers ask for. */
export const impersonationCookieName = "partsdesk-view";

/** Who looks, and by which request. */
export type ImpersonatingOperator = {
  readonly signedIn: SignedInOperator;
  readonly requestId: string;
};

/** Begins a view of an account, which ends any other of the same session; written down. */
export async function startImpersonation(
  db: Database,
  visit: ImpersonatingOperator,
  { accountId, suspendedAt }: Account,
  now: Date,
): Promise<
  { readonly outcome: "begun"; readonly token: PlainToken } | { readonly outcome: "suspended" }
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
      before: null,
      after: { ends_at: endsAt },
      now,
    });
  });
  return { outcome: "begun", token };
}

/** Ends the view of a session, if it has one; the account it looked at. */
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
      before: null,
      after: null,
      now,
    });
    return accountId;
  });
}

/**
 * Who looks by a token, as the buyers' site knows visitors: an admin of the account who is none of
 * its people, marked by `viewedBy`. Undefined where the view has ended.
 */
export async function findImpersonation(
  db: Queryable,
  text: string,
  now: Date,
): Promise<SignedIn | undefined> {
  const token = parseToken(text);
  if (token === undefined) return undefined;
  const view = await selectView(db, hashToken(token), sessionCutoffs(now), now);
  if (view === undefined) return undefined;
  const { sessionId, operatorId, name, email, role, accountId, accountName, currency } = view;
  return {
    sessionId,
    // No user has the id of a session: what is a person's own is empty in a view.
    user: { userId: sessionId as string as UserId, name, email, role: "admin" },
    account: { accountId, name: accountName, currency },
    viewedBy: { operatorId, name, email, role },
  };
}
