// The closed catalogue of what can go wrong in public: code, status, text, retry advice.
// Invariant: every error that leaves the service has a code from here; docs/errors.md is kept
// equal.

/** What a code means to a client. `retry`: whether the same request may succeed later. */
export type ErrorEntry = {
  readonly status: number;
  readonly message: string;
  readonly retry: "no" | "after a change" | "later";
};

/**
 * Codes in the order of the checks they come from (decision 4), then those of the server's side.
 */
export const errorCatalogue = {
  NOT_FOUND: { status: 404, message: "There is nothing at this address.", retry: "no" },
  METHOD_NOT_ALLOWED: {
    status: 405,
    message: "This address does not take this method; Allow names those it takes.",
    retry: "no",
  },
  INVALID_API_KEY: {
    status: 401,
    message: "The API key is not valid.",
    retry: "after a change",
  },
  KEY_REVOKED: {
    status: 401,
    message: "This API key was revoked, replaced or has expired. Ask for a new one.",
    retry: "after a change",
  },
  ACCOUNT_SUSPENDED: {
    status: 403,
    message: "This account is suspended.",
    retry: "after a change",
  },
  RATE_LIMITED: {
    status: 429,
    message: "Too many requests. Wait as long as Retry-After says.",
    retry: "later",
  },
  REQUEST_TIMEOUT: {
    status: 408,
    message: "The request did not arrive completely in time.",
    retry: "later",
  },
  HEADERS_TOO_LARGE: {
    status: 431,
    message: "The request's headers are too large.",
    retry: "after a change",
  },
  PAYLOAD_TOO_LARGE: {
    status: 413,
    message: "The request body is larger than this address takes.",
    retry: "after a change",
  },
  VALIDATION_FAILED: {
    status: 400,
    message: "The request is not valid; details names each fault.",
    retry: "after a change",
  },
  IDEMPOTENCY_KEY_REUSED: {
    status: 422,
    message: "This Idempotency-Key belongs to another order.",
    retry: "after a change",
  },
  IDEMPOTENCY_IN_PROGRESS: {
    status: 409,
    message: "The first request with this Idempotency-Key is still running.",
    retry: "later",
  },
  PART_NOT_FOUND: {
    status: 422,
    message: "A part_id names no part of this account; look the part up again.",
    retry: "after a change",
  },
  PART_ID_EXPIRED: {
    status: 422,
    message: "A part_id is too old; look the part up again and order with the new one.",
    retry: "after a change",
  },
  PART_NOT_ORDERABLE: {
    status: 422,
    message: "A part cannot be ordered in its present status.",
    retry: "after a change",
  },
  QUANTITY_NOT_ALLOWED: {
    status: 422,
    message: "A quantity is below the part's minimum or not a multiple of its pack.",
    retry: "after a change",
  },
  CURRENCY_MISMATCH: {
    status: 422,
    message: "One order has one currency; order parts of other currencies apart.",
    retry: "after a change",
  },
  INSUFFICIENT_STOCK: {
    status: 422,
    message: "There is not enough stock; details says how much there is.",
    retry: "after a change",
  },
  INTERNAL_ERROR: {
    status: 500,
    message: "Something failed here that should not have. The request id helps us find it.",
    retry: "later",
  },
  UPSTREAM_ERROR: {
    status: 502,
    message: "The catalog lookup failed inside the service. Retrying is safe.",
    retry: "later",
  },
  UNAVAILABLE: {
    status: 503,
    message: "The service cannot do this just now. With the same Idempotency-Key a retry is safe.",
    retry: "later",
  },
} as const satisfies Record<string, ErrorEntry>;

export type ErrorCode = keyof typeof errorCatalogue;

/**
 * One fault of a request: where it is, its code, a sentence, and what the code adds (decision 2).
 */
export type FaultDetail = {
  readonly path: string;
  readonly code: string;
  readonly message: string;
  readonly [extra: string]: unknown;
};

type FailureOptions = {
  readonly message?: string;
  readonly details?: readonly FaultDetail[];
  readonly retryAfterS?: number;
  readonly cause?: unknown;
};

/** Thrown once where a request cannot go on, and turned into an answer in one place. */
export class Failure extends Error {
  readonly code: ErrorCode;
  readonly details: readonly FaultDetail[] | undefined;
  readonly retryAfterS: number | undefined;

  constructor(code: ErrorCode, options: FailureOptions = {}) {
    super(options.message ?? errorCatalogue[code].message, { cause: options.cause });
    this.name = "Failure";
    this.code = code;
    this.details = options.details;
    this.retryAfterS = options.retryAfterS;
  }
}
