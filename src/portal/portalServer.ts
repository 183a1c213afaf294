// How the buyers' site declares its routes. Invariant: a route without a rule of access cannot be
// written, and a route that changes something is a POST that another site cannot send.
import type { SignedIn } from "../signIn/signedIn.ts";
import type { DeclaredRoute as DeclaredSiteRoute, DeclareRoute } from "../site/siteDoor.ts";
import type { Answer } from "../site/visit.ts";
import type { PortalContext } from "./portalContext.ts";
import type { Visit } from "./visit.ts";

/** A route: who may come in, and what they get. `bodyBytes`: the most a form may have. */
export type PortalRoute =
  | {
      readonly access: "anyone";
      readonly bodyBytes?: number;
      readonly answer: (visit: Visit<SignedIn | null>) => Promise<Answer>;
    }
  | {
      readonly access: "signed in" | "admins";
      readonly bodyBytes?: number;
      readonly answer: (visit: Visit) => Promise<Answer>;
    };

export type PortalAccess = PortalRoute["access"];

/** A route as it was declared: for the table of routes, and for 405. */
export type DeclaredRoute = DeclaredSiteRoute<PortalAccess>;

/** Where a family of pages adds its routes. GET answers HEAD too, and changes nothing. */
export type PortalServer = {
  readonly context: PortalContext;
  get(path: string, route: PortalRoute): void;
  post(path: string, route: PortalRoute): void;
};

async function answerVisit(route: PortalRoute, visit: Visit<SignedIn | null>): Promise<Answer> {
  if (route.access === "anyone") return route.answer(visit);
  const { signedIn } = visit;
  if (signedIn === null) throw new Error("The visitor was admitted without being signed in.");
  return route.answer({ ...visit, signedIn });
}

/** Lets families of pages declare routes of the site. */
export function createPortalServer(
  context: PortalContext,
  declare: DeclareRoute<SignedIn, PortalAccess>,
): PortalServer {
  function add(method: "GET" | "POST", path: string, route: PortalRoute): void {
    const { access, bodyBytes } = route;
    declare(method, path, { access, bodyBytes, answer: (visit) => answerVisit(route, visit) });
  }
  return {
    context,
    get: (path, route) => add("GET", path, route),
    post: (path, route) => add("POST", path, route),
  };
}
