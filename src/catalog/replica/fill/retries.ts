// When what failed after much work is tried again: a fill, or changes without space on the disk.
import { SpaceError } from "../freeSpace.ts";

/** A new file could not be filled. */
export class FillError extends Error {}

const firstWaitMs = 500;
/** What ended the failures, such as space on the disk, is noticed within this time. */
const maxWaitMs = 8_000;

/** How long to wait after this many attempts have failed one after the other. */
export function retryMsAfter(failed: number): number {
  return Math.min(firstWaitMs * 2 ** (failed - 1), maxWaitMs);
}

/** Whether to wait longer after each such failure. */
export function isCostly(error: unknown): error is FillError | SpaceError {
  return error instanceof FillError || error instanceof SpaceError;
}

export function describeFailure(error: unknown): string {
  const what = error instanceof FillError ? "filled" : "updated";
  return `The replica of the catalog cannot be ${what}: ${(error as Error).message}`;
}

/** A line without numbers and names of files, which differ from one attempt to the next. */
const causeOf = (line: string): string => line.replace(/catalog-[-0-9a-f]+|[\d.,]+/g, "");

/** Reports each cause once, until `clear` is called. */
export function createReporter(report: (line: string) => void) {
  const causes = new Set<string>();
  return {
    report(line: string): void {
      if (!causes.has(causeOf(line))) report(line);
      causes.add(causeOf(line));
    },
    clear: () => causes.clear(),
  };
}

/** Counts consecutive failures: each doubles the wait. */
export function createFailureCounter(report: (line: string) => void) {
  let failed = 0;
  return {
    /** Reports a failure; returns the milliseconds to wait before the next attempt. */
    recordFailure(error: FillError | SpaceError): number {
      failed += 1;
      report(describeFailure(error));
      return retryMsAfter(failed);
    },
    recordSuccess(): void {
      failed = 0;
    },
  };
}

type RetryOptions = {
  readonly monotonicMs: () => number;
  readonly report: (line: string) => void;
};

/** Fills that can wait, because a usable file is followed meanwhile. */
export function createRetries({ monotonicMs, report }: RetryOptions) {
  const failures = createFailureCounter(report);
  let dueMs = Number.NEGATIVE_INFINITY;
  return {
    isDue: () => monotonicMs() >= dueMs,
    /** Runs a fill. A FillError is reported, and the next fill is due later. */
    async run(fill: () => Promise<void>): Promise<void> {
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
