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

/** Limits each key to `limit` requests per minute; 0 means no limit. */
export function createRateLimiter(limit: number): RateLimiter {
  let window = -1;
  const counts = new Map<string, number>();

  function stateOf(count: number, nowMs: number): RateLimitState {
    const resetS = Math.max(1, Math.ceil(((window + 1) * windowMs - nowMs) / 1000));
    const remaining = Math.max(0, limit - count);
    return { allowed: limit === 0 || count <= limit, remaining, resetS };
  }

  function countsAt(nowMs: number): Map<string, number> {
    const current = Math.floor(nowMs / windowMs);
    if (current !== window) {
      window = current;
      counts.clear();
    }
    return counts;
  }

  return {
    take(key, nowMs) {
      if (limit === 0) return stateOf(0, nowMs);
      const count = (countsAt(nowMs).get(key) ?? 0) + 1;
      counts.set(key, count);
      return stateOf(count, nowMs);
    },
  };
}
