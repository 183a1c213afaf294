// The catalogue of public errors. Invariant: every error response has a code from here, and a test
// keeps docs/errors.md equal to it.

/** `retry`: whether the same request may succeed later. */
export type ErrorEntry = {
  readonly status: number;
  readonly message: string;
  readonly retry: "no" | "after a change" | "later";
};

/** Codes in the order of the checks that produce them, then server errors. */
export const errorCatalogue = {
  NOT_FOUND: { status: 404, message: "There is no resource at this address.", retry: "no" },
  METHOD_NOT_ALLOWED: {
    status: 405,
    message: "This address does not support this method. Allow lists the supported ones.",
    retry: "no",
  },
  INVALID_API_KEY: {
    status: 401,
    message: "The API key is not valid.",
    retry: "after a change",
  },
  KEY_REVOKED: {
    status: 401,
    message: "This API key was revoked or replaced, or has expired. Request a new one.",
    retry: "after a change",
  },
  ACCOUNT_SUSPENDED: {
    status: 403,
    message: "This account is suspended.",
    retry: "after a change",
  },
  RATE_LIMITED: {
    status: 429,
    message: "Too many requests. Wait the number of seconds in Retry-After.",
    retry: "later",
  },
  REQUEST_TIMEOUT: {
    status: 408,
    message: "The request did not arrive completely in time.",
    retry: "later",
  },
  HEADERS_TOO_LARGE: {
    status: 431,
    message: "The request headers are too large.",
    retry: "after a change",
  },
  PAYLOAD_TOO_LARGE: {
    status: 413,
    message: "The request body is too large.",
    retry: "after a change",
  },
  UNSUPPORTED_ENCODING: {
    status: 415,
    message: "The Content-Encoding is not supported. Send gzip, or no Content-Encoding.",
    retry: "after a change",
  },
  VALIDATION_FAILED: {
    status: 400,
    message: "The request is not valid. The details list every fault.",
    retry: "after a change",
  },
  IDEMPOTENCY_KEY_REUSED: {
    status: 422,
    message: "This Idempotency-Key belongs to another request.",
    retry: "after a change",
  },
  IDEMPOTENCY_IN_PROGRESS: {
    status: 409,
    message: "The first request with this Idempotency-Key is still in progress.",
    retry: "later",
  },
  PART_NOT_FOUND: {
    status: 422,
    message: "A part_id is not valid for this account. Look up the part again.",
    retry: "after a change",
  },
  PART_ID_EXPIRED: {
    status: 422,
    message: "A part_id has expired. Look up the part again and order with its new part_id.",
    retry: "after a change",
  },
  PART_NOT_ORDERABLE: {
    status: 422,
    message: "A part cannot be ordered in its current status.",
    retry: "after a change",
  },
  PRICE_ON_REQUEST: {
    status: 422,
    message: "A part has no price for this account. Request a quote before ordering it.",
    retry: "after a change",
  },
  QUANTITY_NOT_ALLOWED: {
    status: 422,
    message: "A quantity is below the minimum or not a multiple of the pack.",
    retry: "after a change",
  },
  CURRENCY_MISMATCH: {
    status: 422,
    message: "An order has one currency. Order parts in other currencies separately.",
    retry: "after a change",
  },
  INSUFFICIENT_STOCK: {
    status: 422,
    message: "There is not enough stock. The details list the available quantity.",
    retry: "after a change",
  },
  QUOTE_CORRECTED: {
    status: 409,
    message: "An option was corrected or withdrawn, or was never quoted.",
    retry: "after a change",
  },
  QUOTE_EXPIRED: {
    status: 409,
    message: "The price of an option has ended.",
    retry: "after a change",
  },
  QUOTE_USED_UP: {
    status: 409,
    message: "Less is left of an option than ordered. The details list the rest.",
    retry: "after a change",
  },
  INTERNAL_ERROR: {
    status: 500,
    message: "Something went wrong on our side. The request ID helps us find it.",
    retry: "later",
  },
  UPSTREAM_ERROR: {
    status: 502,
    message: "The catalog lookup failed. It is safe to retry.",
    retry: "later",
  },
  UNAVAILABLE: {
    status: 503,
    message: "The service is temporarily unavailable. Send the same request again later.",
    retry: "later",
  },
} as const satisfies Record<string, ErrorEntry>;

/** Codes of the operator API alone. */
const operatorErrors = {
  INSUFFICIENT_SCOPE: {
    status: 403,
    message: "The key lacks the scope that this address needs. The details name it.",
    retry: "after a change",
  },
  CONFLICT: {
    status: 409,
    message: "It is in another state than the request needs. The details say which.",
    retry: "after a change",
  },
} as const satisfies Record<string, ErrorEntry>;

/** A code of the API for customers. */
export type ApiErrorCode = keyof typeof errorCatalogue;
export type ErrorCode = ApiErrorCode | keyof typeof operatorErrors;

export const allErrors: Readonly<Record<ErrorCode, ErrorEntry>> = {
  ...errorCatalogue,
  ...operatorErrors,
};

/** One fault of a request. Some codes add more fields. */
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

/** A public error: thrown where a request fails, converted to a response in one place. */
export class Failure extends Error {
  readonly code: ErrorCode;
  readonly details: readonly FaultDetail[] | undefined;
  readonly retryAfterS: number | undefined;

  constructor(code: ErrorCode, options: FailureOptions = {}) {
    super(options.message ?? allErrors[code].message, { cause: options.cause });
    this.name = "Failure";
    this.code = code;
    this.details = options.details;
    this.retryAfterS = options.retryAfterS;
  }
}
