// Checks the key, its rate limit and the room for its work, before the body is read.
import type { FastifyReply, FastifyRequest } from "fastify";
import type { Caller, KeyId } from "../accounts/account.ts";
import { Failure } from "../errors.ts";
import { countHeader } from "../http/countHeader.ts";
import { createRateLimiter, type RateLimiter, type RateLimitState } from "../http/rateLimiter.ts";
import { RefusedKeyFailure } from "../keys/keyAuthenticator.ts";
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

type Admission = {
  /** A hook that admits a caller with a valid key within its rate limit. */
  readonly admit: (request: FastifyRequest, reply: FastifyReply) => Promise<void>;
  /** Counts a request of a key and adds the headers of its limit. Returns the failure above it. */
  takeRate(keyId: KeyId, now: Date, headers: Record<string, string>): Failure | undefined;
};

export type Admissions = { readonly catalog: Admission; readonly orders: Admission };

function rateFailure(state: RateLimitState, message: string): Failure {
  return new Failure("RATE_LIMITED", { message, retryAfterS: state.resetS });
}

/** Rejects repeated Authorization headers: which one counts must not depend on the parser. */
function readAuthorization(request: FastifyRequest): string | undefined {
  return countHeader(request.raw, "authorization") === 1
    ? request.headers.authorization
    : undefined;
}

type Resource = "catalog" | "orders";

/** The code of an outage of the database, by resource. */
const outageCodes: Readonly<Record<Resource, OutageCode>> = {
  catalog: "UPSTREAM_ERROR",
  orders: "UNAVAILABLE",
};

async function identify(
  { authenticator, clock }: ApiContext,
  failures: RateLimiter,
  request: FastifyRequest,
  resource: Resource,
): Promise<Caller> {
  const now = clock();
  const authorization = readAuthorization(request);
  const known = authenticator.find(authorization, now, request.ip, resource);
  if (known !== undefined) return known;
  const identified = authenticator.authenticate(authorization, now, request.ip, resource);
  try {
    return await answerInTime(request, outageCodes[resource], now, identified, null);
  } catch (error) {
    if (error instanceof RefusedKeyFailure) Object.assign(request.outcome, error.caller);
    const wrongKey = error instanceof Failure && error.code === "INVALID_API_KEY";
    if (!wrongKey) throw error;
    const state = failures.take(request.ip, now.getTime());
    if (state.allowed) throw error;
    throw rateFailure(state, "Too many requests with a wrong key from this address.");
  }
}

function createTakeRate(
  policy: Resource,
  limit: number,
  memory: SharedArrayBuffer,
): Admission["takeRate"] {
  const limiter = createRateLimiter(limit, memory);
  return (keyId, now, headers) => {
    if (limit === 0) return undefined;
    const state = limiter.take(keyId, now.getTime());
    headers["ratelimit-policy"] = `"${policy}";q=${limit};w=60`;
    headers["ratelimit"] = `"${policy}";r=${state.remaining};t=${state.resetS}`;
    if (state.allowed) return undefined;
    const message = `The limit of this key is ${limit} ${policy} requests per minute.`;
    return rateFailure(state, message);
  };
}

/** Each admission has its own limit; they share the count of failed authentications. */
export function createAdmissions(context: ApiContext): Admissions {
  const { rateMemory } = context;
  const failures = createRateLimiter(failedAuthenticationsPerMinute, rateMemory.failures);

  function createAdmission(resource: Resource, limit: number): Admission {
    const takeRate = createTakeRate(resource, limit, rateMemory[resource]);
    return {
      takeRate,
      async admit(request, reply) {
        const caller = await identify(context, failures, request, resource);
        request.caller = caller;
        Object.assign(request.outcome, caller);
        const headers: Record<string, string> = {};
        const overLimit = takeRate(caller.keyId, context.clock(), headers);
        reply.headers(headers);
        // Under overload, reading the body would cost more than the rest of the rejection.
        const failure = overLimit ?? context.scheduler.findRejection(caller);
        if (failure !== undefined) throw failure;
      },
    };
  }

  return {
    catalog: createAdmission("catalog", context.rateLimitCatalog),
    orders: createAdmission("orders", context.rateLimitOrders),
  };
}
