// Sends a span per request to an OpenTelemetry collector, by OTLP over HTTP. Its packages are
// loaded only where they are used.
import type { Attributes } from "@opentelemetry/api";
import type { Logger } from "pino";
import { type EndedRequest, passOnTraces, type RequestTracer } from "./requestTracer.ts";

export type SpanExport = {
  /** The collector's address without `/v1/traces`. */
  readonly endpoint: string;
  readonly version: string;
  readonly log: Logger;
};

/** A stop must not wait for a collector that does not answer. */
const exportTimeoutMs = 1_000;
const unrecordedRoutes: ReadonlySet<string> = new Set(["/livez", "/readyz", "/metrics"]);

/** No path: it can have part numbers, and links that work once. */
function describeRequest({ method, route, status, requestId }: EndedRequest): Attributes {
  return {
    "http.request.method": method,
    "http.route": route,
    "http.response.status_code": status,
    "partsdesk.request_id": requestId,
    ...(status < 500 ? {} : { "error.type": String(status) }),
  };
}

/**
 * Records every request except health checks and what a caller does not record. Failures to send
 * spans are logged; requests never wait for the collector.
 */
export async function openSpanExport(options: SpanExport): Promise<RequestTracer> {
  const { endpoint, version, log } = options;
  const [api, sdk, { resourceFromAttributes }, { OTLPTraceExporter }] = await Promise.all([
    import("@opentelemetry/api"),
    import("@opentelemetry/sdk-trace"),
    import("@opentelemetry/resources"),
    import("@opentelemetry/exporter-trace-otlp-http"),
  ]);
  const warn = (message: string): void => log.warn({ message }, "traces");
  const quiet = { info: () => undefined, debug: () => undefined, verbose: () => undefined };
  const logLevel = api.DiagLogLevel.WARN;
  const how = { logLevel, suppressOverrideMessage: true };
  api.diag.setLogger({ error: warn, warn, ...quiet }, how);

  const exporter = new OTLPTraceExporter({
    url: `${endpoint}/v1/traces`,
    timeoutMillis: exportTimeoutMs,
  });
  const batches = new sdk.BatchSpanProcessor({ exporter, exportTimeoutMillis: exportTimeoutMs });
  const provider = new sdk.TracerProvider({
    resource: resourceFromAttributes({ "service.name": "partsdesk", "service.version": version }),
    sampler: new sdk.ParentBasedSampler({ root: new sdk.AlwaysOnSampler() }),
    spanProcessors: [batches],
  });
  const tracer = provider.getTracer("partsdesk", version);
  return {
    start(caller, route, waitedMs) {
      if (unrecordedRoutes.has(route)) return passOnTraces.start(caller, route, waitedMs);
      const { ROOT_CONTEXT, SpanKind, SpanStatusCode, trace } = api;
      const { traceId = "", spanId = "", flags = 0 } = caller ?? {};
      const parent =
        caller === undefined
          ? ROOT_CONTEXT
          : trace.setSpanContext(ROOT_CONTEXT, {
              traceId,
              spanId,
              traceFlags: flags,
              isRemote: true,
            });
      const startTime = waitedMs > 0 ? { startTime: performance.now() - waitedMs } : {};
      const span = tracer.startSpan(route, { kind: SpanKind.SERVER, ...startTime }, parent);
      const own = span.spanContext();
      return {
        context: { traceId: own.traceId, spanId: own.spanId, flags: own.traceFlags },
        end(request) {
          span.updateName(`${request.method} ${request.route}`);
          span.setAttributes(describeRequest(request));
          if (request.status >= 500) span.setStatus({ code: SpanStatusCode.ERROR });
          span.end();
        },
      };
    },
    close: () => provider.shutdown().catch((err: unknown) => log.warn({ err }, "traces")),
  };
}
