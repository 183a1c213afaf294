// What people's secrets are sealed and hashed with: by purpose, so that what was sealed for one
// thing opens for no other.
import { createHmac } from "node:crypto";
import { createSealing, deriveKey, type Sealing } from "../sealing.ts";

/** What a sealed value is for; it must be the same when it is opened. */
export type SealPurpose = "second factor" | "second step" | "recovery code";

export type Seal = {
  close(purpose: SealPurpose, plain: Uint8Array): ReturnType<Sealing["close"]>;
  open(purpose: SealPurpose, sealed: Uint8Array): ReturnType<Sealing["open"]>;
  /** A keyed hash: equal for equal texts, worthless without SECRET_KEY. */
  digest(purpose: SealPurpose, text: string): Buffer;
};

/** Seals with keys derived from `secret`, the configured or kept SECRET_KEY. */
export function createSeal(secret: Buffer): Seal {
  const digestKey = deriveKey(secret, "partsdesk people: digest");
  return {
    ...createSealing(deriveKey(secret, "partsdesk people: seal")),
    digest: (purpose, text) =>
      createHmac("sha256", digestKey).update(`${purpose}\0${text}`).digest(),
  };
}
