import type { FastifyReply, FastifyRequest, onResponseHookHandler } from "fastify";
import type { Caller } from "../accounts/account.ts";
import type { Failure } from "../errors.ts";
import { createRateLimiter } from "../http/rateLimiter.ts";
import { readDuration } from "../http/recordRequest.ts";
import { RefusedKeyFailure } from "../keys/keyAuthenticator.ts";
import type { RequestDetails } from "../requests/apiRequest.ts";
import { toRequestError } from "../requests/requestError.ts";
import type { ApiContext } from "./apiContext.ts";

declare module "fastify" {
  // biome-ignore lint/style/useConsistentTypeDefinitions: only an interface merges with fastify's.
  interface FastifyRequest {
    /** Details for the request log, set by handlers as soon as they are known. */
    logDetails: RequestDetails | undefined;
  }
}

/**
 * Maximum logged requests per minute of strangers together, and of each key that is refused, so
 * that nobody without a valid key can fill the log.
 */
export const refusedRequestsPerMinute = 600;

/** The owner of a known key that was refused. */
function findRefusedCaller(failure: Failure | undefined): Caller | undefined {
  return failure instanceof RefusedKeyFailure ? failure.caller : undefined;
}

/** Creates a hook that logs each finished request. It never waits for the database. */
export function createRequestRecorder({
  requestLog,
  rateMemory,
}: ApiContext): onResponseHookHandler {
  const refused = createRateLimiter(refusedRequestsPerMinute, rateMemory.refused);
  const record = (request: FastifyRequest, reply: FastifyReply): void => {
    if (requestLog === null) return;
    const { errorCode = null, failure } = request.outcome;
    const admitted: Caller | undefined = request.caller;
    const caller = admitted ?? findRefusedCaller(failure);
    const isLogged =
      admitted !== undefined ||
      refused.take(caller?.keyId ?? "", request.receivedAt.getTime()).allowed;
    if (!isLogged) return;
    requestLog.record({
      ...request.logDetails,
      ...(failure && toRequestError(failure)),
      requestId: request.id,
      accountId: caller?.accountId ?? null,
      keyId: caller?.keyId ?? null,
      method: request.method,
      route: request.routeOptions.url ?? "",
      status: reply.statusCode,
      errorCode,
      durationMs: Math.round(readDuration(request, reply) * 10) / 10,
    });
  };
  return (request, reply, done) => {
    record(request, reply);
    done();
  };
}
