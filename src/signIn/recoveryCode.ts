// Codes for whoever has lost their authenticator: ten, each good once, stored as keyed hashes.
import { randomBytes } from "node:crypto";
import type { Transaction } from "../db/database.ts";
import type { Encryption } from "./encryption.ts";
import type { PeopleContext } from "./peopleContext.ts";
import { deleteRecoveryCodes, insertRecoveryCodes } from "./secondFactorQueries.ts";
import type { UserId } from "./signedIn.ts";
import { toBase32 } from "./totp.ts";

declare const codeBrand: unique symbol;

/** A code as its holder types it: 80 bits in four groups, ABCD-EFGH-IJKL-MNOP. */
export type RecoveryCode = string & { readonly [codeBrand]: true };

const codesAtOnce = 10;
const codeBytes = 10;
const shape = /^[A-Z2-7]{16}$/;

function group(letters: string): RecoveryCode {
  return letters.replace(/(.{4})(?=.)/g, "$1-") as RecoveryCode;
}

/** Ten new codes. */
export function mintRecoveryCodes(): RecoveryCode[] {
  return Array.from({ length: codesAtOnce }, () => group(toBase32(randomBytes(codeBytes))));
}

/** The text as a code, in any case and with or without its hyphens; undefined where it is none. */
export function parseRecoveryCode(text: string): RecoveryCode | undefined {
  const letters = text.replace(/[\s-]/g, "").toUpperCase();
  return shape.test(letters) ? group(letters) : undefined;
}

/** The hash a code of a user is stored and found by. */
export function hashRecoveryCode(seal: Encryption, code: RecoveryCode): Buffer {
  return seal.digest("recovery code", code);
}

/** Stores the hashes of ten new codes and returns the codes; the caller holds the user's lock. */
export async function storeRecoveryCodes(
  tx: Transaction,
  { seal }: Pick<PeopleContext, "seal">,
  userId: UserId,
): Promise<readonly RecoveryCode[]> {
  const codes = mintRecoveryCodes();
  await deleteRecoveryCodes(tx, userId);
  await insertRecoveryCodes(
    tx,
    userId,
    codes.map((code) => hashRecoveryCode(seal, code)),
  );
  return codes;
}
