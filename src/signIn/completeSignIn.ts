// The second step of a sign-in: a code of the authenticator app, or a recovery code.

import { createHash } from "node:crypto";
import type { Transaction } from "../db/database.ts";
import { clearSignIns, countSignIn } from "./attemptLimits.ts";
import type { Encryption } from "./encryption.ts";
import type { PasswordHash } from "./passwordHasher.ts";
import { isOfPeopleKind, type PeopleContext, toAttemptSubject } from "./peopleContext.ts";
import type { PlainToken } from "./plainToken.ts";
import { recordOwnEvent, recordSignIn } from "./recordOwnEvent.ts";
import { hashRecoveryCode, parseRecoveryCode } from "./recoveryCode.ts";
import { countRecoveryCodes, spendRecoveryCode, spendTotpStep } from "./secondFactorQueries.ts";
import { createSession, type Visit } from "./sessions.ts";
import type { UserId } from "./signedIn.ts";
import { decryptTotpSecret, findTotpStep } from "./totp.ts";
import { lockUser, selectUser, type User } from "./userQueries.ts";
import { notifySecondFactorChange } from "./verifyPassword.ts";

/** `ticket` is the proof of the first step. */
export type SecondStepRequest = Visit & {
  readonly ticket: string;
  readonly code: string;
  readonly address: string;
};

/** `over`: the ticket is no longer valid, and sign-in starts again. */
export type SecondStepOutcome =
  | { readonly outcome: "signed in"; readonly token: PlainToken }
  | { readonly outcome: "wrong" }
  | { readonly outcome: "over" }
  | { readonly outcome: "too many"; readonly waitS: number };

/** Marks a code as used. Returns what kind of code it was, or undefined if it is not valid. */
async function spendCode(
  tx: Transaction,
  encryption: Encryption,
  user: User,
  typed: string,
  now: Date,
): Promise<"code" | "recovery code" | undefined> {
  const step = findTotpStep(decryptTotpSecret(encryption, user), typed, now, user.totpLastStep);
  if (step !== undefined) {
    await spendTotpStep(tx, user.userId, step);
    return "code";
  }
  const code = parseRecoveryCode(typed);
  if (code === undefined) return undefined;
  const isSpent = await spendRecoveryCode(tx, user.userId, hashRecoveryCode(encryption, code));
  return isSpent ? "recovery code" : undefined;
}

/**
 * Signs in the holder of a ticket with a code that was not used before. Every attempt counts,
 * before it is checked and together with those of the password. The use of a recovery code is
 * notified by mail.
 */
export async function completeSignIn(
  context: PeopleContext,
  request: SecondStepRequest,
  now: Date,
): Promise<SecondStepOutcome> {
  const { db, encryption, kind } = context;
  const ticket = openTicket(encryption, request.ticket, now);
  const known = ticket === undefined ? undefined : await selectUser(db, ticket.userId);
  if (ticket === undefined || known === undefined || !isOfPeopleKind(kind, known)) {
    return { outcome: "over" };
  }
  const waitS = await countSignIn(db, request.address, toAttemptSubject(kind, known.email), now);
  if (waitS !== null) return { outcome: "too many", waitS };
  return db.transaction<SecondStepOutcome>(async (tx) => {
    const user = await lockUser(tx, ticket.userId);
    const isOver = user === undefined || markPassword(user.passwordHash) !== ticket.mark;
    if (isOver || user.suspendedAt !== null || user.totpConfirmedAt === null) {
      return { outcome: "over" };
    }
    const spent = await spendCode(tx, encryption, user, request.code, now);
    if (spent === undefined) {
      // This step is reached only with the password, so a wrong code is recorded immediately.
      recordOwnEvent(tx, context, user, request, { action: "entered a wrong code", now });
      return { outcome: "wrong" };
    }
    if (spent === "recovery code") {
      const left = await countRecoveryCodes(tx, user.userId);
      await notifySecondFactorChange(tx, context, user, { kind: "recovery code used", left }, now);
    }
    const tries = await clearSignIns(tx, request.address, toAttemptSubject(kind, user.email));
    recordSignIn(tx, context, user, request, { by: spent, tries, now });
    return { outcome: "signed in", token: await createSession(tx, user.userId, request, now) };
  });
}

declare const ticketBrand: unique symbol;

/** An encrypted ticket in base64url. */
export type SecondStepTicket = string & { readonly [ticketBrand]: true };

/** How long a ticket is valid, in seconds. */
export const secondStepS = 300;
/** Longer texts are not decrypted. */
const longest = 400;

type Opened = { readonly userId: UserId; readonly mark: string };

/** Identifies a password hash in a ticket. */
export function markPassword(hash: PasswordHash): string {
  return createHash("sha256").update(hash).digest("base64url").slice(0, 22);
}

/** Creates a ticket for the user whose password was right at `now`. */
export function formatTicket(
  encryption: Encryption,
  user: { readonly userId: UserId; readonly passwordHash: PasswordHash },
  now: Date,
): SecondStepTicket {
  const endsMs = now.getTime() + secondStepS * 1_000;
  const text = [endsMs, user.userId, markPassword(user.passwordHash)].join(" ");
  return encryption
    .encrypt("second step", Buffer.from(text))
    .toString("base64url") as SecondStepTicket;
}

/** Reads a ticket; undefined if it is invalid or expired. */
export function openTicket(encryption: Encryption, ticket: string, now: Date): Opened | undefined {
  if (ticket.length > longest) return undefined;
  const opened = encryption.decrypt("second step", Buffer.from(ticket, "base64url"));
  const [endsMs, userId, mark] = opened?.toString("utf8").split(" ") ?? [];
  if (userId === undefined || mark === undefined) return undefined;
  return now.getTime() < Number(endsMs) ? { userId: userId as UserId, mark } : undefined;
}
