// The secret of a second factor as it lies in the database: sealed, and opened where a code is
// judged or the app is set up.
import type { Encryption } from "./encryption.ts";

/** A secret, sealed to be stored. */
export function encryptTotpSecret(seal: Encryption, secret: Buffer): Buffer {
  return seal.close("second factor", secret);
}

/** The secret of a user; one that is missing or does not open is a fault of the service. */
export function decryptTotpSecret(
  seal: Encryption,
  user: { readonly totpSecret: Buffer | null },
): Buffer {
  const secret = user.totpSecret === null ? undefined : seal.open("second factor", user.totpSecret);
  if (secret !== undefined) return secret;
  throw new Error("A second factor does not open: SECRET_KEY is not the one that sealed it.");
}
