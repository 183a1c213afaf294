// A Fastify server configured for hostile clients: limits on size and time, one request id
// everywhere, one error envelope, one log line and one measurement per request.

import {
  createServer as createHttpServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerResponse,
} from "node:http";
import { Socket } from "node:net";
import fastify, {
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from "fastify";
import type { Logger } from "pino";
import { newId } from "../../db/newId.ts";
import { parseDay } from "../../kit/day.ts";
import { allErrors, Failure } from "../../kit/errors.ts";
import { answerFailure, jsonAnswerType, writeErrorBody } from "./answerFailure.ts";
import { clientAddress } from "./clientAddress.ts";
import { compressAnswers } from "./compressAnswers.ts";
import {
  atCapacity,
  findRefused,
  type RequestQueue,
  readStartWait,
  silenceCheckMs,
} from "./connections/requestQueue.ts";
import { mayBeSlow } from "./connections/slowBody.ts";
import { countHeader } from "./countHeader.ts";
import type { Metrics } from "./metrics/metrics.ts";
import { createJsonParser } from "./parseBody.ts";
import { type RequestOutcome, readCaller, readDuration, recordRequest } from "./recordRequest.ts";
import type { RequestTracer } from "./tracing/requestTracer.ts";
import { formatTraceparent } from "./tracing/traceContext.ts";

// Invariant: a client that still sends its body can read the response that made the rest useless.

/** Most bytes that are read and dropped after the response. */
const maxRestBytes = 16 * 1024 * 1024;
const restCheckMs = 100;

/**
 * Node destroys a connection as soon as it has written its last response. With bytes of the body
 * unread, the client then gets a reset instead of the response. Here the connection is destroyed
 * when the body of `request` has arrived, or `maxRestBytes` of it; the server's time limit for a
 * request is in force until then.
 */
function closeAfterBody(request: IncomingMessage): void {
  const { socket } = request;
  socket.destroySoon = () => {
    if (request.complete) return Socket.prototype.destroySoon.call(socket);
    socket.end();
    request.resume();
    const maxBytes = socket.bytesRead + maxRestBytes;
    const check = setInterval(() => {
      if (request.complete || socket.bytesRead > maxBytes) socket.destroy();
      if (socket.destroyed) clearInterval(check);
    }, restCheckMs);
  };
}

// Answers bytes that never became a request (broken HTTP, headers too large or too slow) on the
// socket itself, with the usual error envelope.

type ClientError = Error & { readonly code?: string };

function toFailure(error: ClientError): Failure {
  switch (error.code) {
    case "ERR_HTTP_REQUEST_TIMEOUT":
      return new Failure("REQUEST_TIMEOUT");
    case "HPE_HEADER_OVERFLOW":
      return new Failure("HEADERS_TOO_LARGE");
    default:
      return new Failure("VALIDATION_FAILED", { message: "The request is not valid HTTP." });
  }
}

const reasons: Readonly<Record<number, string>> = {
  400: "Bad Request",
  408: "Request Timeout",
  431: "Request Header Fields Too Large",
};

/** Where Node stores the current response of a socket. */
type AnsweringSocket = Socket & { readonly _httpMessage?: ServerResponse | null };

/** Finds the unfinished response to a complete request that arrived before the broken one. */
function findPendingResponse(socket: AnsweringSocket): ServerResponse | undefined {
  const answer = socket._httpMessage ?? undefined;
  return answer?.req.complete === true && !answer.writableFinished ? answer : undefined;
}

/**
 * Answers a client error and closes its socket. If an earlier request on the socket is still being
 * answered, the socket closes after that answer instead.
 */
function answerBrokenRequest(
  error: ClientError,
  socket: Socket,
  log: Logger,
  newRequestId: () => string,
): void {
  if (error.code === "ECONNRESET" || !socket.writable) {
    socket.destroy();
    return;
  }
  const pending = findPendingResponse(socket);
  if (pending !== undefined) {
    // Nothing more is read: bytes that keep arriving would make an unread answer look active.
    socket.pause();
    pending.once("finish", () => socket.end());
    return;
  }
  const failure = toFailure(error);
  const { status } = allErrors[failure.code];
  const requestId = newRequestId();
  const body = writeErrorBody(failure, requestId);
  log.info({ request_id: requestId, status, error_code: failure.code }, "broken request");
  socket.end(
    `HTTP/1.1 ${status} ${reasons[status]}\r\nContent-Type: ${jsonAnswerType}\r\n` +
      `Content-Length: ${Buffer.byteLength(body)}\r\nX-Request-Id: ${requestId}\r\n` +
      `Connection: close\r\n\r\n${body}`,
  );
}

declare module "fastify" {
  // biome-ignore lint/style/useConsistentTypeDefinitions: only an interface merges with fastify's.
  interface FastifyRequest {
    outcome: RequestOutcome;
    /** When the request was received, by the server's clock. It may have started later. */
    receivedAt: Date;
    /** Empty if the client has reset its connection, where Fastify's `ip` is undefined. */
    clientAddress: string;
  }
  // biome-ignore lint/style/useConsistentTypeDefinitions: only an interface merges with fastify's.
  interface FastifyInstance {
    readonly requestQueue: RequestQueue;
  }
}

export type ServerOptions = {
  readonly log: Logger;
  readonly clock: () => Date;
  readonly metrics: Metrics;
  readonly tracer: RequestTracer;
  readonly requestQueue: RequestQueue;
  /** Answers a request that must be refused, if that is cheaper; false if it must be handled. */
  readonly refuse: (request: IncomingMessage, response: ServerResponse) => boolean;
  /** Maximum size of a body, in bytes. */
  readonly bodyLimit: number;
  /** The address that people and systems use; if it is https, browsers shall use nothing else. */
  readonly publicUrl: string;
  /** Number of proxies that set X-Forwarded-For; 0 ignores the header, which anyone can set. */
  readonly proxyHops: number;
  /**
   * Lists the methods of an address, for 405 and its Allow header; empty if there is no such
   * address.
   */
  readonly allowedMethods: (path: string) => readonly string[];
  /** Sends an error as a page if a browser requested one; otherwise returns undefined. */
  readonly answerAsPage: (
    error: unknown,
    request: FastifyRequest,
    reply: FastifyReply,
  ) => Promise<FastifyReply> | undefined;
};

/** Connections with slower headers or requests are closed; checked every second. */
const headersTimeoutMs = 5_000;
const requestTimeoutMs = 10_000;
const keepAliveMs = 65_000;
/** More are closed when they open: all may wait, and be refused within a second. */
const maxConnections = 4_096;

/** Maximum length of a decoded path parameter: a part number of 100 characters has 200 units. */
const maxParamLength = 200;

export function newRequestId(): string {
  return `req_${newId().replaceAll("-", "")}`;
}

function rejectUnknown(
  options: ServerOptions,
  request: FastifyRequest,
  reply: FastifyReply,
): never {
  const methods = options.allowedMethods(request.url.split("?", 1)[0] ?? "");
  if (methods.length === 0) throw new Failure("NOT_FOUND");
  const allowed = methods.join(", ");
  reply.header("allow", allowed);
  throw new Failure("METHOD_NOT_ALLOWED", {
    message: `${request.method} is not allowed at this address. Allowed: ${allowed}.`,
  });
}

/** For one year. Other services on subdomains are not for this service to decide. */
const strictTransport = "max-age=31536000";

/**
 * The headers of every answer, besides its request id. Prices of an account are in no cache, unless
 * a route says so.
 */
export function listCommonHeaders(publicUrl: string): Record<string, string> {
  return {
    "x-content-type-options": "nosniff",
    "cache-control": "no-store",
    ...(publicUrl.startsWith("https:") ? { "strict-transport-security": strictTransport } : {}),
  };
}

/**
 * Throws VALIDATION_FAILED, and closes the connection, if Host is missing or repeated: two servers
 * could disagree for which site such a request is. HTTP/1.0 does not require Host.
 */
function checkHost(request: FastifyRequest, reply: FastifyReply): void {
  const count = countHeader(request.raw, "host");
  if (count === 1 || (count === 0 && request.raw.httpVersion === "1.0")) return;
  reply.header("connection", "close");
  throw new Failure("VALIDATION_FAILED", {
    message:
      count === 0
        ? "The Host header is missing. Send the host name of this service once."
        : "The Host header is repeated. Send the host name of this service once.",
  });
}

function readRoute({ routeOptions }: FastifyRequest): string {
  return routeOptions.url ?? "unmatched";
}

function observeRequests(server: FastifyInstance, options: ServerOptions): void {
  const common = listCommonHeaders(options.publicUrl);
  server.decorateRequest("outcome");
  server.decorateRequest("receivedAt");
  server.decorateRequest("clientAddress");
  server.decorateRequest("span");
  server.addHook("onRequest", (request, reply, done) => {
    request.outcome = {};
    request.receivedAt = new Date(options.clock().getTime() - readStartWait(request.raw));
    request.clientAddress = clientAddress(request.raw, options.proxyHops);
    reply.header("x-request-id", request.id).headers(common);
    request.span = options.tracer.start(
      readCaller(request.headers),
      readRoute(request),
      readStartWait(request.raw),
    );
    if (request.span !== undefined) {
      reply.header("traceparent", formatTraceparent(request.span.context));
    }
    checkHost(request, reply);
    const refused = findRefused(request.raw);
    if (refused !== undefined) {
      Object.assign(request.outcome, refused.owner);
      throw atCapacity;
    }
    if (request.is404) rejectUnknown(options, request, reply);
    done();
  });
  server.addHook("onResponse", (request, reply, done) => {
    recordRequest(options, {
      requestId: request.id,
      method: request.method,
      route: readRoute(request),
      status: reply.statusCode,
      durationMs: readDuration(request, reply),
      outcome: request.outcome,
      span: request.span,
    });
    done();
  });
}

async function answerUnreadable(
  options: ServerOptions,
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  request.outcome = {};
  reply.header("x-request-id", request.id).headers(listCommonHeaders(options.publicUrl));
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

const idleCheckMs = 50;
const maxDrainMs = 10_000;

/**
 * When the server closes, closes each connection as soon as it is idle, and the remaining ones
 * after ten seconds.
 */
function drainConnections(server: FastifyInstance): void {
  server.addHook("preClose", (done) => {
    const { server: http } = server;
    const sweep = setInterval(() => http.closeIdleConnections(), idleCheckMs);
    const cut = setTimeout(() => http.closeAllConnections(), maxDrainMs);
    http.once("close", () => {
      clearInterval(sweep);
      clearTimeout(cut);
    });
    sweep.unref();
    cut.unref();
    done();
  });
}

/** Creates Node's server with the limits on time and one request per connection at a time. */
function createNodeServer(
  { requestQueue, refuse }: ServerOptions,
  handler: RequestListener,
): Server {
  const server = createHttpServer(
    {
      connectionsCheckingInterval: 1_000,
      headersTimeout: headersTimeoutMs,
      requestTimeout: requestTimeoutMs,
      keepAliveTimeout: keepAliveMs,
      // Node's own answer to a missing Host would not have the error envelope.
      requireHostHeader: false,
    },
    requestQueue.serialize((request, response) => {
      closeAfterBody(request);
      if (!refuse(request, response)) handler(request, response);
    }),
  );
  server.setTimeout(silenceCheckMs, requestQueue.checkSilent);
  server.maxConnections = maxConnections;
  return server;
}

export function createServer(options: ServerOptions): FastifyInstance {
  const { log, requestQueue, bodyLimit } = options;
  const server = fastify({
    loggerInstance: log as Logger & { readonly msgPrefix: string },
    logController: new LogController({ disableRequestLogging: true }),
    childLoggerFactory: (parent) => parent,
    genReqId: newRequestId,
    bodyLimit,
    routerOptions: { maxParamLength },
    return503OnClosing: false,
    serverFactory: (handler) => createNodeServer(options, handler),
    ajv: {
      customOptions: {
        coerceTypes: false,
        removeAdditional: false,
        useDefaults: false,
        allErrors: true,
        strict: false,
      },
      onCreate: (ajv) => ajv.addFormat("date", (text) => parseDay(text) !== undefined),
    },
    clientErrorHandler: (error: Error & { readonly code?: string }, socket: Socket) => {
      if (error.code === "ERR_HTTP_REQUEST_TIMEOUT" && mayBeSlow(socket)) return;
      answerBrokenRequest(error, socket, log, newRequestId);
    },
    frameworkErrors: (error, request, reply) => {
      answerUnreadable(options, error, request, reply).catch((err: unknown) =>
        log.error({ request_id: request.id, err }, "request failed"),
      );
    },
  }) as unknown as FastifyInstance;

  server.setSerializerCompiler(() => JSON.stringify);
  server.removeAllContentTypeParsers();
  server.decorate("requestQueue", requestQueue);
  const parseJsonBody = createJsonParser(requestQueue, bodyLimit);
  server.addContentTypeParser("application/json", { parseAs: "buffer" }, parseJsonBody);
  observeRequests(server, options);
  compressAnswers(server);
  server.setErrorHandler(
    (error, request, reply) =>
      options.answerAsPage(error, request, reply) ?? answerFailure(error, request, reply),
  );
  // Node would answer an unknown Expect header itself; here it is ignored.
  server.server.on("checkExpectation", (request, response) => {
    server.server.emit("request", request, response);
  });
  drainConnections(server);
  return server;
}
