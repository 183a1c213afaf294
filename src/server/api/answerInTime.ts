import { isUnavailable, UnknownOutcomeError } from "../../db/databaseErrors.ts";
import { Failure } from "../../kit/errors.ts";
import type { CommitWindow } from "../../orders/placeOrder.ts";
import { atCapacity } from "../http/connections/requestQueue.ts";

/** The code of a database outage: one for the lookup, one for orders. */
export type OutageCode = "UPSTREAM_ERROR" | "UNAVAILABLE";

/** Of work that writes: until when it may commit, and what the client reads if nobody knows. */
export type Writing = { readonly window: CommitWindow; readonly unknownMessage: string };

const answerWithinMs = 4_850;
const retryAfterS = 2;

class DeadlineError extends Error {
  override readonly name = "DeadlineError";
}

function isOutage(error: unknown, code: OutageCode): boolean {
  if (code === "UPSTREAM_ERROR" || error instanceof DeadlineError) return true;
  return error instanceof UnknownOutcomeError || isUnavailable(error);
}

function isUnknown(error: unknown, { window }: Writing): boolean {
  if (error instanceof DeadlineError) return !window.close();
  return error instanceof UnknownOutcomeError;
}

/** What the client reads for an error; `error` itself if it is no outage. */
function toFailure(error: unknown, code: OutageCode, writing: Writing | null): unknown {
  if (error instanceof Failure || !isOutage(error, code)) return error;
  const message = writing !== null && isUnknown(error, writing) && writing.unknownMessage;
  return new Failure(code, { ...(message && { message }), retryAfterS, cause: error });
}

/**
 * Returns the result of `work`. Throws a Failure with `outageCode` if the database is unavailable,
 * or does not respond in time: within 4.85 seconds, of which the request has spent `waitedMs`
 * waiting for its turns and its key. If that is all of it, rejects the work without starting it.
 * Abandoned work ends by its own timeouts, and commits nothing after its window was closed.
 */
export function answerInTime<T>(
  waitedMs: number,
  outageCode: OutageCode,
  work: () => Promise<T>,
  writing: Writing | null,
): Promise<T> {
  if (waitedMs >= answerWithinMs) return Promise.reject(atCapacity);
  return new Promise((resolve, reject) => {
    const fail = (error: unknown): void => {
      clearTimeout(timer);
      reject(toFailure(error, outageCode, writing));
    };
    const end = (): void => fail(new DeadlineError("deadline reached"));
    const timer = setTimeout(end, answerWithinMs - waitedMs);
    work().then((result) => {
      clearTimeout(timer);
      resolve(result);
    }, fail);
  });
}
