import { openWindowCounts } from "./windowCounts.ts";

/** `resetS`: seconds until the window ends, at least 1. */
export type RateLimitState = {
  readonly allowed: boolean;
  readonly remaining: number;
  readonly resetS: number;
};

export type RateLimiter = {
  /** Counts a request of `key`. */
  take(key: string, nowMs: number): RateLimitState;
};

const windowMs = 60_000;

/**
 * Limits each key to `limit` requests per minute; 0 means no limit. Workers that open a limiter in
 * the same `memory` share the limit (`createWindowMemory`).
 */
export function createRateLimiter(limit: number, memory: SharedArrayBuffer): RateLimiter {
  const counts = openWindowCounts(memory);
  return {
    take(key, nowMs) {
      const window = Math.floor(nowMs / windowMs);
      const resetS = Math.max(1, Math.ceil(((window + 1) * windowMs - nowMs) / 1000));
      if (limit === 0) return { allowed: true, remaining: 0, resetS };
      const count = counts.add(window, key);
      return { allowed: count <= limit, remaining: Math.max(0, limit - count), resetS };
    },
  };
}
