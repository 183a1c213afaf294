// How the console declares its routes: the builders of its table, and who may use a route.
import type { SignedInOperator } from "../signIn/signedInOperator.ts";
import { createRouteBuilders, none, type Route } from "../site/routes.ts";
import type { Answer } from "../site/visit.ts";
import type { ConsoleAccess } from "./access.ts";
import type { ConsoleContext, Visit } from "./consoleContext.ts";

export type ConsoleRoute = Route<ConsoleContext, SignedInOperator, ConsoleAccess>;

export const { get, post } = createRouteBuilders<ConsoleContext, SignedInOperator, ConsoleAccess>();

type FamilyRoute =
  | {
      readonly roles: "anyone";
      readonly bodyBytes?: number;
      readonly answer: (visit: Visit<SignedInOperator | null>) => Promise<Answer>;
    }
  | {
      readonly roles: ConsoleAccess["roles"];
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
