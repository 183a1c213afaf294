// The promise that every call is answered within five seconds whatever the database does
// (decision 21).
import type { FastifyRequest } from "fastify";
import { isUnavailable } from "../db/databaseErrors.ts";
import { Failure } from "../errors.ts";

/** What a call answers when the database does not: the lookup and the orders have a code each. */
export type OutageCode = "UPSTREAM_ERROR" | "UNAVAILABLE";

const answerWithinMs = 4_850;
const retryAfterS = 2;

/**
 * The result of `work`, or a Failure with `outageCode` where the database is out of reach or the
 * request has run for almost five seconds. The work that is left behind ends by its own timeouts.
 */
export async function answerInTime<T>(
  request: FastifyRequest,
  outageCode: OutageCode,
  now: Date,
  work: Promise<T>,
): Promise<T> {
  const spentMs = now.getTime() - request.startedAt.getTime();
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(
      () => reject(new Failure(outageCode, { retryAfterS, cause: new Error("deadline reached") })),
      Math.max(0, answerWithinMs - spentMs),
    );
  });
  try {
    return await Promise.race([work, late]);
  } catch (error) {
    if (error instanceof Failure) throw error;
    if (outageCode === "UPSTREAM_ERROR" || isUnavailable(error)) {
      throw new Failure(outageCode, { retryAfterS, cause: error });
    }
    throw error;
  } finally {
    clearTimeout(timer);
  }
}
