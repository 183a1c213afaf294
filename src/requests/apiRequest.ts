// A call of the API as the log keeps it: who called, what was asked, how it ended.
import type { AccountId, KeyId } from "../accounts/account.ts";

/**
 * How an entry of a lookup ended: `f` found, `o` found but out of stock, `n` not found, `s` asked
 * in stock only and not there.
 */
export type EntryOutcome = "f" | "o" | "n" | "s";

/** What a call says of itself besides its frame; all of it is missing where it was not read. */
export type RequestDetails = {
  /** Entries of a lookup, numbers by the key under which the catalog has them. */
  readonly partNumbers?: readonly string[];
  readonly partNames?: readonly string[];
  readonly inStock?: boolean;
  /** A letter for each number, then for each name; missing where the lookup was not answered. */
  readonly outcomes?: string;
  readonly orderId?: string;
  readonly poNumber?: string | null;
};

/** A finished call. Account and key are null where the key was not good. */
export type ApiRequest = RequestDetails & {
  /** As in X-Request-Id. */
  readonly requestId: string;
  readonly accountId: AccountId | null;
  readonly keyId: KeyId | null;
  readonly method: string;
  readonly route: string;
  readonly status: number;
  readonly errorCode: string | null;
  readonly durationMs: number;
};
