// Checks the key, its rate limit and the room for its work, before the body is read.
import type { FastifyReply, FastifyRequest } from "fastify";
import type { Caller } from "../accounts/account.ts";
import { Failure } from "../errors.ts";
import { countHeader } from "../http/countHeader.ts";
import { createRateLimiter, type RateLimiter, type RateLimitState } from "../http/rateLimiter.ts";
import { answerInTime, type OutageCode } from "./answerInTime.ts";
import type { ApiContext } from "./apiContext.ts";

declare module "fastify" {
  // biome-ignore lint/style/useConsistentTypeDefinitions: only an interface merges with fastify's.
  interface FastifyRequest {
    caller: Caller;
  }
}

/** Maximum failed authentications per minute and client address. */
export const failedAuthenticationsPerMinute = 60;

/** A hook that admits a caller with a valid key within its rate limit. */
export type Admission = (request: FastifyRequest, reply: FastifyReply) => Promise<void>;

function rateFailure(state: RateLimitState, message: string): Failure {
  return new Failure("RATE_LIMITED", { message, retryAfterS: state.resetS });
}

/** Rejects repeated Authorization headers: which one counts must not depend on the parser. */
function readAuthorization(request: FastifyRequest): string | undefined {
  return countHeader(request, "authorization") === 1 ? request.headers.authorization : undefined;
}

async function identify(
  context: ApiContext,
  failures: RateLimiter,
  request: FastifyRequest,
  outageCode: OutageCode,
): Promise<Caller> {
  const now = context.clock();
  const authorization = readAuthorization(request);
  const identified = context.authenticator.authenticate(authorization, now, request.ip);
  try {
    return await answerInTime(request, outageCode, now, identified, null);
  } catch (error) {
    const wrongKey = error instanceof Failure && error.code === "INVALID_API_KEY";
    if (!wrongKey) throw error;
    const state = failures.take(request.ip, now.getTime());
    if (state.allowed) throw error;
    throw rateFailure(state, "Too many requests with a wrong key from this address.");
  }
}

/**
 * Creates the hooks for catalog and orders. Each has its own limit; they share the count of failed
 * authentications.
 */
export function createAdmissions(context: ApiContext): { catalog: Admission; orders: Admission } {
  const failures = createRateLimiter(failedAuthenticationsPerMinute);

  function admit(policy: string, limit: number, outageCode: OutageCode): Admission {
    const limiter = createRateLimiter(limit);
    return async (request, reply) => {
      const caller = await identify(context, failures, request, outageCode);
      request.caller = caller;
      request.outcome.accountId = caller.accountId;
      request.outcome.keyId = caller.keyId;
      if (limit !== 0) {
        const state = limiter.take(caller.keyId, context.clock().getTime());
        reply.header("ratelimit-policy", `"${policy}";q=${limit};w=60`);
        reply.header("ratelimit", `"${policy}";r=${state.remaining};t=${state.resetS}`);
        if (!state.allowed) {
          const message = `The limit of this key is ${limit} ${policy} requests per minute.`;
          throw rateFailure(state, message);
        }
      }
      // Under overload, reading the body would cost more than the rest of the rejection.
      context.scheduler.checkRoom(caller);
    };
  }

  return {
    catalog: admit("catalog", context.rateLimitCatalog, "UPSTREAM_ERROR"),
    orders: admit("orders", context.rateLimitOrders, "UNAVAILABLE"),
  };
}
