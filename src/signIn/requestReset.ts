// Requesting a password reset. Invariant: answer and timing are the same for every address. A job
// finds out later whether the address is known.
import type { Transaction } from "../db/database.ts";
import { newId } from "../db/newId.ts";
import type { EmailAddress } from "../mail/emailAddress.ts";
import type { MailId } from "../mail/queries.ts";
import { queueMail } from "../mail/queueMail.ts";
import { renderResetMail } from "../mail/renderPasswordMail.ts";
import { attemptLimits, clientNetwork, countSignInAttempts } from "./attemptLimits.ts";
import {
  type MailingContext,
  type PeopleContext,
  type PeopleKind,
  siteUrl,
  toAttemptSubject,
} from "./peopleContext.ts";
import { hashToken, mintToken } from "./plainToken.ts";
import { insertReset, insertResetRequest, takeResetRequest } from "./resetQueries.ts";
import { selectUserByEmail, type User } from "./userQueries.ts";

export type ResetRequestOutcome =
  | { readonly outcome: "asked" }
  | { readonly outcome: "too many"; readonly waitS: number };

/** Requests a reset mail for an e-mail address. `address` is the client's. */
export async function requestReset(
  { db, kind }: Pick<PeopleContext, "db" | "kind">,
  request: { readonly email: EmailAddress; readonly address: string },
  now: Date,
): Promise<ResetRequestOutcome> {
  const ofAddress = {
    limit: attemptLimits.resetsOfAddress,
    subject: clientNetwork(request.address),
  };
  const ofEmail = {
    limit: attemptLimits.resetsOfEmail,
    subject: toAttemptSubject(kind, request.email),
  };
  const waitS = await countSignInAttempts(db, [ofAddress, ofEmail], now);
  if (waitS !== null) return { outcome: "too many", waitS };
  await insertResetRequest(db, newId(), kind, request.email);
  return { outcome: "asked" };
}

export const resetLifeMs = 3_600_000;

/** Creates a reset link of a user and queues its mail. */
export async function queueReset(
  tx: Transaction,
  { mailEncryption, publicUrl, supportEmail }: Omit<MailingContext, "db">,
  kind: PeopleKind,
  user: User,
  now: Date,
): Promise<MailId> {
  const token = mintToken();
  const expiresAt = new Date(now.getTime() + resetLifeMs);
  await insertReset(tx, { hash: hashToken(token), userId: user.userId, expiresAt });
  const link = `${siteUrl({ publicUrl, kind })}/reset/${token}`;
  const mail = renderResetMail({ ...user, link, expiresAt, supportEmail });
  return queueMail(tx, mailEncryption, mail, now);
}

/**
 * Mails a reset link to the user with the address of a request, if there is one and their account
 * is not suspended. A request is processed once. Returns whether a mail was queued.
 */
export async function sendReset(
  context: MailingContext,
  requestId: string,
  now: Date,
): Promise<boolean> {
  return context.db.transaction(async (tx) => {
    const request = await takeResetRequest(tx, requestId);
    if (request === undefined) return false;
    const { kind, email } = request;
    const user = await selectUserByEmail(tx, kind, email);
    if (user === undefined || user.suspendedAt !== null) return false;
    await queueReset(tx, context, kind, user, now);
    return true;
  });
}
