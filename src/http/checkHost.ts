import type { FastifyReply, FastifyRequest } from "fastify";
import { Failure } from "../errors.ts";
import { countHeader } from "./countHeader.ts";

/**
 * Throws VALIDATION_FAILED, and closes the connection, if Host is missing or repeated: two servers
 * could disagree for which site such a request is. HTTP/1.0 does not require Host.
 */
export function checkHost(request: FastifyRequest, reply: FastifyReply): void {
  const count = countHeader(request.raw, "host");
  if (count === 1 || (count === 0 && request.raw.httpVersion === "1.0")) return;
  reply.header("connection", "close");
  throw new Failure("VALIDATION_FAILED", {
    message:
      count === 0
        ? "The Host header is missing. Send the host name of this service once."
        : "The Host header is repeated. Send the host name of this service once.",
  });
}
