const maxDoublings = 3;

/**
 * Milliseconds before the next attempt; `random` is at least 0 and below 1. Never earlier than
 * Retry-After says. The random part keeps clients that failed at the same time from retrying at
 * the same time.
 */
export function chooseDelayMs(
  failedAttempts: number,
  firstDelayMs: number,
  retryAfterS: number | undefined,
  random: number,
): number {
  const halfMs = (firstDelayMs * 2 ** Math.min(failedAttempts - 1, maxDoublings)) / 2;
  const leastMs = retryAfterS === undefined ? halfMs : retryAfterS * 1000;
  return leastMs + random * halfMs;
}

/** Resolves after `ms`, or when `signal` aborts. */
export function sleep(ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer);
      signal?.removeEventListener("abort", end);
      resolve();
    };
    const timer = setTimeout(end, ms);
    if (signal?.aborted) end();
    signal?.addEventListener("abort", end);
  });
}
