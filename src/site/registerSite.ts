// The routes of a site on the server: cross-site posts are refused first, then the visitor is
// admitted, then the form is read, and what the page answers is sent. Everything is inside one
// scope, so that cookies, forms and pages of faults are no other door's.
import cookie from "@fastify/cookie";
import formbody from "@fastify/formbody";
import multipart from "@fastify/multipart";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { Failure } from "../errors.ts";
import type { Site, Visitor } from "./createSite.ts";
import { type Fields, noFields, readFields } from "./fields.ts";
import { isCrossSite } from "./isCrossSite.ts";
import type { DeclaredRoute, DeclareRoute } from "./siteDoor.ts";
import type { Visit } from "./visit.ts";

/** The most a form has, in bytes, where its route does not say otherwise. */
const defaultFormBytes = 64 * 1024;
/** A form is read into memory whole: where more than this may come, only an upload may. */
const mostFormBytes = 32 * 1024 * 1024;

function readQuery(url: string): Fields {
  const start = url.indexOf("?");
  return start === -1 ? noFields : readFields(url.slice(start + 1));
}

function toVisit<Who>(visitor: Visitor<Who>, request: FastifyRequest): Visit<Who | null> {
  const { params } = request;
  return {
    ...visitor,
    requestId: request.id,
    address: request.ip,
    userAgent: request.headers["user-agent"] ?? "",
    param(name) {
      const text = (params as Readonly<Record<string, string>>)[name];
      if (text === undefined) throw new Error(`The route has no parameter ${name}.`);
      return text.replaceAll("\0", "");
    },
    query: readQuery(request.url),
    form: request.isMultipart() ? noFields : ((request.body as Fields | undefined) ?? noFields),
    request,
  };
}

async function refuseOtherThanUploads({ headers }: FastifyRequest): Promise<void> {
  if (/^multipart\/form-data\b/i.test(headers["content-type"] ?? "")) return;
  throw new Failure("VALIDATION_FAILED");
}

function createDeclare<Who, Access>(
  scope: FastifyInstance,
  site: Site<Who, Access>,
  declared: DeclaredRoute<Access>[],
): DeclareRoute<Who, Access> {
  const { door } = site;

  async function refuseCrossSite(request: FastifyRequest, reply: FastifyReply): Promise<unknown> {
    if (!isCrossSite(request.headers, door.publicUrl)) return;
    return site.sendFault(request, reply, "CROSS_SITE");
  }

  return (method, path, route) => {
    declared.push({ method, path, access: route.access });
    async function admit(request: FastifyRequest, reply: FastifyReply): Promise<unknown> {
      const { signedIn, now } = await site.recognize(request);
      const admission = await door.admit({ signedIn, request, now }, route.access);
      if (admission.outcome === "refused") return site.sendFault(request, reply, admission.code);
      if (admission.outcome === "in") return;
      reply.header("cache-control", "no-store");
      return reply.redirect(admission.to, 303);
    }
    const bodyLimit = route.bodyBytes ?? defaultFormBytes;
    const uploadsAlone = bodyLimit > mostFormBytes ? [refuseOtherThanUploads] : [];
    scope.route({
      method,
      url: path,
      schema: { hide: true },
      bodyLimit,
      onRequest: method === "POST" ? [refuseCrossSite, admit, ...uploadsAlone] : admit,
      handler: async (request, reply) => {
        const answer = await route.answer(toVisit(site.visitorOf(request), request));
        return site.sendAnswer(request, reply, answer);
      },
    });
  };
}

/** Adds a site to a server by what declares its routes; returns them as they were declared. */
export async function registerSite<Who, Access>(
  server: FastifyInstance,
  site: Site<Who, Access>,
  declareAll: (declare: DeclareRoute<Who, Access>) => void,
): Promise<readonly DeclaredRoute<Access>[]> {
  const declared: DeclaredRoute<Access>[] = [];
  await server.register((scope, _options, done) => {
    scope.removeAllContentTypeParsers();
    scope.register(cookie).register(formbody, { parser: readFields }).register(multipart);
    scope.setErrorHandler((error, request, reply) => site.sendFailure(request, reply, error));
    declareAll(createDeclare(scope, site, declared));
    done();
  });
  return declared;
}
