import "@fastify/swagger";
import fastify, { type FastifyInstance, LogController } from "fastify";
import type { Logger } from "pino";
import { metricsContentType } from "./metrics/mergeMetrics.ts";

/** Returns why the service is not ready, or null if it is ready. */
export type Readiness = () => Promise<string | null>;

/**
 * Adds `/livez` and `/readyz`. Readiness is checked for each request; 503 if the service is not
 * ready.
 */
export function registerHealth(server: FastifyInstance, readiness: Readiness): void {
  server.get("/livez", { schema: { hide: true } }, async () => ({ status: "ok" }));
  server.get("/readyz", { schema: { hide: true } }, async (_request, reply) => {
    const reason = await readiness();
    if (reason === null) return { status: "ok" };
    return reply.code(503).header("retry-after", "1").send({ status: "unavailable", reason });
  });
}

/** Creates a server for `/metrics` only, for a private port. `write` returns the page. */
export function createMetricsServer(write: () => Promise<string>, log: Logger): FastifyInstance {
  const server = fastify({
    loggerInstance: log as Logger & { readonly msgPrefix: string },
    logController: new LogController({ disableRequestLogging: true }),
  }) as unknown as FastifyInstance;
  server.get("/metrics", { schema: { hide: true } }, async (_request, reply) =>
    reply.header("content-type", metricsContentType).send(await write()),
  );
  return server;
}
