import type { AccountId, KeyId } from "../accounts/account.ts";
import type { RequestError } from "./requestError.ts";

/**
 * Result of a lookup entry: `f` found, `o` found but out of stock, `n` not found, `s` not found
 * with `in_stock`, which does not distinguish the two.
 */
export type EntryOutcome = "f" | "o" | "n" | "s";

/** What a handler records about a request. Fields are missing if the request failed before them. */
export type RequestDetails = {
  /** Entries of a lookup; part numbers as catalog keys. */
  readonly partNumbers?: readonly string[];
  readonly partNames?: readonly string[];
  readonly inStock?: boolean;
  /** One `EntryOutcome` per number, then per name; missing if the lookup failed. */
  readonly outcomes?: string;
  readonly orderId?: string;
  readonly poNumber?: string | null;
};

/** A finished API request. Account and key are null if the key is unknown. */
export type ApiRequest = RequestDetails &
  RequestError & {
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
