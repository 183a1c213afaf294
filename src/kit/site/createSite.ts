// A site of pages: recognizes visitors and sends answers and errors. Nothing it sends is cached.
import type { FastifyReply, FastifyRequest } from "fastify";
import { isUnavailable, UnknownOutcomeError } from "../../db/databaseErrors.ts";
import { toFailure } from "../../server/http/answerFailure.ts";
import { readLocalAddress } from "../../server/http/localAddress.ts";
import { parseZone } from "../day.ts";
import { Failure } from "../errors.ts";
import { renderEmptyState } from "../html/emptyState.ts";
import { renderButtonLink } from "../html/form.ts";
import { type Html, html } from "../html/html.ts";
import { sendPage } from "../html/sendPage.ts";
import { readCookie, type SessionCookie } from "./sessionCookie.ts";
import { texts } from "./texts.ts";
import type { Answer, PageStatus, PresentPage, SessionChange, SitePage } from "./visit.ts";

type PageFault = {
  readonly status: number;
  readonly title: string;
  readonly why: string;
  readonly remedy: string;
};

/** The error pages of both sites. The API has its own catalogue. */
const pageFaults = {
  NOT_FOUND: { status: 404, ...texts.faults.NOT_FOUND },
  METHOD_NOT_ALLOWED: { status: 405, ...texts.faults.METHOD_NOT_ALLOWED },
  CROSS_SITE: { status: 403, ...texts.faults.CROSS_SITE },
  FORBIDDEN: { status: 403, ...texts.faults.FORBIDDEN },
  VIEW_ONLY: { status: 403, ...texts.faults.VIEW_ONLY },
  ROLE_FORBIDS: { status: 403, ...texts.faults.ROLE_FORBIDS },
  REQUEST_TIMEOUT: { status: 408, ...texts.faults.REQUEST_TIMEOUT },
  PAYLOAD_TOO_LARGE: { status: 413, ...texts.faults.PAYLOAD_TOO_LARGE },
  VALIDATION_FAILED: { status: 400, ...texts.faults.VALIDATION_FAILED },
  RATE_LIMITED: { status: 429, ...texts.faults.RATE_LIMITED },
  UNAVAILABLE: { status: 503, ...texts.faults.UNAVAILABLE },
  OUTCOME_UNKNOWN: { status: 503, ...texts.faults.OUTCOME_UNKNOWN },
  INTERNAL_ERROR: { status: 500, ...texts.faults.INTERNAL_ERROR },
} as const satisfies Record<string, PageFault>;

type PageFaultCode = keyof typeof pageFaults;

function isPageFaultCode(code: string): code is PageFaultCode {
  return Object.hasOwn(pageFaults, code);
}

export type Admission =
  | { readonly outcome: "admitted" }
  | { readonly outcome: "redirect"; readonly to: string }
  | { readonly outcome: "refused"; readonly code: PageFaultCode };

type Arrival<Who> = {
  readonly signedIn: Who | null;
  readonly request: FastifyRequest;
  readonly now: Date;
};

/** What distinguishes a site. `Who` is signed in there, `Access` is what its routes require. */
export type SiteDefinition<Who, Access> = {
  readonly publicUrl: string;
  readonly supportEmail: string;
  /** The address of the first page. */
  readonly home: string;
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

/** Who sent a request, and when it started. */
export type Visitor<Who> = {
  readonly now: Date;
  readonly sessionToken: string | undefined;
  readonly signedIn: Who | null;
  readonly zone: string;
};

export type Site<Who, Access> = {
  readonly definition: SiteDefinition<Who, Access>;
  /** Finds the visitor by the request's cookie and remembers them for `visitorOf`. */
  recognize(request: FastifyRequest): Promise<Visitor<Who>>;
  /** The visitor that `recognize` found. */
  visitorOf(request: FastifyRequest): Visitor<Who>;
  sendAnswer(request: FastifyRequest, reply: FastifyReply, answer: Answer): FastifyReply;
  sendFault(request: FastifyRequest, reply: FastifyReply, code: PageFaultCode): FastifyReply;
  /** Answers an unexpected error; the details go into the log. */
  sendFailure(request: FastifyRequest, reply: FastifyReply, error: unknown): FastifyReply;
  /**
   * The same for a request without a route. If the session lookup fails, the page is that of a
   * signed-out visitor.
   */
  sendUnrouted(request: FastifyRequest, reply: FastifyReply, error: unknown): Promise<FastifyReply>;
};

const retryAfterS = 2;

function describeFault(
  code: PageFaultCode,
  requestId: string,
  { supportEmail, home }: Pick<SiteDefinition<unknown, unknown>, "supportEmail" | "home">,
): SitePage {
  const { title, why, remedy } = pageFaults[code];
  const more = html`<p class="quiet">Request ID <code>${requestId}</code>. Include it when you write to
<a href="mailto:${supportEmail}">${supportEmail}</a>.</p>
<p>${renderButtonLink(home, "Go to the home page", "plain")}</p>`;
  const icon = code === "NOT_FOUND" ? "search" : "circle-alert";
  return { title, sentence: why, body: renderEmptyState(remedy, more, icon) };
}

function judge(
  error: unknown,
  method: string,
): { readonly code: PageFaultCode; readonly cause: unknown } {
  if (error instanceof UnknownOutcomeError) {
    // A page that is only shown has no outcome.
    return { code: method === "POST" ? "OUTCOME_UNKNOWN" : "UNAVAILABLE", cause: error };
  }
  if (isUnavailable(error)) return { code: "UNAVAILABLE", cause: error };
  const { code, cause } = toFailure(error);
  return { code: isPageFaultCode(code) ? code : "INTERNAL_ERROR", cause: cause ?? error };
}

function changeSession(
  reply: FastifyReply,
  { name, options }: SessionCookie,
  change: SessionChange,
): void {
  if (change === "ended") reply.clearCookie(name, options);
  else reply.setCookie(name, change.token, options);
}

/** The script stores the browser's time zone in it. */
const zoneCookie = { name: "zone" };

function readZone(request: FastifyRequest): string {
  return parseZone(readCookie(request, zoneCookie) ?? "") ?? "UTC";
}

function setStatus(reply: FastifyReply, status: PageStatus = 200): FastifyReply {
  if (typeof status === "number") return reply.code(status);
  return reply.code(429).header("retry-after", String(status.waitS));
}

/** Sends answers and error pages in the frame of the visitor that `find` returns. */
function createSending<Who, Access>(
  definition: SiteDefinition<Who, Access>,
  find: (request: FastifyRequest) => Visitor<Who> | undefined,
): Pick<Site<Who, Access>, "sendAnswer" | "sendFault"> {
  const { cookie, present } = definition;

  function frame(page: SitePage, request: FastifyRequest, path: string): Html {
    const signedIn = find(request)?.signedIn ?? null;
    return present(page, { signedIn, requestId: request.id, path });
  }

  function sendFault(
    request: FastifyRequest,
    reply: FastifyReply,
    code: PageFaultCode,
  ): FastifyReply {
    request.outcome.errorCode = code;
    const page = frame(describeFault(code, request.id, definition), request, "");
    return sendPage(reply.code(pageFaults[code].status), page, "no-store");
  }

  return {
    sendFault,
    sendAnswer(request, reply, answer) {
      reply.header("cache-control", "no-store");
      switch (answer.kind) {
        case "page": {
          // The address of a form may not accept GET, so the answer to a form does not refresh.
          const shown =
            request.method === "GET" ? answer.page : { ...answer.page, refreshS: undefined };
          const page = frame(shown, request, request.url.split("?", 1)[0] ?? "");
          return sendPage(setStatus(reply, answer.status), page, "no-store");
        }
        case "redirect":
          if (answer.session !== undefined) changeSession(reply, cookie, answer.session);
          if (answer.other !== undefined) {
            changeSession(reply, answer.other.cookie, answer.other.change);
          }
          return reply.redirect(answer.to, 303);
        case "fragment":
          return sendPage(reply.code(answer.status ?? 200), answer.html, "no-store");
        case "not found":
          return sendFault(request, reply, "NOT_FOUND");
        case "file":
          return reply
            .header("content-type", answer.type)
            .header("content-disposition", `attachment; filename="${answer.name}"`)
            .send(answer.body);
      }
    },
  };
}

export function createSite<Who, Access>(
  definition: SiteDefinition<Who, Access>,
): Site<Who, Access> {
  const visitors = new WeakMap<FastifyRequest, Visitor<Who>>();
  const site: Site<Who, Access> = {
    definition,
    ...createSending(definition, (request) => visitors.get(request)),
    async recognize(request) {
      const now = definition.clock();
      const sessionToken = readCookie(request, definition.cookie);
      const found = await definition.recognize(sessionToken, request, now);
      const zone = readZone(request);
      const visitor = { now, sessionToken, signedIn: found ?? null, zone };
      visitors.set(request, visitor);
      return visitor;
    },
    visitorOf(request) {
      const visitor = visitors.get(request);
      if (visitor === undefined) throw new Error("The visitor was not admitted.");
      return visitor;
    },
    sendFailure(request, reply, error) {
      const { code, cause } = judge(error, request.method);
      if (pageFaults[code].status >= 500) {
        request.log.error({ request_id: request.id, err: cause }, "request failed");
      }
      const own = error instanceof Failure ? error.retryAfterS : undefined;
      const isLater = code === "UNAVAILABLE" || code === "RATE_LIMITED";
      const waitS = own ?? (isLater ? retryAfterS : undefined);
      if (waitS !== undefined) reply.header("retry-after", String(waitS));
      return site.sendFault(request, reply, code);
    },
    async sendUnrouted(request, reply, error) {
      try {
        await site.recognize(request);
      } catch (cause) {
        request.log.warn({ request_id: request.id, err: cause }, "session lookup failed");
      }
      return site.sendFailure(request, reply, error);
    },
  };
  return site;
}

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
