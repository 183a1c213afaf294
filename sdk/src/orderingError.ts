import type { ErrorAnswer, FaultDetail } from "./wireTypes.ts";

/**
 * Codes of this package, besides those of the service:
 * - `NETWORK_ERROR`: the service was not reached, or the connection was lost.
 * - `TIMEOUT`: no response within `timeoutMs` or `totalTimeoutMs`.
 * - `ABORTED`: the signal of the call was aborted; `cause` is its reason.
 * - `UNREADABLE_ANSWER`: the response is not from the API, for example the page of a proxy.
 */
export type ClientErrorCode = "NETWORK_ERROR" | "TIMEOUT" | "ABORTED" | "UNREADABLE_ANSWER";
export type ErrorCode = ErrorAnswer["error"]["code"] | ClientErrorCode;

/** Why an attempt failed. */
export type AttemptFailure = {
  readonly code: ErrorCode;
  readonly message: string;
  /** True if the same request may succeed later. */
  readonly isTemporary: boolean;
  /** True if the service may have done what was requested, because its response did not arrive. */
  readonly isLost: boolean;
  readonly status?: number;
  readonly requestId?: string | undefined;
  readonly details?: readonly FaultDetail[] | undefined;
  readonly retryAfterS?: number | undefined;
  readonly cause?: unknown;
};

/** A call that did not succeed: the last attempt's failure. */
export class OrderingError extends Error {
  override readonly name = "OrderingError";
  readonly code: ErrorCode;
  /** Undefined if there was no response. */
  readonly status: number | undefined;
  /** Include it when you contact the distributor. */
  readonly requestId: string | undefined;
  /** Every fault of the request; empty for most codes. */
  readonly details: readonly FaultDetail[];
  /** Seconds to wait, if the response has Retry-After. */
  readonly retryAfterS: number | undefined;
  /** The key of what was created, also if it was generated: the call can be repeated with it. */
  readonly idempotencyKey: string | undefined;
  /** Requests sent. */
  readonly attempts: number;

  constructor(failure: AttemptFailure, attempts: number, idempotencyKey: string | undefined) {
    const { message, cause } = failure;
    super(message, cause === undefined ? {} : { cause });
    this.code = failure.code;
    this.status = failure.status;
    this.requestId = failure.requestId;
    this.details = failure.details ?? [];
    this.retryAfterS = failure.retryAfterS;
    this.idempotencyKey = idempotencyKey;
    this.attempts = attempts;
  }
}
