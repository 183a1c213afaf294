// Ending a server so that requests in flight finish, and idle or endless connections do not keep
// it.
import type { FastifyInstance } from "fastify";

const lookAgainMs = 50;
/** A request that has not ended by then is cut off. */
const graceMs = 10_000;

/**
 * Once the server begins to close, closes each connection as soon as it is idle, and all that are
 * left after ten seconds.
 */
export function closeGently(server: FastifyInstance): void {
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
