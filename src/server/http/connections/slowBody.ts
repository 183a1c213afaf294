// A request normally has ten seconds to arrive. The upload of a large file by a signed-in person
// may take longer while bytes keep arriving. Invariant: no other request gets more time.
import type { Socket } from "node:net";
import type { FastifyRequest } from "fastify";

const maxSilenceMs = 30_000;
const maxDurationMs = 2 * 3_600_000;

const slowSockets = new WeakSet<Socket>();

/** True while a body on this socket may arrive slowly. */
export function mayBeSlow(socket: Socket): boolean {
  return slowSockets.has(socket);
}

/** Maximum time without bytes, and in total. */
type SlowBodyLimits = { readonly maxSilenceMs: number; readonly maxDurationMs: number };

/**
 * Receives a body with `receive` without the server's time limit. Closes the connection if nothing
 * arrives for between one and two times `maxSilenceMs`, or after `maxDurationMs`.
 */
export async function allowSlowBody<T>(
  { raw: { socket } }: Pick<FastifyRequest, "raw">,
  receive: () => Promise<T>,
  limits: SlowBodyLimits = { maxSilenceMs, maxDurationMs },
): Promise<T> {
  slowSockets.add(socket);
  const close = (): void => void socket.destroy();
  let received = socket.bytesRead;
  const silence = setInterval(() => {
    if (socket.bytesRead === received) close();
    received = socket.bytesRead;
  }, limits.maxSilenceMs);
  const duration = setTimeout(close, limits.maxDurationMs);
  try {
    return await receive();
  } finally {
    clearInterval(silence);
    clearTimeout(duration);
    slowSockets.delete(socket);
  }
}
