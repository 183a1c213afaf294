import type { Currency } from "../kit/money.ts";

declare const accountIdBrand: unique symbol;
declare const keyIdBrand: unique symbol;

export type AccountId = string & { readonly [accountIdBrand]: true };
export type KeyId = string & { readonly [keyIdBrand]: true };

/** A customer of the distributor. */
export type Account = {
  readonly accountId: AccountId;
  readonly name: string;
  readonly email: string;
  readonly currency: Currency;
  readonly suspendedAt: Date | null;
  readonly createdAt: Date;
};

export type ApiKey = {
  readonly keyId: KeyId;
  readonly accountId: AccountId;
  readonly name: string;
  readonly lastFour: string;
  readonly createdAt: Date;
  readonly expiresAt: Date | null;
  readonly revokedAt: Date | null;
  readonly replacedBy: KeyId | null;
  readonly lastUsedAt: Date | null;
};

/** A key of one account, or of any if `accountId` is null. */
export type KeyChoice = { readonly keyId: string; readonly accountId: AccountId | null };

/** The authenticated caller of a request. */
export type Caller = { readonly accountId: AccountId; readonly keyId: KeyId };

export function keyState(
  key: Pick<ApiKey, "expiresAt" | "revokedAt"> & { readonly replacedBy: string | null },
  now: Date,
): "active" | "revoked" | "replaced" | "expired" {
  if (key.revokedAt !== null) return "revoked";
  if (key.expiresAt !== null && key.expiresAt <= now) {
    return key.replacedBy === null ? "expired" : "replaced";
  }
  return "active";
}
