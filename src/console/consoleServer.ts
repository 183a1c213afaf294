// How the console declares its routes. Invariant: a route without the roles that may use it cannot
// be written, and a route that changes something is a POST that another site cannot send.
import type { OperatorSession } from "../accounts/operatorQueries.ts";
import type { OperatorRole, SignedInOperator } from "../signIn/signedInOperator.ts";
import type { DeclaredRoute as DeclaredSiteRoute, DeclareRoute } from "../site/siteDoor.ts";
import type { Answer, Visit as SiteVisit } from "../site/visit.ts";
import type { ConsoleContext } from "./consoleContext.ts";

/** A request of the console; null where the route is for anyone and nobody is signed in. */
export type Visit<Who extends SignedInOperator | null = SignedInOperator> = SiteVisit<Who>;

/** The roles that may use a route, at least one. */
export type Roles = readonly [OperatorRole, ...OperatorRole[]];

/**
 * A route: whose it is, and what they get. `bodyBytes`: the most a form may have.
 * `beforeSecondFactor`: open to who has none yet, where one is required.
 */
export type ConsoleRoute =
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

/** What a route asks for. */
export type ConsoleAccess = {
  readonly roles: "anyone" | Roles;
  readonly beforeSecondFactor: boolean;
};

/** A route as it was declared: for the table of routes, and for 405. */
export type DeclaredRoute = DeclaredSiteRoute<ConsoleAccess>;

/** Where a family of pages adds its routes. GET answers HEAD too, and changes nothing. */
export type ConsoleServer = {
  readonly context: ConsoleContext;
  get(path: string, route: ConsoleRoute): void;
  post(path: string, route: ConsoleRoute): void;
};

async function answerVisit(
  route: ConsoleRoute,
  visit: Visit<SignedInOperator | null>,
): Promise<Answer> {
  if (route.roles === "anyone") return route.answer(visit);
  const { signedIn } = visit;
  if (signedIn === null) throw new Error("The visitor was admitted without being signed in.");
  return route.answer({ ...visit, signedIn });
}

function accessOf(route: ConsoleRoute): ConsoleAccess {
  const beforeSecondFactor = route.roles !== "anyone" && route.beforeSecondFactor === true;
  return { roles: route.roles, beforeSecondFactor };
}

/** Lets families of pages declare routes of the console. */
export function createConsoleServer(
  context: ConsoleContext,
  declare: DeclareRoute<OperatorSession, ConsoleAccess>,
): ConsoleServer {
  function add(method: "GET" | "POST", path: string, route: ConsoleRoute): void {
    declare(method, path, {
      access: accessOf(route),
      bodyBytes: route.bodyBytes,
      answer: (visit) =>
        answerVisit(route, { ...visit, signedIn: visit.signedIn?.signedIn ?? null }),
    });
  }
  return {
    context,
    get: (path, route) => add("GET", path, route),
    post: (path, route) => add("POST", path, route),
  };
}
