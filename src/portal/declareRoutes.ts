// Routes of the buyers' site on the server: cross-site posts are refused first, then the visitor is
// admitted, then the form is read, and what the page answers is sent.
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { SignedIn } from "../accounts/signedIn.ts";
import { type Fields, noFields, readFields } from "../http/fields.ts";
import { isCrossSite } from "../http/isCrossSite.ts";
import type { PortalContext } from "./portalContext.ts";
import type { DeclaredRoute, PortalRoute, PortalServer } from "./portalServer.ts";
import { sendAnswer } from "./sendAnswer.ts";
import { sendFault } from "./sendFault.ts";
import { describeSessionCookie } from "./sessionCookie.ts";
import type { Answer, Visit } from "./visit.ts";
import { createAdmission } from "./visitor.ts";

/** The most a form has, in bytes, where its route does not say otherwise. */
const defaultFormBytes = 64 * 1024;

function readQuery(url: string): Fields {
  const start = url.indexOf("?");
  return start === -1 ? noFields : readFields(url.slice(start + 1));
}

function toVisit(request: FastifyRequest): Visit<SignedIn | null> {
  const { visitor, params } = request;
  if (visitor === null) throw new Error("The visitor was not admitted.");
  return {
    ...visitor,
    requestId: request.id,
    address: request.ip,
    userAgent: request.headers["user-agent"] ?? "",
    param(name) {
      const text = (params as Readonly<Record<string, string>>)[name];
      if (text === undefined) throw new Error(`The route has no parameter ${name}.`);
      return text.replaceAll("\0", "");
    },
    query: readQuery(request.url),
    form: request.isMultipart() ? noFields : ((request.body as Fields | undefined) ?? noFields),
    request,
  };
}

async function answerVisit(route: PortalRoute, visit: Visit<SignedIn | null>): Promise<Answer> {
  if (route.access === "anyone") return route.answer(visit);
  const { signedIn } = visit;
  if (signedIn === null) throw new Error("The visitor was admitted without being signed in.");
  return route.answer({ ...visit, signedIn });
}

/** Adds routes to a scope, and to `declared`. */
export function declareRoutes(
  scope: FastifyInstance,
  context: PortalContext,
  declared: DeclaredRoute[],
): PortalServer {
  const sessionCookie = describeSessionCookie(context.publicUrl);
  scope.decorateRequest("visitor", null);

  async function refuseCrossSite(request: FastifyRequest, reply: FastifyReply): Promise<unknown> {
    if (!isCrossSite(request.headers, context.publicUrl)) return;
    return sendFault(context, request, reply, "CROSS_SITE");
  }

  function declare(method: DeclaredRoute["method"], path: string, route: PortalRoute): void {
    declared.push({ method, path, access: route.access });
    const admit = createAdmission(context, sessionCookie.name, route.access);
    scope.route({
      method,
      url: path,
      schema: { hide: true },
      bodyLimit: route.bodyBytes ?? defaultFormBytes,
      onRequest: method === "POST" ? [refuseCrossSite, admit] : admit,
      handler: async (request, reply) => {
        const answer = await answerVisit(route, toVisit(request));
        return sendAnswer({ context, sessionCookie, request, reply }, answer);
      },
    });
  }

  return {
    context,
    get: (path, route) => declare("GET", path, route),
    post: (path, route) => declare("POST", path, route),
  };
}
