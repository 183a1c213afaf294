// An operator who views the site as a buyer can read every page and is refused by every form.
import type { FastifyRequest } from "fastify";
import { operatorActor } from "../audit/actor.ts";
import { recordRefusal } from "../audit/recordAuditEvent.ts";
import { type Admission, createSite, nextAddress, type Site } from "../kit/site/createSite.ts";
import { describeSessionCookie, readCookie } from "../kit/site/sessionCookie.ts";
import { findImpersonation, impersonationCookieName } from "../people/impersonation.ts";
import { findSession } from "../signIn/sessions.ts";
import type { SignedIn } from "../signIn/signedIn.ts";
import type { PortalAccess, PortalContext } from "./portalContext.ts";
import { presentPage } from "./portalPage.ts";

export type PortalSite = Site<SignedIn, PortalAccess>;

/** The requested path; the path of the route where it contains the token of a link. */
function pathToRecord({ url, routeOptions }: FastifyRequest): string {
  const route = routeOptions.url ?? "";
  return /:token\b/.test(route) ? route : (url.split("?", 1)[0] ?? "");
}

/** Finds visitors by their cookies; an operator's view takes precedence over a buyer's session. */
function createRecognize({ db, publicUrl, distributor }: PortalContext) {
  const viewCookie = describeSessionCookie(publicUrl, impersonationCookieName);
  return async (
    token: string | undefined,
    request: FastifyRequest,
    now: Date,
  ): Promise<SignedIn | undefined> => {
    await distributor.refresh(now);
    const viewToken = readCookie(request, viewCookie);
    const view = viewToken === undefined ? undefined : await findImpersonation(db, viewToken, now);
    if (view?.viewedBy !== undefined) {
      request.outcome.accountId = view.account.accountId;
      request.outcome.extra = { operator_id: view.viewedBy.operatorId };
      return view;
    }
    const found = token === undefined ? undefined : await findSession(db, token, now);
    if (found !== undefined) {
      request.outcome.accountId = found.account.accountId;
      request.outcome.extra = { user_id: found.user.userId };
    }
    return found;
  };
}

export function createPortalSite(context: PortalContext): PortalSite {
  const { db, clock, publicUrl, supportEmail } = context;
  return createSite<SignedIn, PortalAccess>({
    publicUrl,
    supportEmail,
    home: "/",
    cookie: describeSessionCookie(publicUrl, "partsdesk"),
    clock,
    recognize: createRecognize(context),
    async admit(arrival, access): Promise<Admission> {
      const { signedIn, request, now } = arrival;
      if (signedIn?.viewedBy !== undefined && request.method === "POST") {
        const actor = operatorActor({
          signedIn: { operator: signedIn.viewedBy },
          requestId: request.id,
        });
        const { accountId } = signedIn.account;
        const refused = { method: request.method, path: pathToRecord(request), accountId };
        await recordRefusal(db, actor, refused, now);
        return { outcome: "refused", code: "VIEW_ONLY" };
      }
      if (access === "anyone") return { outcome: "admitted" };
      if (signedIn === null) {
        const next = nextAddress(request, publicUrl) ?? "/";
        const to = next === "/" ? "/sign-in" : `/sign-in?next=${encodeURIComponent(next)}`;
        return { outcome: "redirect", to };
      }
      const isRefused = access === "admins" && signedIn.user.role !== "admin";
      return isRefused ? { outcome: "refused", code: "FORBIDDEN" } : { outcome: "admitted" };
    },
    present: (page, surroundings) => presentPage(page, { context, ...surroundings }),
  });
}
