// One request of the buyers' site as a page sees it, and the answers a page can give.
import type { Readable } from "node:stream";
import type { FastifyRequest } from "fastify";
import type { SignedIn } from "../accounts/signedIn.ts";
import type { Content, Html } from "../html/html.ts";
import type { Place } from "../html/page.ts";
import type { Fields } from "../http/fields.ts";

/** A request; `Who` is SignedIn where the route asks for it, else it may be null. */
export type Visit<Who extends SignedIn | null = SignedIn> = {
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
export type PortalPage = {
  readonly title: string;
  /** One sentence under the title. */
  readonly sentence?: Content;
  /** The one primary button or link. */
  readonly primary?: Html;
  /** Where the page belongs, as a link above the title. */
  readonly above?: Place;
  readonly body: Html;
  /** A summary that stays in view beside the body, and stands below it on a narrow screen. */
  readonly side?: Html;
  /** What the search box holds. */
  readonly search?: string;
  /** The page asks for itself again after so many seconds; with script without being drawn anew. */
  readonly refreshS?: number | undefined;
};

/** What becomes of the session cookie: a new token, or none any more. */
export type SessionChange = { readonly token: string } | "ended";

/** How a page answers. `nothing` is 404: what is another account's and what does not exist. */
export type Answer =
  | {
      readonly kind: "page";
      readonly page: PortalPage;
      readonly status?: 200 | 409 | 410 | 422 | 429;
    }
  | { readonly kind: "see other"; readonly to: string; readonly session?: SessionChange }
  | { readonly kind: "nothing" }
  | {
      readonly kind: "file";
      /** As it is saved; ASCII without quotes. */
      readonly name: string;
      readonly type: string;
      readonly body: Readable | Buffer | string;
    };
