// What a page answered, sent. What someone who is signed in gets to see stays in no cache.
import type { FastifyReply, FastifyRequest } from "fastify";
import { sendPage } from "../html/sendPage.ts";
import type { PortalContext } from "./portalContext.ts";
import { presentPage } from "./presentPage.ts";
import { sendFault } from "./sendFault.ts";
import type { SessionCookie } from "./sessionCookie.ts";
import type { Answer, SessionChange } from "./visit.ts";

type Exchange = {
  readonly context: PortalContext;
  readonly sessionCookie: SessionCookie;
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
};

function changeSession({ sessionCookie, reply }: Exchange, change: SessionChange): void {
  const { name, options } = sessionCookie;
  if (change === "ended") reply.clearCookie(name, options);
  else reply.setCookie(name, change.token, options);
}

/** Sends what a page answered. */
export function sendAnswer(exchange: Exchange, answer: Answer): FastifyReply {
  const { context, request, reply } = exchange;
  reply.header("cache-control", "no-store");
  switch (answer.kind) {
    case "page": {
      const signedIn = request.visitor?.signedIn ?? null;
      const path = request.url.split("?", 1)[0] ?? "";
      const surroundings = { context, signedIn, requestId: request.id, path };
      // A page that answers a form stands at an address that may take no GET.
      const shown =
        request.method === "GET" ? answer.page : { ...answer.page, refreshS: undefined };
      const page = presentPage(shown, surroundings);
      return sendPage(reply.code(answer.status ?? 200), page, "no-store");
    }
    case "see other":
      if (answer.session !== undefined) changeSession(exchange, answer.session);
      return reply.redirect(answer.to, 303);
    case "nothing":
      return sendFault(context, request, reply, "NOT_FOUND");
    case "file":
      return reply
        .header("content-type", answer.type)
        .header("content-disposition", `attachment; filename="${answer.name}"`)
        .send(answer.body);
  }
}
