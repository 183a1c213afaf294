import type { Readable } from "node:stream";
import type { FastifyRequest } from "fastify";
import type { Html } from "../html/html.ts";
import type { PageBody } from "../html/page.ts";
import type { Fields } from "./fields.ts";
import type { SessionCookie } from "./sessionCookie.ts";

/** A request as handlers see it. `Who` is signed in; null if nobody has to be. */
export type Visit<Who> = {
  readonly signedIn: Who;
  readonly now: Date;
  /** The IANA time zone of the visitor's days, as the script reported it; UTC without it. */
  readonly zone: string;
  readonly requestId: string;
  readonly address: string;
  readonly userAgent: string;
  /** The session token the browser sent, valid or not. */
  readonly sessionToken: string | undefined;
  /** A parameter of the route's path, without NUL. */
  param(name: string): string;
  readonly query: Fields;
  /** The form fields; empty for GET and for uploads, which `receiveUpload` reads. */
  readonly form: Fields;
  /** For anything else, such as uploads. */
  readonly request: FastifyRequest;
};

export type SitePage = PageBody & {
  readonly search?: string;
  /** Visitors who are not signed in see it beside the name of the distributor. */
  readonly isForSigningIn?: true;
  /** The page reloads itself after this many seconds; with script it updates in place. */
  readonly refreshS?: number | undefined;
};

export type Surroundings<Who> = {
  readonly signedIn: Who | null;
  readonly requestId: string;
  readonly path: string;
};

export type SessionChange = { readonly token: string } | "ended";

/** The status of a page: 429 is the seconds to wait, which Retry-After has. */
export type PageStatus = 200 | 403 | 409 | 410 | 422 | 503 | { readonly waitS: number };

/** How a page answers. "not found" also answers what belongs to another account. */
export type Answer =
  | { readonly kind: "page"; readonly page: SitePage; readonly status?: PageStatus }
  | {
      readonly kind: "redirect";
      readonly to: string;
      readonly session?: SessionChange;
      /** A change to a cookie other than the site's own. */
      readonly other?: { readonly cookie: SessionCookie; readonly change: SessionChange };
    }
  | {
      /** A part of a page, for the script. */
      readonly kind: "fragment";
      readonly html: Html;
      readonly status?: 200 | 409 | 422;
    }
  | { readonly kind: "not found" }
  | {
      readonly kind: "file";
      /** The file name; ASCII without quotes. */
      readonly name: string;
      readonly type: string;
      readonly body: Readable | Buffer | string;
    };

/** Whether the script asks for what changed, instead of a page. */
export function wantsFragment({ request }: Pick<Visit<unknown>, "request">): boolean {
  return request.headers["x-fragment"] !== undefined;
}

export const notFound: Answer = { kind: "not found" };

export function answerPage(page: SitePage, status: PageStatus = 200): Answer {
  return { kind: "page", page, status };
}

export function redirect(to: string, session?: SessionChange): Answer {
  return { kind: "redirect", to, ...(session && { session }) };
}

export type PresentPage<Who> = (page: SitePage, surroundings: Surroundings<Who>) => Html;
