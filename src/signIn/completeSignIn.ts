// The second step of a sign-in: a code of the authenticator, or one of the recovery codes.

import { lockUser, selectUser, type User } from "../accounts/userQueries.ts";
import type { Transaction } from "../db/database.ts";
import { clearSignIns, countSignIn } from "./attemptLimits.ts";
import { beginSession, type Visit } from "./beginSession.ts";
import { notifySecondFactorChange } from "./changeWithPassword.ts";
import type { Encryption } from "./encryption.ts";
import type { PeopleContext } from "./peopleContext.ts";
import { countedAs, isOfKind } from "./peopleKind.ts";
import type { PlainToken } from "./plainToken.ts";
import { recordOwnEvent, recordSignIn } from "./recordOwnEvent.ts";
import { hashRecoveryCode, parseRecoveryCode } from "./recoveryCode.ts";
import { countRecoveryCodes, spendRecoveryCode, spendTotpStep } from "./secondFactorQueries.ts";
import { markPassword, openTicket } from "./secondStep.ts";
import { findTotpStep } from "./totp.ts";
import { decryptTotpSecret } from "./totpSecret.ts";

/** What the second step is tried with: the ticket of the first, and what was typed. */
export type SecondStepRequest = Visit & {
  readonly ticket: string;
  readonly code: string;
  readonly address: string;
};

/** How a second step ends. `over`: the ticket is no longer good; begin anew. */
export type SecondStepOutcome =
  | { readonly outcome: "signed in"; readonly token: PlainToken }
  | { readonly outcome: "wrong" }
  | { readonly outcome: "over" }
  | { readonly outcome: "too many"; readonly waitS: number };

/** Spends the code that was typed; how it was good, or undefined where it is none. */
async function spendCode(
  tx: Transaction,
  seal: Encryption,
  user: User,
  typed: string,
  now: Date,
): Promise<"code" | "recovery code" | undefined> {
  const step = findTotpStep(decryptTotpSecret(seal, user), typed, now, user.totpLastStep);
  if (step !== undefined) {
    await spendTotpStep(tx, user.userId, step);
    return "code";
  }
  const code = parseRecoveryCode(typed);
  if (code === undefined) return undefined;
  const isSpent = await spendRecoveryCode(tx, user.userId, hashRecoveryCode(seal, code));
  return isSpent ? "recovery code" : undefined;
}

/**
 * Signs in whoever holds a ticket and types a code that was not used before. Every try counts
 * before it is judged, together with those of the password. The use of a recovery code is told by
 * mail.
 */
export async function completeSignIn(
  context: PeopleContext,
  request: SecondStepRequest,
  now: Date,
): Promise<SecondStepOutcome> {
  const { db, seal, kind } = context;
  const ticket = openTicket(seal, request.ticket, now);
  const known = ticket === undefined ? undefined : await selectUser(db, ticket.userId);
  if (ticket === undefined || known === undefined || !isOfKind(kind, known)) {
    return { outcome: "over" };
  }
  const waitS = await countSignIn(db, request.address, countedAs(kind, known.email), now);
  if (waitS !== null) return { outcome: "too many", waitS };
  return db.transaction<SecondStepOutcome>(async (tx) => {
    const user = await lockUser(tx, ticket.userId);
    const isOver = user === undefined || markPassword(user.passwordHash) !== ticket.mark;
    if (isOver || user.suspendedAt !== null || user.totpConfirmedAt === null) {
      return { outcome: "over" };
    }
    const spent = await spendCode(tx, seal, user, request.code, now);
    if (spent === undefined) {
      // Whoever got here had the password: that somebody tries codes is told at once.
      const { requestId } = request;
      recordOwnEvent(tx, context, user, { action: "entered a wrong code", requestId, now });
      return { outcome: "wrong" };
    }
    if (spent === "recovery code") {
      const left = await countRecoveryCodes(tx, user.userId);
      await notifySecondFactorChange(tx, context, user, { kind: "recovery code used", left }, now);
    }
    const tries = await clearSignIns(tx, request.address, countedAs(kind, user.email));
    recordSignIn(tx, context, user, request, { by: spent, tries, now });
    return { outcome: "signed in", token: await beginSession(tx, user.userId, request, now) };
  });
}
