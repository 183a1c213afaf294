// How the buyers' site writes its table of routes.
import type { SignedIn } from "../signIn/signedIn.ts";
import { createRouteBuilders, type Route } from "../site/routes.ts";
import type { PortalContext } from "./portalContext.ts";

/** Who may use a route: every person of an account, or only its admins. */
export type PortalAccess = "signed in" | "admins";

export type PortalRoute = Route<PortalContext, SignedIn, PortalAccess>;

export const { get, post } = createRouteBuilders<PortalContext, SignedIn, PortalAccess>();
