import type { FastifyRequest } from "fastify";
import { isUnavailable } from "../db/databaseErrors.ts";
import { Failure } from "../errors.ts";

/** The code of a database outage: one for the lookup, one for orders. */
export type OutageCode = "UPSTREAM_ERROR" | "UNAVAILABLE";

const answerWithinMs = 4_850;
const retryAfterS = 2;

/**
 * Returns the result of `work`. Throws a Failure with `outageCode` if the database is unavailable
 * or the request has run for almost five seconds. Abandoned work ends by its own timeouts.
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
