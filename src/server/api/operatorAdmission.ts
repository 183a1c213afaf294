// Checks the key of a request to the operator API and its rate limit, before the body is read.
import type { FastifyReply, FastifyRequest } from "fastify";
import type { Queryable } from "../../db/database.ts";
import { authenticateOperator, type OperatorKey } from "../../keys/operatorKey.ts";
import type { ApiSettings } from "../../kit/api.ts";
import { Failure } from "../../kit/errors.ts";
import { countHeader } from "../http/countHeader.ts";
import { createRateLimiter } from "../http/rateLimiter.ts";
import { createTakeRate, failedAuthenticationsPerMinute } from "./admission.ts";
import type { RateMemory } from "./apiContext.ts";

type AdmissionParts = {
  readonly db: Queryable;
  readonly clock: () => Date;
  /** Requests per minute per key; 0 means no limit. */
  readonly limit: number;
  readonly memory: RateMemory;
};

export function createOperatorAdmission({
  db,
  clock,
  limit,
  memory,
}: AdmissionParts): ApiSettings<never>["admit"] {
  const failures = createRateLimiter(failedAuthenticationsPerMinute, memory.failures);
  const takeRate = createTakeRate("operator", limit, memory.operator);

  async function authenticate(request: FastifyRequest): Promise<OperatorKey> {
    const { raw, headers, clientAddress } = request;
    // Which of several is read depends on the parser.
    const sent = countHeader(raw, "authorization") === 1 ? headers.authorization : undefined;
    try {
      return await authenticateOperator(db, sent, clock());
    } catch (error) {
      if (!(error instanceof Failure) || error.code !== "INVALID_API_KEY") throw error;
      const state = failures.take(clientAddress, clock().getTime());
      if (state.allowed) throw error;
      const message = "Too many requests with a wrong key from this address.";
      throw new Failure("RATE_LIMITED", { message, retryAfterS: state.resetS, cause: error });
    }
  }

  return async (request: FastifyRequest, reply: FastifyReply) => {
    const key = await authenticate(request);
    request.outcome.keyId = key.keyId;
    const rates: Record<string, string> = {};
    const overLimit = takeRate(key.keyId, clock(), rates);
    reply.headers(rates);
    if (overLimit !== undefined) throw overLimit;
    return key;
  };
}
