// How the buyers' site declares its routes. Invariant: a route without a rule of access cannot be
// written, and a route that changes something is a POST that another site cannot send.
import type { SignedIn } from "../accounts/signedIn.ts";
import type { PortalContext } from "./portalContext.ts";
import type { Answer, Visit } from "./visit.ts";

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

/** A route as it was declared: for the table of routes, and for 405. */
export type DeclaredRoute = {
  readonly method: "GET" | "POST";
  readonly path: string;
  readonly access: PortalRoute["access"];
};

/** Where a family of pages adds its routes. GET answers HEAD too, and changes nothing. */
export type PortalServer = {
  readonly context: PortalContext;
  get(path: string, route: PortalRoute): void;
  post(path: string, route: PortalRoute): void;
};
