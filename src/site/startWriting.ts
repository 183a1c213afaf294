import { PassThrough, type Writable } from "node:stream";
import type { Logger } from "pino";

/**
 * Starts writing and returns the stream to send. An error after the answer has started can only cut
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
