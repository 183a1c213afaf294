// One request of a site of pages as a page sees it, and the answers a page can give.
import type { Readable } from "node:stream";
import type { FastifyRequest } from "fastify";
import type { Html } from "../html/html.ts";
import type { PageBody } from "../html/pageBody.ts";
import type { Fields } from "./fields.ts";
import type { SessionCookie } from "./sessionCookie.ts";

/** A request; `Who` is whoever the route lets in, null where it may be nobody. */
export type Visit<Who> = {
  readonly signedIn: Who;
  readonly now: Date;
  readonly requestId: string;
  /** The client's address, for limits. */
  readonly address: string;
  readonly userAgent: string;
  /** The session token the browser sent, whether good or not. */
  readonly sessionToken: string | undefined;
  /** The part of the path that the route's template names, without NUL. */
  param(name: string): string;
  readonly query: Fields;
  /** What a form sent; empty for GET, and for uploads, which `receiveUpload` reads. */
  readonly form: Fields;
  /** For what else there is, as uploads. */
  readonly request: FastifyRequest;
};

/** A page without its frame. */
export type SitePage = PageBody & {
  /** What the search box holds. */
  readonly search?: string;
  /** The page asks for itself again after so many seconds; with script without being drawn anew. */
  readonly refreshS?: number | undefined;
};

/** A page as it is framed: for whom, and which request it answers. */
export type Surroundings<Who> = {
  readonly signedIn: Who | null;
  readonly requestId: string;
  /** The path that was asked for. */
  readonly path: string;
};

/** What becomes of the session cookie: a new token, or none any more. */
export type SessionChange = { readonly token: string } | "ended";

/** How a page answers. "not found" also answers what belongs to another account. */
export type Answer =
  | {
      readonly kind: "page";
      readonly page: SitePage;
      readonly status?: 200 | 409 | 410 | 422 | 429;
    }
  | {
      readonly kind: "redirect";
      readonly to: string;
      readonly session?: SessionChange;
      /** What becomes of a cookie that is not the site's own. */
      readonly other?: { readonly cookie: SessionCookie; readonly change: SessionChange };
    }
  | { readonly kind: "not found" }
  | {
      readonly kind: "file";
      /** As it is saved; ASCII without quotes. */
      readonly name: string;
      readonly type: string;
      readonly body: Readable | Buffer | string;
    };

export const notFound: Answer = { kind: "not found" };

export function answerPage(
  page: SitePage,
  status: Extract<Answer, { kind: "page" }>["status"] = 200,
): Answer {
  return { kind: "page", page, status };
}

export function redirect(to: string): Answer {
  return { kind: "redirect", to };
}

/** Presents a page of a site in its frame. */
export type PresentPage<Who> = (page: SitePage, surroundings: Surroundings<Who>) => Html;
