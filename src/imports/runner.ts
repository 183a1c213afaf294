import { setTimeout as delay } from "node:timers/promises";
import { Failure } from "../kit/errors.ts";
import type { FileId } from "./file.ts";
import type { RunId, RunRequest } from "./run.ts";

/** A run that has started; `busy`: this node runs the maximum number of imports. */
export type StartedRun =
  | { readonly outcome: "started"; readonly runId: RunId }
  | { readonly outcome: "busy" }
  /** The file or run no longer exists. */
  | { readonly outcome: "gone" };

/** A file that takes more memory or time than reading may take; `message` says what to do. */
export type RefusedFile = { readonly outcome: "refused"; readonly message: string };

export type ImportRunner = {
  /** Inspects a file and waits for the result; a failure is logged. */
  inspect(
    fileId: FileId,
  ): Promise<RefusedFile | { readonly outcome: "inspected" | "failed" | "busy" }>;
  /** Starts a run without waiting for its end. */
  start(request: RunRequest): Promise<StartedRun>;
};

// Turns for work of which only some may run at once.

export type Turns = {
  /** Waits for one of the `max` turns of `key`; false if none was free within `waitMs`. */
  take(key: string, max: number, waitMs: number): Promise<boolean>;
  end(key: string): void;
};

/** Long enough for the upload before to be read. */
export const maxTurnWaitMs = 10_000;

/** The answer to an upload that got no turn in that time. */
export function waitYourTurn(): Failure {
  return new Failure("RATE_LIMITED", { retryAfterS: maxTurnWaitMs / 1_000 });
}

export function createTurns(): Turns {
  const taken = new Map<string, number>();
  const countOf = (key: string): number => taken.get(key) ?? 0;
  let ended = Promise.withResolvers<void>();
  return {
    async take(key, max, waitMs) {
      const taking = new AbortController();
      const late = delay(waitMs, "late", taking).catch(() => undefined);
      while (countOf(key) >= max) {
        if ((await Promise.race([ended.promise, late])) === "late") return false;
      }
      taking.abort();
      taken.set(key, countOf(key) + 1);
      return true;
    },
    end(key) {
      const left = countOf(key) - 1;
      if (left > 0) taken.set(key, left);
      else taken.delete(key);
      ended.resolve();
      ended = Promise.withResolvers();
    },
  };
}
