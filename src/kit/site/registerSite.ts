import cookie from "@fastify/cookie";
import multipart from "@fastify/multipart";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { isOwnSite } from "../../server/http/isOwnSite.ts";
import { createBodyParser } from "../../server/http/parseBody.ts";
import { Failure } from "../errors.ts";
import { renderActions, renderButton } from "../html/form.ts";
import { type Html, html } from "../html/html.ts";
import type { Site, Visitor } from "./createSite.ts";
import { type Fields, noFields, readFields, readForm } from "./fields.ts";
import { maxKeptFormBytes, type Route } from "./routes.ts";
import { texts } from "./texts.ts";
import { type Answer, answerPage, type Visit } from "./visit.ts";

// A form that was sent after its session ended. It is kept in the answer, and sent again after
// signing in. Nothing of it is stored. A file is too large for that: it stays in the form.
function renderSignIn(signIn: string): Html {
  const text = "Sign in (new tab)";
  return html`<a class="button primary" href="${signIn}" target="_blank">${text}</a>`;
}

/**
 * The page for a file that was sent without a session and not read. The script shows it in the
 * form, which still has the file.
 */
function refuseSignedOutUpload(signIn: string): Answer {
  return answerPage(
    {
      title: texts.signedOut.title,
      sentence: "The file was not uploaded.",
      body: html`<div class="form" data-signed-out>
<p>Open a new tab and sign in, then return here and upload the file again.</p>
${renderActions(renderSignIn(signIn))}</div>
`,
    },
    403,
  );
}

/** Fields that no page may repeat. */
const secret = /password|code|token|secret/i;

/**
 * The page that keeps a form sent to `address`; undefined if it has nothing that was typed, or a
 * secret. `signIn` is the address of the sign-in page.
 */
function keepSignedOutForm(form: Fields, address: string, signIn: string): Answer | undefined {
  const names = form.names();
  if (names.length === 0 || names.some((name) => secret.test(name))) return undefined;
  const hidden = names.flatMap((name) =>
    form.all(name).map((text) => html`<input type="hidden" name="${name}" value="${text}">\n`),
  );
  return answerPage(
    {
      title: texts.signedOut.title,
      sentence:
        "Nothing is saved yet. Open a new tab and sign in, then return here and send the form.",
      body: html`<form class="form" method="post" action="${address}" data-once>
${hidden}${renderActions(renderSignIn(signIn), renderButton({ text: "Send form" }))}</form>
`,
    },
    403,
  );
}

/** The largest form in bytes, unless its route says otherwise. */
const defaultFormBytes = 64 * 1024;
/** A form is read into memory, so a route that accepts more than this takes only uploads. */
const maxFormBytes = 32 * 1024 * 1024;

function readQuery(url: string): Fields {
  const start = url.indexOf("?");
  return start === -1 ? noFields : readFields(url.slice(start + 1));
}

function toVisit<Who>(visitor: Visitor<Who>, request: FastifyRequest): Visit<Who | null> {
  const params = new Map(Object.entries(request.params as Readonly<Record<string, string>>));
  return {
    ...visitor,
    requestId: request.id,
    address: request.clientAddress,
    userAgent: request.headers["user-agent"] ?? "",
    param(name) {
      const text = params.get(name);
      if (text === undefined) throw new Error(`The route has no parameter ${name}.`);
      return text.replaceAll("\0", "");
    },
    query: readQuery(request.url),
    form: request.isMultipart() ? noFields : ((request.body as Fields | undefined) ?? noFields),
    request,
  };
}

function isUpload({ headers }: FastifyRequest): boolean {
  return /^multipart\/form-data\b/i.test(headers["content-type"] ?? "");
}

async function refuseOtherThanUploads(request: FastifyRequest): Promise<void> {
  if (isUpload(request)) return;
  throw new Failure("VALIDATION_FAILED");
}

function redirect(reply: FastifyReply, to: string): FastifyReply {
  return reply.header("cache-control", "no-store").redirect(to, 303);
}

/** Adds one route: cross-site forms are refused first, then the visitor is admitted. */
function addRoute<Context, Who, Access>(
  scope: FastifyInstance,
  site: Site<Who, Access>,
  context: Context,
  { method, path, access, maxBodyBytes, answer }: Route<Context, Who, Access>,
): void {
  async function refuseCrossSite(request: FastifyRequest, reply: FastifyReply): Promise<unknown> {
    if (!isCrossSite(request.headers, site.definition.publicUrl)) return;
    return site.sendFault(request, reply, "CROSS_SITE");
  }
  async function admit(request: FastifyRequest, reply: FastifyReply): Promise<unknown> {
    const { signedIn, now } = await site.recognize(request);
    const admission = await site.definition.admit({ signedIn, request, now }, access);
    if (admission.outcome === "refused") return site.sendFault(request, reply, admission.code);
    if (admission.outcome === "admitted") return;
    if (signedIn === null && (mayKeep || isUpload(request))) {
      signedOut.set(request, admission.to);
      return;
    }
    return redirect(reply, admission.to);
  }
  /** The address to sign in at, for forms that were sent without a session. */
  const signedOut = new WeakMap<FastifyRequest, string>();
  const bodyLimit = maxBodyBytes ?? defaultFormBytes;
  const mayKeep = method === "POST" && bodyLimit <= maxKeptFormBytes;
  const uploadsOnly = bodyLimit > maxFormBytes ? [refuseOtherThanUploads] : [];
  scope.route({
    method,
    url: path,
    schema: { hide: true },
    bodyLimit,
    onRequest: method === "POST" ? [refuseCrossSite, admit, ...uploadsOnly] : admit,
    handler: async (request, reply) => {
      const visit = toVisit(site.visitorOf(request), request);
      const signIn = signedOut.get(request);
      if (signIn !== undefined) {
        const kept = isUpload(request)
          ? refuseSignedOutUpload(signIn)
          : keepSignedOutForm(visit.form, request.url, signIn);
        return kept === undefined ? redirect(reply, signIn) : site.sendAnswer(request, reply, kept);
      }
      return site.sendAnswer(request, reply, await answer(context, visit));
    },
  });
}

/** Adds a site's routes to a server, in a scope with its own cookies, forms and error pages. */
export async function registerSite<Context, Who, Access>(
  server: FastifyInstance,
  site: Site<Who, Access>,
  context: Context,
  routes: readonly Route<Context, Who, Access>[],
): Promise<void> {
  await server.register((scope, _options, done) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser(
      "application/x-www-form-urlencoded",
      { parseAs: "buffer" },
      createBodyParser(scope.requestQueue, readForm),
    );
    scope.register(cookie).register(multipart);
    scope.setErrorHandler((error, request, reply) => site.sendFailure(request, reply, error));
    for (const route of routes) addRoute(scope, site, context, route);
    done();
  });
}

/** The headers that reveal the origin, as sent. */
type OriginHeaders = {
  readonly "sec-fetch-site"?: string | string[] | undefined;
  readonly origin?: string | undefined;
  readonly host?: string | undefined;
};

function hostOf(origin: string): string | undefined {
  return URL.canParse(origin) ? new URL(origin).host : undefined;
}

/**
 * True if the browser says that the request comes from another site: by Sec-Fetch-Site, or without
 * it by an Origin that is neither `publicUrl` nor the requested host. A request without both does
 * not come from a browser, so it has only the cookies it chose to send.
 */
function isCrossSite(headers: OriginHeaders, publicUrl: string): boolean {
  const site = headers["sec-fetch-site"];
  if (site !== undefined) return !isOwnSite(site);
  const { origin, host } = headers;
  if (origin === undefined) return false;
  const own = new URL(publicUrl);
  const sender = hostOf(origin);
  // The public host under another scheme would be a party between it and the browser.
  if (sender === own.host) return origin !== own.origin;
  return sender === undefined || sender !== host;
}
