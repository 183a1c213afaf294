// Turning one's second factor off, and replacing its recovery codes.
import {
  changeWithPassword,
  notifySecondFactorChange,
  type PasswordRefusal,
} from "./changeWithPassword.ts";
import { normalisePassword, passwordLengths } from "./findPasswordWeakness.ts";
import type { PeopleContext } from "./peopleContext.ts";
import { recordOwnEvent } from "./recordOwnEvent.ts";
import type { RecoveryCode } from "./recoveryCode.ts";
import { clearTotp } from "./secondFactorQueries.ts";
import { storeRecoveryCodes } from "./storeRecoveryCodes.ts";
import type { PasswordCheck } from "./verifyPassword.ts";

/**
 * Turns the second factor off. A password that is long enough only beside a second factor must be
 * changed first: `short password`.
 */
export async function disableTotp(
  context: PeopleContext,
  prover: PasswordCheck,
  password: string,
  now: Date,
): Promise<{ readonly outcome: "off" } | { readonly outcome: "short password" } | PasswordRefusal> {
  return changeWithPassword(context, prover, password, now, async (tx, user) => {
    if (user.totpConfirmedAt === null) return { outcome: "elsewhere" } as const;
    const length = [...normalisePassword(password)].length;
    if (length < passwordLengths.alone) return { outcome: "short password" } as const;
    await clearTotp(tx, user.userId);
    await notifySecondFactorChange(tx, context, user, { kind: "turned off" }, now);
    const { requestId } = prover;
    recordOwnEvent(tx, context, user, {
      action: "turned off their second factor",
      requestId,
      now,
    });
    return { outcome: "off" } as const;
  });
}

/** Replaces the recovery codes of a second factor; the old ones are good no more. */
export async function renewRecoveryCodes(
  context: PeopleContext,
  prover: PasswordCheck,
  password: string,
  now: Date,
): Promise<
  { readonly outcome: "renewed"; readonly recoveryCodes: readonly RecoveryCode[] } | PasswordRefusal
> {
  return changeWithPassword(context, prover, password, now, async (tx, user) => {
    if (user.totpConfirmedAt === null) return { outcome: "elsewhere" } as const;
    await notifySecondFactorChange(tx, context, user, { kind: "recovery codes renewed" }, now);
    const { requestId } = prover;
    recordOwnEvent(tx, context, user, { action: "renewed their recovery codes", requestId, now });
    const recoveryCodes = await storeRecoveryCodes(tx, context, user.userId);
    return { outcome: "renewed", recoveryCodes } as const;
  });
}
