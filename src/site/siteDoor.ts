// What makes a site of pages this one: who comes in, by which cookie, and what stands around a
// page. The rest is the same for every site.
import type { FastifyRequest } from "fastify";
import type { PageFaultCode } from "./pageFault.ts";
import type { SessionCookie } from "./sessionCookie.ts";
import type { Answer, PresentPage, Visit } from "./visit.ts";

/** What becomes of a visitor at a route. */
export type Admission =
  | { readonly outcome: "in" }
  | { readonly outcome: "see other"; readonly to: string }
  | { readonly outcome: "refused"; readonly code: PageFaultCode };

/** A request before its route lets anybody in. */
export type Arrival<Who> = {
  readonly signedIn: Who | null;
  readonly request: FastifyRequest;
  readonly now: Date;
};

/** `Who` is signed in there, `Access` is what its routes ask for. */
export type SiteDoor<Who, Access> = {
  readonly publicUrl: string;
  readonly supportEmail: string;
  readonly cookie: SessionCookie;
  readonly clock: () => Date;
  /**
   * Who a session token stands for, undefined where the request has none; undefined for nobody of
   * this site.
   */
  recognize(
    token: string | undefined,
    request: FastifyRequest,
    now: Date,
  ): Promise<Who | undefined>;
  /** Judges who arrives at a route; runs before a body is read. */
  admit(arrival: Arrival<Who>, access: Access): Promise<Admission>;
  readonly present: PresentPage<Who>;
};

/** A route: what it asks for, and what who is let in gets. `bodyBytes`: the most of a form. */
export type SiteRoute<Who, Access> = {
  readonly access: Access;
  readonly bodyBytes?: number | undefined;
  readonly answer: (visit: Visit<Who | null>) => Promise<Answer>;
};

/** A route as it was declared: for the table of routes, and for 405. */
export type DeclaredRoute<Access> = {
  readonly method: "GET" | "POST";
  readonly path: string;
  readonly access: Access;
};

/** Adds a route. GET answers HEAD too, and changes nothing. */
export type DeclareRoute<Who, Access> = (
  method: "GET" | "POST",
  path: string,
  route: SiteRoute<Who, Access>,
) => void;
