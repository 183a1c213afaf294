import type { SiteContext } from "../components/siteContext.ts";
import type { Turns } from "../imports/runner.ts";
import type { ListReader } from "../quickOrders/listReaders.ts";
import type { SignedIn } from "../signIn/signedIn.ts";
import { createRouteBuilders, type Route, type Handler as SiteHandler } from "../site/routes.ts";
import type { Visit as SiteVisit } from "../site/visit.ts";

/** Times are in seconds. */
export type PortalContext = SiteContext & {
  /** Requests per key and minute; 0 for no limit. */
  readonly rateLimits: { readonly catalog: number; readonly orders: number };
  /** How long uploaded lists are stored; 0 is forever. */
  readonly quickOrderDays: number;
  readonly readList: ListReader["readList"];
  /** By account, those whose file is in the memory of this worker. */
  readonly uploadTurns: Turns;
  readonly partIdTtlS: number;
  readonly partIdGraceS: number;
};

/** A request to the buyers' site. `Who` may be null only on routes that are open to anyone. */
export type Visit<Who extends SignedIn | null = SignedIn> = SiteVisit<Who>;

export type Handler<Loaded = null> = SiteHandler<PortalContext, SignedIn, Loaded>;

export type PublicHandler = SiteHandler<PortalContext, SignedIn | null, null>;

/** Who may use a route: every person of an account, or only its admins. */
export type PortalAccess = "signed in" | "admins";

export type PortalRoute = Route<PortalContext, SignedIn, PortalAccess>;

export const { get, post } = createRouteBuilders<PortalContext, SignedIn, PortalAccess>();
