// A file that is written while it is sent.
import { PassThrough, type Writable } from "node:stream";
import type { Logger } from "pino";

/**
 * Begins to write and returns what is sent. What goes wrong once the answer has begun can only cut
 * it off; the log says why.
 */
export function startWriting(
  { log }: { readonly log: Logger },
  visit: { readonly requestId: string },
  write: (target: Writable) => Promise<void>,
): PassThrough {
  const target = new PassThrough();
  write(target).catch((error: unknown) => {
    if (!target.destroyed) log.error({ request_id: visit.requestId, err: error }, "file failed");
    target.destroy();
  });
  return target;
}
