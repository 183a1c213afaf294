// Who may come in: who is signed in, told by the cookie, and what the route asks for. Runs before
// a body is read.
import { fastifyCookie } from "@fastify/cookie";
import type { FastifyReply, FastifyRequest } from "fastify";
import { findSession } from "../accounts/findSession.ts";
import type { SignedIn } from "../accounts/signedIn.ts";
import { readLocalAddress } from "../http/localAddress.ts";
import type { PortalContext } from "./portalContext.ts";
import type { PortalRoute } from "./portalServer.ts";
import { sendFault } from "./sendFault.ts";

/** Who makes a request of the site, and when it began. */
export type Visitor = {
  readonly now: Date;
  readonly sessionToken: string | undefined;
  readonly signedIn: SignedIn | null;
};

declare module "fastify" {
  // biome-ignore lint/style/useConsistentTypeDefinitions: only an interface merges with fastify's.
  interface FastifyRequest {
    visitor: Visitor | null;
  }
}

/** Where a visitor goes on after signing in: here, or for a form to the page it stands on. */
function nextAddress(request: FastifyRequest, publicUrl: string): string {
  if (request.method === "GET" || request.method === "HEAD") return request.url;
  const referer = request.headers.referer ?? "";
  return referer.startsWith(`${publicUrl}/`) ? referer.slice(publicUrl.length) : "/";
}

/** The address of the sign-in page, which leads on to where the visitor was going. */
function signInAddress(request: FastifyRequest, publicUrl: string): string {
  const next = readLocalAddress(nextAddress(request, publicUrl)) ?? "/";
  return next === "/" ? "/sign-in" : `/sign-in?next=${encodeURIComponent(next)}`;
}

/** Who the request's cookie says the visitor is. */
export async function recognizeVisitor(
  { db, clock }: PortalContext,
  cookieName: string,
  request: FastifyRequest,
): Promise<Visitor> {
  const now = clock();
  const sessionToken = fastifyCookie.parse(request.headers.cookie ?? "")[cookieName];
  const found = sessionToken === undefined ? undefined : await findSession(db, sessionToken, now);
  if (found !== undefined) {
    request.outcome.accountId = found.account.accountId;
    request.outcome.extra = { user_id: found.user.userId };
  }
  return { now, sessionToken, signedIn: found ?? null };
}

/** Notes who the visitor is; lets them in, sends them to sign in, or says that they may not. */
export function createAdmission(
  context: PortalContext,
  cookieName: string,
  access: PortalRoute["access"],
): (request: FastifyRequest, reply: FastifyReply) => Promise<unknown> {
  return async (request, reply) => {
    const visitor = await recognizeVisitor(context, cookieName, request);
    request.visitor = visitor;
    if (access === "anyone") return;
    if (visitor.signedIn === null) {
      reply.header("cache-control", "no-store");
      return reply.redirect(signInAddress(request, context.publicUrl), 303);
    }
    if (access === "admins" && visitor.signedIn.user.role !== "admin") {
      return sendFault(context, request, reply, "FORBIDDEN");
    }
  };
}
