// How the console declares its routes: the builders of its table, and who may use a route.
import type { OperatorRole, SignedInOperator } from "../signIn/signedInOperator.ts";
import { createRouteBuilders, none, type Route } from "../site/routes.ts";
import type { Answer, Visit as SiteVisit } from "../site/visit.ts";
import type { ConsoleContext } from "./consoleContext.ts";

/** A request of the console; null where the route is for anyone and nobody is signed in. */
export type Visit<Who extends SignedInOperator | null = SignedInOperator> = SiteVisit<Who>;

/** The roles that may use a route, at least one. */
export type Roles = readonly [OperatorRole, ...OperatorRole[]];

/** What a route requires. `beforeSecondFactor`: open to operators who still have to set one up. */
export type ConsoleAccess = { readonly roles: Roles; readonly beforeSecondFactor?: true };

export type ConsoleRoute = Route<ConsoleContext, SignedInOperator, ConsoleAccess>;

export const { get, post } = createRouteBuilders<ConsoleContext, SignedInOperator, ConsoleAccess>();

type FamilyRoute =
  | {
      readonly roles: "anyone";
      readonly bodyBytes?: number;
      readonly answer: (visit: Visit<SignedInOperator | null>) => Promise<Answer>;
    }
  | {
      readonly roles: Roles;
      readonly beforeSecondFactor?: true;
      readonly bodyBytes?: number;
      readonly answer: (visit: Visit) => Promise<Answer>;
    };

/** Where a family of pages adds its routes; it is replaced by `routes.ts`. */
export type ConsoleServer = {
  readonly context: ConsoleContext;
  get(path: string, route: FamilyRoute): void;
  post(path: string, route: FamilyRoute): void;
};

/** Collects the routes that families of pages add. */
export function collectRoutes(
  context: ConsoleContext,
  families: readonly ((server: ConsoleServer) => void)[],
): readonly ConsoleRoute[] {
  const routes: ConsoleRoute[] = [];
  function add(build: typeof get, path: string, route: FamilyRoute): void {
    if (route.roles === "anyone") {
      routes.push(build(path, "anyone", none, (_context, visit) => route.answer(visit)));
      return;
    }
    const { roles, beforeSecondFactor, bodyBytes, answer } = route;
    const access = { roles, ...(beforeSecondFactor && { beforeSecondFactor }) };
    const options = bodyBytes === undefined ? {} : { maxBodyBytes: bodyBytes };
    routes.push(build(path, access, none, (_context, visit) => answer(visit), options));
  }
  const server: ConsoleServer = {
    context,
    get: (path, route) => add(get, path, route),
    post: (path, route) => add(post, path, route),
  };
  for (const register of families) register(server);
  return routes;
}
