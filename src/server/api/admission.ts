// Checks the key, its rate limit and the room for its work, before the body is read.
import type { IncomingMessage } from "node:http";
import type { FastifyRequest, onRequestHookHandler } from "fastify";
import type { Caller, KeyId } from "../../accounts/account.ts";
import {
  type Credentials,
  type KeyAuthenticator,
  RefusedKeyFailure,
} from "../../keys/keyAuthenticator.ts";
import { apiPrefixes } from "../../kit/contract/limits.ts";
import { Failure } from "../../kit/errors.ts";
import { clientNetwork } from "../../signIn/attemptLimits.ts";
import { clientAddress } from "../http/clientAddress.ts";
import { addWait, type RequestCaller } from "../http/connections/requestQueue.ts";
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

type Admission = {
  /** A hook that admits a caller with a valid key within its rate limit. */
  readonly admit: onRequestHookHandler;
  /** Counts a request of a key and adds the headers of its limit. Returns the failure above it. */
  takeRate(keyId: KeyId, now: Date, headers: Record<string, string>): Failure | undefined;
};

export type Admissions = { readonly catalog: Admission; readonly orders: Admission };

function rateFailure(state: RateLimitState, message: string): Failure {
  return new Failure("RATE_LIMITED", { message, retryAfterS: state.resetS });
}

/** Repeated Authorization headers count as none: which one is read depends on the parser. */
function readCredentials({ raw, clientAddress, socket }: FastifyRequest): Credentials {
  const isSentOnce = countHeader(raw, "authorization") === 1;
  const authorization = isSentOnce ? raw.headers.authorization : undefined;
  return { authorization, address: clientAddress, socket };
}

const healthPaths = new Set(["/livez", "/readyz"]);
/** A lookup reads the replica, and so is served while the database hangs. */
const lookupPaths = new Set(apiPrefixes.map((prefix) => `${prefix}/catalog`));

/**
 * Returns how to read who sends a request: the account of its key, or the network of its client.
 * What a client could invent or have kept, such as a cookie or a revoked key, makes it nobody else.
 * Health checks do not wait.
 */
export function createCallerReader(
  { findOwner }: Pick<KeyAuthenticator, "findOwner">,
  proxyHops: number,
  clock: () => Date,
): (request: IncomingMessage) => RequestCaller | null {
  return (request) => {
    const { headers, socket, url = "" } = request;
    if (healthPaths.has(url)) return null;
    const address = clientAddress(request, proxyHops);
    const { authorization } = headers;
    const owner = findOwner({ authorization, address, socket }, clock());
    if (owner === undefined) {
      return { group: "others", line: clientNetwork(address), needsSlot: true };
    }
    const needsSlot = !lookupPaths.has(url);
    return { group: owner.accountId, line: `${owner.keyId} ${needsSlot}`, needsSlot, owner };
  };
}

type Resource = "catalog" | "orders";

/** The code of an outage of the database, by resource. */
const outageCodes: Readonly<Record<Resource, OutageCode>> = {
  catalog: "UPSTREAM_ERROR",
  orders: "UNAVAILABLE",
};

/** The caller of a request whose key is not known, or must not be used. */
async function identify(
  { authenticator }: ApiContext,
  failures: RateLimiter,
  request: FastifyRequest,
  resource: Resource,
  now: Date,
): Promise<Caller> {
  const identified = () => authenticator.authenticate(readCredentials(request), now, resource);
  const startMs = performance.now();
  try {
    // However late it starts, a wrong key is a wrong key.
    return await answerInTime(0, outageCodes[resource], identified, null);
  } catch (error) {
    if (error instanceof RefusedKeyFailure) Object.assign(request.outcome, error.caller);
    const wrongKey = error instanceof Failure && error.code === "INVALID_API_KEY";
    if (!wrongKey) throw error;
    const state = failures.take(request.clientAddress, now.getTime());
    if (state.allowed) throw error;
    throw rateFailure(state, "Too many requests with a wrong key from this address.");
  } finally {
    addWait(request.raw, performance.now() - startMs);
  }
}

export function createTakeRate(
  policy: Resource | "operator",
  limit: number,
  memory: SharedArrayBuffer,
): (keyId: string, now: Date, headers: Record<string, string>) => Failure | undefined {
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
      admit(request, reply, done) {
        const now = context.clock();
        const enter = (caller: Caller): Failure | undefined => {
          request.caller = caller;
          Object.assign(request.outcome, caller);
          const headers: Record<string, string> = {};
          const overLimit = takeRate(caller.keyId, context.clock(), headers);
          reply.headers(headers);
          return overLimit;
        };
        // Almost every key is known: nothing is waited for.
        const known = context.authenticator.find(readCredentials(request), now, resource);
        if (known !== undefined) return done(enter(known));
        identify(context, failures, request, resource, now).then(enter).then(done, done);
      },
    };
  }

  return {
    catalog: createAdmission("catalog", context.rateLimitCatalog),
    orders: createAdmission("orders", context.rateLimitOrders),
  };
}
