// How the buyers' site declares its routes: the builders of its table, and who may use a route.
import type { SignedIn } from "../signIn/signedIn.ts";
import { createRouteBuilders, none, type Route } from "../site/routes.ts";
import type { Answer } from "../site/visit.ts";
import type { PortalContext } from "./portalContext.ts";
import type { Visit } from "./visit.ts";

/** What a route requires. */
export type PortalAccess = "signed in" | "admins";

export type PortalRoute = Route<PortalContext, SignedIn, PortalAccess>;

export const { get, post } = createRouteBuilders<PortalContext, SignedIn, PortalAccess>();

type FamilyRoute =
  | {
      readonly access: "anyone";
      readonly bodyBytes?: number;
      readonly answer: (visit: Visit<SignedIn | null>) => Promise<Answer>;
    }
  | {
      readonly access: PortalAccess;
      readonly bodyBytes?: number;
      readonly answer: (visit: Visit) => Promise<Answer>;
    };

/** Where a family of pages adds its routes; it is replaced by `routes.ts`. */
export type PortalServer = {
  readonly context: PortalContext;
  get(path: string, route: FamilyRoute): void;
  post(path: string, route: FamilyRoute): void;
};

/** Collects the routes that families of pages add. */
export function collectRoutes(
  context: PortalContext,
  families: readonly ((server: PortalServer) => void)[],
): readonly PortalRoute[] {
  const routes: PortalRoute[] = [];
  function add(build: typeof get, path: string, route: FamilyRoute): void {
    const { bodyBytes } = route;
    const options = bodyBytes === undefined ? {} : { maxBodyBytes: bodyBytes };
    if (route.access === "anyone") {
      routes.push(build(path, "anyone", none, (_context, visit) => route.answer(visit), options));
      return;
    }
    const { access, answer } = route;
    routes.push(build(path, access, none, (_context, visit) => answer(visit), options));
  }
  const server: PortalServer = {
    context,
    get: (path, route) => add(get, path, route),
    post: (path, route) => add(post, path, route),
  };
  for (const register of families) register(server);
  return routes;
}
