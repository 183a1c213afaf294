// Turning a second factor on and off, and replacing its recovery codes.

import { clearSignIns, countSignIn } from "./attemptLimits.ts";
import { normalizePassword, passwordLengths } from "./findPasswordWeakness.ts";
import { type PeopleContext, toAttemptSubject } from "./peopleContext.ts";
import { recordOwnEvent } from "./recordOwnEvent.ts";
import { type RecoveryCode, storeRecoveryCodes } from "./recoveryCode.ts";
import { clearTotp, confirmPendingTotp, updatePendingTotp } from "./secondFactorQueries.ts";
import type { UserId } from "./signedIn.ts";
import { decryptTotpSecret, encryptTotpSecret, findTotpStep, mintTotpSecret } from "./totp.ts";
import { lockUser, selectUser } from "./userQueries.ts";
import {
  changeWithPassword,
  notifySecondFactorChange,
  type PasswordCheck,
  type PasswordRefusal,
} from "./verifyPassword.ts";

/**
 * Turns the second factor off. A password that is only long enough with a second factor must be
 * changed first: `short password`.
 */
export async function disableTotp(
  context: PeopleContext,
  check: PasswordCheck,
  password: string,
  now: Date,
): Promise<{ readonly outcome: "off" } | { readonly outcome: "short password" } | PasswordRefusal> {
  return changeWithPassword(context, check, password, now, async (tx, user) => {
    if (user.totpConfirmedAt === null) return { outcome: "elsewhere" } as const;
    const length = [...normalizePassword(password)].length;
    if (length < passwordLengths.alone) return { outcome: "short password" } as const;
    await clearTotp(tx, user.userId);
    await notifySecondFactorChange(tx, context, user, { kind: "turned off" }, now);
    recordOwnEvent(tx, context, user, check, { action: "turned off their second factor", now });
    return { outcome: "off" } as const;
  });
}

/** Replaces the recovery codes of a second factor; the old ones become invalid. */
export async function renewRecoveryCodes(
  context: PeopleContext,
  check: PasswordCheck,
  password: string,
  now: Date,
): Promise<
  { readonly outcome: "renewed"; readonly recoveryCodes: readonly RecoveryCode[] } | PasswordRefusal
> {
  return changeWithPassword(context, check, password, now, async (tx, user) => {
    if (user.totpConfirmedAt === null) return { outcome: "elsewhere" } as const;
    await notifySecondFactorChange(tx, context, user, { kind: "recovery codes renewed" }, now);
    recordOwnEvent(tx, context, user, check, { action: "renewed their recovery codes", now });
    const recoveryCodes = await storeRecoveryCodes(tx, context, user.userId);
    return { outcome: "renewed", recoveryCodes } as const;
  });
}

/**
 * Stores a new secret, which takes effect when `confirmTotp` has accepted a code. Replaces an
 * earlier unconfirmed one.
 */
export async function startTotp(
  context: PeopleContext,
  check: PasswordCheck,
  password: string,
  now: Date,
): Promise<{ readonly outcome: "started" } | PasswordRefusal> {
  return changeWithPassword(context, check, password, now, async (tx, user) => {
    if (user.totpConfirmedAt !== null) return { outcome: "elsewhere" } as const;
    const encrypted = encryptTotpSecret(context.encryption, mintTotpSecret());
    await updatePendingTotp(tx, user.userId, encrypted);
    return { outcome: "started" } as const;
  });
}

/** The secret that is not confirmed yet, for the setup page. */
export async function findPendingTotp(
  { db, encryption }: PeopleContext,
  userId: UserId,
): Promise<Buffer | undefined> {
  const user = await selectUser(db, userId);
  const isPending = user !== undefined && user.totpSecret !== null && user.totpConfirmedAt === null;
  return isPending ? decryptTotpSecret(encryption, user) : undefined;
}

/** The recovery codes cannot be retrieved again. */
export type TotpConfirmation =
  | { readonly outcome: "on"; readonly recoveryCodes: readonly RecoveryCode[] }
  | PasswordRefusal;

/** Turns the second factor on if the code belongs to the unconfirmed secret. */
export async function confirmTotp(
  context: PeopleContext,
  check: PasswordCheck,
  code: string,
  now: Date,
): Promise<TotpConfirmation> {
  const { signedIn, address } = check;
  const { userId, email } = signedIn.user;
  const waitS = await countSignIn(context.db, address, toAttemptSubject(context.kind, email), now);
  if (waitS !== null) return { outcome: "too many", waitS };
  return context.db.transaction<TotpConfirmation>(async (tx) => {
    const user = await lockUser(tx, userId);
    if (user === undefined || user.totpSecret === null || user.totpConfirmedAt !== null) {
      return { outcome: "elsewhere" };
    }
    const step = findTotpStep(decryptTotpSecret(context.encryption, user), code, now, null);
    if (step === undefined) return { outcome: "wrong" };
    await confirmPendingTotp(tx, userId, step, now);
    await clearSignIns(tx, address, toAttemptSubject(context.kind, email));
    await notifySecondFactorChange(tx, context, user, { kind: "turned on" }, now);
    recordOwnEvent(tx, context, user, check, { action: "turned on their second factor", now });
    return { outcome: "on", recoveryCodes: await storeRecoveryCodes(tx, context, userId) };
  });
}
