// The door of the buyers' site: who may come in, and where everybody else is sent.
import { findSession } from "../accounts/findSession.ts";
import type { SignedIn } from "../accounts/signedIn.ts";
import { createSite, type Site } from "../http/createSite.ts";
import { nextAddress } from "../http/nextAddress.ts";
import { describeSessionCookie } from "../http/sessionCookie.ts";
import type { PortalContext } from "./portalContext.ts";
import type { PortalAccess } from "./portalServer.ts";
import { presentPage } from "./presentPage.ts";

export type PortalSite = Site<SignedIn, PortalAccess>;

/** The buyers' site: it knows a visitor by their session, and sends who is unknown to sign in. */
export function createPortalSite(context: PortalContext): PortalSite {
  const { db, clock, publicUrl, supportEmail } = context;
  return createSite({
    publicUrl,
    supportEmail,
    cookie: describeSessionCookie(publicUrl, "partsdesk"),
    clock,
    async recognize(token, request, now) {
      const found = await findSession(db, token, now);
      if (found !== undefined) {
        request.outcome.accountId = found.account.accountId;
        request.outcome.extra = { user_id: found.user.userId };
      }
      return found;
    },
    async admit({ signedIn, request }, access) {
      if (access === "anyone") return { outcome: "in" };
      if (signedIn === null) {
        const next = nextAddress(request, publicUrl) ?? "/";
        const to = next === "/" ? "/sign-in" : `/sign-in?next=${encodeURIComponent(next)}`;
        return { outcome: "see other", to };
      }
      const isRefused = access === "admins" && signedIn.user.role !== "admin";
      return isRefused ? { outcome: "refused", code: "FORBIDDEN" } : { outcome: "in" };
    },
    present: (page, surroundings) => presentPage(page, { context, ...surroundings }),
  });
}
