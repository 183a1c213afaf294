// What went wrong as a page of the buyers' site: what, why, what to do, and the request id.
import type { FastifyReply, FastifyRequest } from "fastify";
import { html } from "../html/html.ts";
import { sendPage } from "../html/sendPage.ts";
import { type PageFaultCode, pageFaults } from "../http/pageFault.ts";
import type { PortalContext } from "./portalContext.ts";
import { presentPage } from "./presentPage.ts";

/** Answers with the page of a fault; it stands in the log line by its code. */
export function sendFault(
  context: PortalContext,
  request: FastifyRequest,
  reply: FastifyReply,
  code: PageFaultCode,
): FastifyReply {
  const { status, title, why, remedy } = pageFaults[code];
  request.outcome.errorCode = code;
  const page = {
    title,
    sentence: why,
    body: html`<p>${remedy}</p>
<p class="quiet">Request id <code>${request.id}</code>. Name it when you write to
<a href="mailto:${context.supportEmail}">${context.supportEmail}</a>.</p>
`,
  };
  const surroundings = {
    context,
    signedIn: request.visitor?.signedIn ?? null,
    requestId: request.id,
    path: "",
  };
  return sendPage(reply.code(status), presentPage(page, surroundings), "no-store");
}
