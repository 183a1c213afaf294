// Invariant: a client that still sends its body can read the response that made the rest useless.
import type { IncomingMessage } from "node:http";
import { Socket } from "node:net";

/** Most bytes that are read and dropped after the response. */
const maxRestBytes = 16 * 1024 * 1024;
const restCheckMs = 100;

/**
 * Node destroys a connection as soon as it has written its last response. With bytes of the body
 * unread, the client then gets a reset instead of the response. Here the connection is destroyed
 * when the body of `request` has arrived, or `maxRestBytes` of it; the server's time limit for a
 * request is in force until then.
 */
export function closeAfterBody(request: IncomingMessage): void {
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
