// When what failed after much work is tried again: a fill, or changes without space on the disk.
import { SpaceError } from "../freeSpace.ts";

/** A new file could not be filled. */
export class FillError extends Error {}

const firstWaitMs = 500;
const maxWaitMs = 30_000;

/** How long to wait after this many attempts have failed one after the other. */
export function retryMsAfter(failed: number): number {
  return Math.min(firstWaitMs * 2 ** (failed - 1), maxWaitMs);
}

/** Whether to wait longer after each such failure. */
export function isCostly(error: unknown): error is FillError | SpaceError {
  return error instanceof FillError || error instanceof SpaceError;
}

export function describeFailure(failed: number, error: FillError | SpaceError): string {
  const what = error instanceof FillError ? "be filled" : "be updated";
  const wait = `next attempt in ${retryMsAfter(failed) / 1_000} s`;
  return `The replica of the catalog cannot ${what}, ${wait}: ${error.message}`;
}

export type FailureCounter = {
  /** Reports a failure; returns the milliseconds to wait before the next attempt. */
  recordFailure(error: FillError | SpaceError): number;
  recordSuccess(): void;
};

/** Counts consecutive failures: each doubles the wait. */
export function createFailureCounter(report: (line: string) => void): FailureCounter {
  let failed = 0;
  return {
    recordFailure(error) {
      failed += 1;
      report(describeFailure(failed, error));
      return retryMsAfter(failed);
    },
    recordSuccess() {
      failed = 0;
    },
  };
}

type RetryOptions = {
  readonly monotonicMs: () => number;
  readonly report: (line: string) => void;
};

/** Fills that can wait, because a usable file is followed meanwhile. */
export type Retries = {
  isDue(): boolean;
  /** Runs a fill. A FillError is reported, and the next fill is due later. */
  run(fill: () => Promise<void>): Promise<void>;
};

export function createRetries({ monotonicMs, report }: RetryOptions): Retries {
  const failures = createFailureCounter(report);
  let dueMs = Number.NEGATIVE_INFINITY;
  return {
    isDue: () => monotonicMs() >= dueMs,
    async run(fill) {
      try {
        await fill();
        failures.recordSuccess();
      } catch (error) {
        if (!(error instanceof FillError)) throw error;
        dueMs = monotonicMs() + failures.recordFailure(error);
      }
    },
  };
}
