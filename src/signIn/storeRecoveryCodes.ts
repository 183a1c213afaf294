// New recovery codes in place of the old ones: the one moment at which plain ones exist here.
import type { Transaction } from "../db/database.ts";
import type { PeopleContext } from "./peopleContext.ts";
import { hashRecoveryCode, mintRecoveryCodes, type RecoveryCode } from "./recoveryCode.ts";
import { deleteRecoveryCodes, insertRecoveryCodes } from "./secondFactorQueries.ts";
import type { UserId } from "./signedIn.ts";

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
