// Turns for work of which only some may run at once.
import { setTimeout as delay } from "node:timers/promises";
import { Failure } from "../errors.ts";

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
