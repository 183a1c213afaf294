// What distinguishes one site from another: its cookie, who may use a route, and its page frame.
import type { FastifyRequest } from "fastify";
import { readLocalAddress } from "../http/localAddress.ts";
import type { PageFaultCode } from "./pageFault.ts";
import type { SessionCookie } from "./sessionCookie.ts";
import type { PresentPage } from "./visit.ts";

export type Admission =
  | { readonly outcome: "admitted" }
  | { readonly outcome: "redirect"; readonly to: string }
  | { readonly outcome: "refused"; readonly code: PageFaultCode };

type Arrival<Who> = {
  readonly signedIn: Who | null;
  readonly request: FastifyRequest;
  readonly now: Date;
};

/** `Who` is signed in there, `Access` is what its routes require. */
export type SiteDefinition<Who, Access> = {
  readonly publicUrl: string;
  readonly supportEmail: string;
  readonly cookie: SessionCookie;
  readonly clock: () => Date;
  /** Returns whose session a token is, or undefined if it is nobody's on this site. */
  recognize(
    token: string | undefined,
    request: FastifyRequest,
    now: Date,
  ): Promise<Who | undefined>;
  /** Decides before the body is read. */
  admit(arrival: Arrival<Who>, access: Access | "anyone"): Promise<Admission>;
  readonly present: PresentPage<Who>;
};

/**
 * The address to continue at after signing in: the requested one, or the page of a form. Undefined
 * if it is no address of the site.
 */
export function nextAddress(request: FastifyRequest, publicUrl: string): string | undefined {
  if (request.method === "GET" || request.method === "HEAD") return readLocalAddress(request.url);
  const referer = request.headers.referer ?? "";
  return referer.startsWith(`${publicUrl}/`)
    ? readLocalAddress(referer.slice(publicUrl.length))
    : undefined;
}
