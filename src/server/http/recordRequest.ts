// What is recorded of each request when it ends: a measurement, a span and a log line.
import type { IncomingHttpHeaders } from "node:http";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { Logger } from "pino";
import type { Failure } from "../../kit/errors.ts";
import { readStartWait } from "./connections/requestQueue.ts";
import type { Metrics } from "./metrics/metrics.ts";
import type { RequestSpan } from "./tracing/requestTracer.ts";
import { parseTraceparent, type TraceContext } from "./tracing/traceContext.ts";

/** What handlers add to the log line of a request. */
export type RequestOutcome = {
  accountId?: string;
  keyId?: string;
  errorCode?: string;
  /** The error that the API sent; not part of the log line. */
  failure?: Failure;
  /** Additional log fields of one interface. */
  extra?: Record<string, string | number>;
};

export type FinishedRequest = {
  readonly requestId: string;
  readonly method: string;
  readonly route: string;
  readonly status: number;
  readonly durationMs: number;
  readonly outcome: RequestOutcome;
  readonly span: RequestSpan | undefined;
};

/** The span of the caller. */
export function readCaller(headers: IncomingHttpHeaders): TraceContext | undefined {
  const header = headers["traceparent"];
  return typeof header === "string" ? parseTraceparent(header) : undefined;
}

/** Milliseconds from when a request was received. */
export function readDuration({ raw }: FastifyRequest, { elapsedTime }: FastifyReply): number {
  return readStartWait(raw) + elapsedTime;
}

/** Measures a request, ends its span and writes its log line. */
export function recordRequest(
  { log, metrics }: { readonly log: Logger; readonly metrics: Metrics },
  { requestId, method, route, status, durationMs, outcome, span }: FinishedRequest,
): void {
  span?.end({ method, route, status, requestId });
  metrics.observeRequest(method, route, status, durationMs / 1000);
  log.info(
    {
      request_id: requestId,
      ...(span && { trace_id: span.context.traceId, span_id: span.context.spanId }),
      account_id: outcome.accountId,
      key_id: outcome.keyId,
      method,
      route,
      status,
      duration_ms: Math.round(durationMs * 10) / 10,
      error_code: outcome.errorCode,
      ...outcome.extra,
    },
    "request",
  );
}
