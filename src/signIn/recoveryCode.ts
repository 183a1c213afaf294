// Ten single-use codes for people who lost their authenticator app, stored as keyed hashes.
import { randomBytes } from "node:crypto";
import type { Transaction } from "../db/database.ts";
import type { Encryption } from "./encryption.ts";
import type { PeopleContext } from "./peopleContext.ts";
import { deleteRecoveryCodes, insertRecoveryCodes } from "./secondFactorQueries.ts";
import type { UserId } from "./signedIn.ts";
import { toBase32 } from "./totp.ts";

declare const codeBrand: unique symbol;

/** 80 random bits in four groups: ABCD-EFGH-IJKL-MNOP. */
export type RecoveryCode = string & { readonly [codeBrand]: true };

const codesAtOnce = 10;
const codeBytes = 10;
const shape = /^[A-Z2-7]{16}$/;

function group(letters: string): RecoveryCode {
  return letters.replace(/(.{4})(?=.)/g, "$1-") as RecoveryCode;
}

export function mintRecoveryCodes(): RecoveryCode[] {
  return Array.from({ length: codesAtOnce }, () => group(toBase32(randomBytes(codeBytes))));
}

/** Parses a code in any case, with or without hyphens. */
export function parseRecoveryCode(text: string): RecoveryCode | undefined {
  const letters = text.replace(/[\s-]/g, "").toUpperCase();
  return shape.test(letters) ? group(letters) : undefined;
}

export function hashRecoveryCode(encryption: Encryption, code: RecoveryCode): Buffer {
  return encryption.digest("recovery code", code);
}

/**
 * Replaces the recovery codes of a user and returns the new ones. The caller must have locked the
 * user.
 */
export async function storeRecoveryCodes(
  tx: Transaction,
  { encryption }: Pick<PeopleContext, "encryption">,
  userId: UserId,
): Promise<readonly RecoveryCode[]> {
  const codes = mintRecoveryCodes();
  await deleteRecoveryCodes(tx, userId);
  await insertRecoveryCodes(
    tx,
    userId,
    codes.map((code) => hashRecoveryCode(encryption, code)),
  );
  return codes;
}
