// Bodies that may come slowly. A request has ten seconds to arrive, by the server's own clock. One
// that an admitted visitor sends as a large file has as long as its bytes keep coming.
// Invariant: no other request of the connection, or of the server, is given more time.
import type { Socket } from "node:net";
import type { FastifyRequest } from "fastify";

/** Bytes must come within this time, and all of them within the other. */
const silentMs = 30_000;
const longestMs = 2 * 3_600_000;

const patient = new WeakSet<Socket>();

/** Whether the body that comes on a socket may come slowly. */
export function mayBeSlow(socket: Socket): boolean {
  return patient.has(socket);
}

/** How long a body may be silent, and how long it may take in all. */
export type SlowBodyLimits = { readonly silentMs: number; readonly longestMs: number };

/**
 * Takes a body by `take` without the server's limit of time; the connection is cut where nothing
 * comes for half a minute, a minute at most, or after two hours.
 */
export async function allowSlowBody<T>(
  { raw: { socket } }: Pick<FastifyRequest, "raw">,
  take: () => Promise<T>,
  limits: SlowBodyLimits = { silentMs, longestMs },
): Promise<T> {
  patient.add(socket);
  const cut = (): void => void socket.destroy();
  let heard = socket.bytesRead;
  const silent = setInterval(() => {
    if (socket.bytesRead === heard) cut();
    heard = socket.bytesRead;
  }, limits.silentMs);
  const longest = setTimeout(cut, limits.longestMs);
  try {
    return await take();
  } finally {
    clearInterval(silent);
    clearTimeout(longest);
    patient.delete(socket);
  }
}
