// What a page did not foresee, as a page of the site; the log has what an operator needs of it.
import type { FastifyReply, FastifyRequest } from "fastify";
import { isUnavailable } from "../db/isUnavailable.ts";
import { type PageFaultCode, pageFaults, toPageFault } from "../http/pageFault.ts";
import type { PortalContext } from "./portalContext.ts";
import { sendFault } from "./sendFault.ts";
import { describeSessionCookie } from "./sessionCookie.ts";
import { recognizeVisitor } from "./visitor.ts";

const retryAfterS = 2;

function judge(error: unknown): { readonly code: PageFaultCode; readonly cause: unknown } {
  return isUnavailable(error) ? { code: "UNAVAILABLE", cause: error } : toPageFault(error);
}

/** Answers a request of the site with the page of what went wrong. */
export function answerPortalFailure(
  context: PortalContext,
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  const { code, cause } = judge(error);
  const { status } = pageFaults[code];
  if (status >= 500) {
    request.log.error({ request_id: request.id, err: cause }, "request failed");
  }
  if (code === "UNAVAILABLE") reply.header("retry-after", String(retryAfterS));
  return sendFault(context, request, reply, code);
}

/**
 * Answers a request that has no route here, with the page of what went wrong, for whoever is signed
 * in. Where the database does not say who that is, the page is for nobody.
 */
export async function answerUnrouted(
  context: PortalContext,
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { name } = describeSessionCookie(context.publicUrl);
  try {
    request.visitor = await recognizeVisitor(context, name, request);
  } catch (cause) {
    request.log.warn({ request_id: request.id, err: cause }, "a session was not looked up");
  }
  return answerPortalFailure(context, error, request, reply);
}
