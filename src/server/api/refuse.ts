// Refuses lookups and orders that waited too long without the framework: thousands per second must
// cost little (decision 278). Invariant: the answer, log line and measurement are those of any other.
import type { IncomingMessage, ServerResponse } from "node:http";
import type { Caller } from "../../accounts/account.ts";
import { apiPrefixes } from "../../kit/contract/limits.ts";
import { allErrors } from "../../kit/errors.ts";
import { toRequestError } from "../../requests/requestError.ts";
import type { RequestLog } from "../../requests/requestLog.ts";
import { jsonAnswerType, writeErrorBody } from "../http/answerFailure.ts";
import { atCapacity, findRefused, readStartWait } from "../http/connections/requestQueue.ts";
import { listCommonHeaders, newRequestId, type ServerOptions } from "../http/createServer.ts";
import { type FinishedRequest, readCaller } from "../http/recordRequest.ts";
import type { RequestTracer } from "../http/tracing/requestTracer.ts";
import { formatTraceparent } from "../http/tracing/traceContext.ts";

type RefusalOptions = {
  readonly tracer: RequestTracer;
  readonly publicUrl: string;
  readonly requestLog: RequestLog | null;
  /** Counts and logs a request. */
  readonly recordRequest: (request: FinishedRequest) => void;
};

const routes = new Set(apiPrefixes.flatMap((prefix) => [`${prefix}/catalog`, `${prefix}/orders`]));

export function createRefusal(options: RefusalOptions): ServerOptions["refuse"] {
  const { tracer, publicUrl, requestLog, recordRequest } = options;
  const common = listCommonHeaders(publicUrl);
  const { status } = allErrors[atCapacity.code];
  return (request: IncomingMessage, response: ServerResponse) => {
    const { method = "", url: route = "" } = request;
    const owner = findRefused(request)?.owner as Caller | undefined;
    if (owner === undefined || method !== "POST" || !routes.has(route)) return false;
    const requestId = newRequestId();
    const body = writeErrorBody(atCapacity, requestId);
    const waitedMs = readStartWait(request);
    const span = tracer.start(readCaller(request.headers), route, waitedMs);
    response
      .writeHead(status, {
        "x-request-id": requestId,
        ...common,
        ...(span && { traceparent: formatTraceparent(span.context) }),
        "retry-after": String(atCapacity.retryAfterS),
        "content-type": jsonAnswerType,
        "content-length": String(Buffer.byteLength(body)),
      })
      .end(body);
    const known = { requestId, method, route, status };
    const outcome = { ...owner, errorCode: atCapacity.code };
    recordRequest({ ...known, durationMs: waitedMs, outcome, span });
    requestLog?.record({
      ...owner,
      ...toRequestError(atCapacity),
      ...known,
      errorCode: atCapacity.code,
      durationMs: Math.round(waitedMs * 10) / 10,
    });
    return true;
  };
}
