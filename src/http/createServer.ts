// A Fastify server set up for hostile clients: bounded in size and time, one request id
// everywhere, one envelope for all that goes wrong, one log line and one measurement a request.

import type { Socket } from "node:net";
import fastify, {
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from "fastify";
import type { Logger } from "pino";
import { newId } from "../db/newId.ts";
import { Failure } from "../errors.ts";
import { answerBrokenRequest } from "./answerBrokenRequest.ts";
import { answerFailure } from "./answerFailure.ts";
import type { Metrics } from "./metrics.ts";
import { parseJson } from "./parseJson.ts";
import { mayBeSlow } from "./slowBody.ts";

/** What a request leaves for its log line beside its method, route, status and duration. */
export type RequestOutcome = {
  accountId?: string;
  keyId?: string;
  errorCode?: string;
  /** More that one door's log lines have, by their names in the log. */
  extra?: Record<string, string | number>;
};

declare module "fastify" {
  // biome-ignore lint/style/useConsistentTypeDefinitions: only an interface merges with fastify's.
  interface FastifyRequest {
    outcome: RequestOutcome;
    /** When the request began, from the server's clock. */
    startedAt: Date;
  }
}

export type ServerOptions = {
  readonly log: Logger;
  readonly clock: () => Date;
  readonly metrics: Metrics;
  /** The most a body may have, in bytes. */
  readonly bodyLimit: number;
  /** How many proxies in front write X-Forwarded-For; at 0 it is not read: anybody can write it. */
  readonly proxyHops: number;
  /**
   * The methods an address takes, for 405 and its Allow header; none where there is no such
   * address.
   */
  readonly allowedMethods: (path: string) => readonly string[];
  /** Answers what went wrong as a page, where people asked for one; undefined where not. */
  readonly answerAsPage: (
    error: unknown,
    request: FastifyRequest,
    reply: FastifyReply,
  ) => Promise<FastifyReply> | undefined;
};

/** Headers and bodies that come slower than this are cut; looked at every second. */
const headersTimeoutMs = 5_000;
const requestTimeoutMs = 10_000;

/** The longest part of a path, decoded: a part number of 100 characters has at most 200 units. */
const longestParam = 200;

function newRequestId(): string {
  return `req_${newId().replaceAll("-", "")}`;
}

/** Refuses an address that does not exist before its body is read: 404, or 405 with Allow. */
function refuseUnknown(
  options: ServerOptions,
  request: FastifyRequest,
  reply: FastifyReply,
): never {
  const methods = options.allowedMethods(request.url.split("?", 1)[0] ?? "");
  if (methods.length === 0) throw new Failure("NOT_FOUND");
  const allowed = methods.join(", ");
  reply.header("allow", allowed);
  throw new Failure("METHOD_NOT_ALLOWED", {
    message: `${request.method} is not allowed at this address; it takes ${allowed}.`,
  });
}

function watchRequests(server: FastifyInstance, options: ServerOptions): void {
  const { log, metrics, clock } = options;
  server.decorateRequest("outcome");
  server.decorateRequest("startedAt");
  server.addHook("onRequest", (request, reply, done) => {
    request.outcome = {};
    request.startedAt = clock();
    reply.header("x-request-id", request.id);
    reply.header("x-content-type-options", "nosniff");
    if (request.is404) refuseUnknown(options, request, reply);
    done();
  });
  server.addHook("onResponse", (request, reply, done) => {
    const route = request.routeOptions.url ?? "unmatched";
    const { accountId, keyId, errorCode, extra } = request.outcome;
    metrics.observeRequest(request.method, route, reply.statusCode, reply.elapsedTime / 1000);
    log.info(
      {
        request_id: request.id,
        account_id: accountId,
        key_id: keyId,
        method: request.method,
        route,
        status: reply.statusCode,
        duration_ms: Math.round(reply.elapsedTime * 10) / 10,
        error_code: errorCode,
        ...extra,
      },
      "request",
    );
    done();
  });
}

/** Answers, logs and measures a request whose address the framework cannot read. */
async function answerUnreadable(
  options: ServerOptions,
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  request.outcome = {};
  reply.header("x-request-id", request.id);
  await (options.answerAsPage(error, request, reply) ?? answerFailure(error, request, reply));
  options.log.info(
    {
      request_id: request.id,
      method: request.method,
      route: "unmatched",
      status: reply.statusCode,
      error_code: request.outcome.errorCode,
    },
    "request",
  );
  options.metrics.observeRequest(request.method, "unmatched", reply.statusCode, 0);
}

const lookAgainMs = 50;
/** A request that has not ended by then is cut off. */
const graceMs = 10_000;

/**
 * Once the server begins to close, closes each connection as soon as it is idle, and all that are
 * left after ten seconds.
 */
function closeGently(server: FastifyInstance): void {
  server.addHook("preClose", (done) => {
    const { server: http } = server;
    const sweep = setInterval(() => http.closeIdleConnections(), lookAgainMs);
    const cut = setTimeout(() => http.closeAllConnections(), graceMs);
    http.once("close", () => {
      clearInterval(sweep);
      clearTimeout(cut);
    });
    sweep.unref();
    cut.unref();
    done();
  });
}

/** A server with no routes and no port; the caller adds both. */
export function createServer(options: ServerOptions): FastifyInstance {
  const { log, proxyHops } = options;
  const server = fastify({
    loggerInstance: log as Logger & { readonly msgPrefix: string },
    logController: new LogController({ disableRequestLogging: true }),
    childLoggerFactory: (parent) => parent,
    genReqId: newRequestId,
    bodyLimit: options.bodyLimit,
    routerOptions: { maxParamLength: longestParam },
    trustProxy: proxyHops === 0 ? false : (_address: string, hop: number) => hop < proxyHops,
    requestTimeout: requestTimeoutMs,
    keepAliveTimeout: 65_000,
    return503OnClosing: false,
    http: { connectionsCheckingInterval: 1_000, headersTimeout: headersTimeoutMs },
    ajv: {
      customOptions: {
        coerceTypes: false,
        removeAdditional: false,
        useDefaults: false,
        allErrors: true,
        strict: false,
      },
    },
    clientErrorHandler: (error: Error & { readonly code?: string }, socket: Socket) => {
      if (error.code === "ERR_HTTP_REQUEST_TIMEOUT" && mayBeSlow(socket)) return;
      answerBrokenRequest(error, socket, log, newRequestId);
    },
    frameworkErrors: (error, request, reply) => {
      void answerUnreadable(options, error, request, reply);
    },
  }) as unknown as FastifyInstance;

  server.setSerializerCompiler(() => JSON.stringify);
  server.removeAllContentTypeParsers();
  server.addContentTypeParser("application/json", { parseAs: "buffer" }, (_request, body, done) => {
    try {
      done(null, parseJson(body as Buffer));
    } catch (error) {
      done(error as Error);
    }
  });
  watchRequests(server, options);
  server.setErrorHandler(
    (error, request, reply) =>
      options.answerAsPage(error, request, reply) ?? answerFailure(error, request, reply),
  );
  // An expectation that Node does not know would be answered by Node itself; here it is ignored.
  server.server.on("checkExpectation", (request, response) => {
    server.server.emit("request", request, response);
  });
  closeGently(server);
  return server;
}
