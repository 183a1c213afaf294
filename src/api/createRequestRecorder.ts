// Each call of the API goes into the log of requests once it is answered, whatever the answer.
import type { FastifyReply, FastifyRequest } from "fastify";
import type { Caller } from "../accounts/account.ts";
import { createRateLimiter } from "../http/rateLimiter.ts";
import type { RequestDetails } from "../requests/apiRequest.ts";
import type { ApiContext } from "./apiContext.ts";

declare module "fastify" {
  // biome-ignore lint/style/useConsistentTypeDefinitions: only an interface merges with fastify's.
  interface FastifyRequest {
    /** What the log keeps of a call besides its frame; handlers say it as they know it. */
    logDetails: RequestDetails | undefined;
  }
}

/** Calls a minute without a good key that are kept: nobody fills the log who may not call. */
export const unknownRequestsPerMinute = 600;

export type RequestRecorder = (request: FastifyRequest, reply: FastifyReply) => Promise<void>;

/** The hook that records a finished call; it never waits for the database. */
export function createRequestRecorder({ requestLog }: ApiContext): RequestRecorder {
  const unknown = createRateLimiter(unknownRequestsPerMinute);
  return async (request, reply) => {
    if (requestLog === null) return;
    const caller: Caller | undefined = request.caller;
    if (caller === undefined && !unknown.take("", request.startedAt.getTime()).allowed) return;
    requestLog.record({
      ...request.logDetails,
      requestId: request.id,
      accountId: caller?.accountId ?? null,
      keyId: caller?.keyId ?? null,
      method: request.method,
      route: request.routeOptions.url ?? "",
      status: reply.statusCode,
      errorCode: request.outcome.errorCode ?? null,
      durationMs: Math.round(reply.elapsedTime * 10) / 10,
    });
  };
}
