import type { FastifyReply, FastifyRequest } from "fastify";
import type { Caller } from "../accounts/account.ts";
import { createRateLimiter } from "../http/rateLimiter.ts";
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
 * Maximum logged requests per minute without a valid key, so that strangers cannot fill the log.
 */
export const unknownRequestsPerMinute = 600;

type RequestRecorder = (request: FastifyRequest, reply: FastifyReply) => Promise<void>;

/** Creates a hook that logs each finished request. It never waits for the database. */
export function createRequestRecorder({ requestLog, rateMemory }: ApiContext): RequestRecorder {
  const unknown = createRateLimiter(unknownRequestsPerMinute, rateMemory.unknown);
  return async (request, reply) => {
    if (requestLog === null) return;
    const caller: Caller | undefined = request.caller;
    if (caller === undefined && !unknown.take("", request.startedAt.getTime()).allowed) return;
    const { errorCode = null, failure } = request.outcome;
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
      durationMs: Math.round(reply.elapsedTime * 10) / 10,
    });
  };
}
