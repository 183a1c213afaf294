// A second, private port with nothing but the metrics on it.
import fastify, { type FastifyInstance, LogController } from "fastify";
import type { Logger } from "pino";
import type { Metrics } from "./metrics.ts";
import { registerMetrics } from "./registerHealth.ts";

/** A server that answers `/metrics` alone; it does not listen yet. */
export function createMetricsServer(metrics: Metrics, log: Logger): FastifyInstance {
  const server = fastify({
    loggerInstance: log as Logger & { readonly msgPrefix: string },
    logController: new LogController({ disableRequestLogging: true }),
  }) as unknown as FastifyInstance;
  registerMetrics(server, metrics);
  return server;
}
