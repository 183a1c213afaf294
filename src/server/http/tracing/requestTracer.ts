// The spans of requests. Without a collector none is recorded: a request continues the trace of its
// caller, and one without a trace costs nothing.
import { createChild, type TraceContext } from "./traceContext.ts";

/** `route` is as registered, such as `/orders/:id`. */
export type EndedRequest = {
  readonly method: string;
  readonly route: string;
  readonly status: number;
  readonly requestId: string;
};

export type RequestSpan = {
  readonly context: TraceContext;
  end(request: EndedRequest): void;
};

export type RequestTracer = {
  /**
   * Starts the span of a request that was received `waitedMs` milliseconds ago; undefined if the
   * request belongs to no trace.
   */
  start(caller: TraceContext | undefined, route: string, waitedMs: number): RequestSpan | undefined;
  /** Sends the spans that were not sent yet. */
  close(): Promise<void>;
};

/** Continues the traces of callers and records nothing. */
export const passOnTraces: RequestTracer = {
  start: (caller) =>
    caller === undefined ? undefined : { context: createChild(caller), end: () => undefined },
  close: async () => undefined,
};

declare module "fastify" {
  // biome-ignore lint/style/useConsistentTypeDefinitions: only an interface merges with fastify's.
  interface FastifyRequest {
    /** Undefined if the request belongs to no trace. */
    span: RequestSpan | undefined;
  }
}
