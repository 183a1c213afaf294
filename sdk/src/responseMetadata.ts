/** Requests of the key per minute: the limit, what is left, and seconds until the minute ends. */
export type RateLimit = {
  readonly limit: number;
  readonly remaining: number;
  readonly resetS: number;
};

export type ResponseMetadata = {
  readonly status: number;
  /** Include it when you contact the distributor. */
  readonly requestId: string | undefined;
  /** True if the order was placed by an earlier request with the same key. */
  readonly replayed: boolean;
  /** Undefined if the key has no limit. */
  readonly rateLimit: RateLimit | undefined;
  /** Requests sent. */
  readonly attempts: number;
  readonly headers: Headers;
};

function readParameter(header: string | null, name: string): number {
  return Number(new RegExp(`;\\s*${name}=(\\d+)`).exec(header ?? "")?.[1] ?? Number.NaN);
}

function readRateLimit(headers: Headers): RateLimit | undefined {
  const limit = readParameter(headers.get("ratelimit-policy"), "q");
  const remaining = readParameter(headers.get("ratelimit"), "r");
  const resetS = readParameter(headers.get("ratelimit"), "t");
  if (Number.isNaN(limit + remaining + resetS)) return undefined;
  return { limit, remaining, resetS };
}

export function readRequestId(headers: Headers): string | undefined {
  return headers.get("x-request-id") ?? undefined;
}

/** The start and end of a date in a header: Sun, 22 Nov 2026 12:00:30 GMT. */
const httpDate = /^[A-Z][a-z]+, \d.* GMT$/;

/** Seconds to wait; undefined without Retry-After or if it is unreadable. */
export function readRetryAfterS(headers: Headers, nowMs: number): number | undefined {
  const text = headers.get("retry-after")?.trim() ?? "";
  if (/^\d+$/.test(text)) return Number(text);
  // Date.parse reads much else as a date: 1.5 as the 5th of January.
  const date = httpDate.test(text) ? Date.parse(text) : Number.NaN;
  return Number.isNaN(date) ? undefined : Math.max(0, (date - nowMs) / 1000);
}

export function readMetadata({ status, headers }: Response, attempts: number): ResponseMetadata {
  return {
    status,
    requestId: readRequestId(headers),
    replayed: headers.get("idempotent-replayed") === "true",
    rateLimit: readRateLimit(headers),
    attempts,
    headers,
  };
}
