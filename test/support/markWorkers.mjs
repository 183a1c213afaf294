// Preloaded into a service (NODE_OPTIONS=--import): each response names its thread in `x-thread`,
// and a request with `x-end` ends the thread by an exception, by exhausting memory, or by an exit.
import { Server } from "node:http";
import { threadId } from "node:worker_threads";

const ends = {
  exception: () => {
    throw new Error("the test asked for it");
  },
  memory: () => {
    const kept = [];
    for (;;) kept.push(new Array(100_000).fill(kept.length));
  },
  exit: () => process.exit(7),
};

const emit = Server.prototype.emit;
Server.prototype.emit = function emitMarked(event, ...given) {
  if (event !== "request") return emit.call(this, event, ...given);
  const [request, response] = given;
  response.setHeader("x-thread", String(threadId));
  const end = ends[request.headers["x-end"]];
  if (end !== undefined) setImmediate(end);
  return emit.call(this, event, ...given);
};
