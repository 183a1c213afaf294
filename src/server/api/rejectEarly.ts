// Rejects requests to a full node before the framework handles them: with thousands per second,
// each must cost little (decision 278). Invariant: responses, log lines and measurements are those
// of the normal way, which every other request takes.
import type { IncomingMessage } from "node:http";
import type { Caller } from "../../accounts/account.ts";
import { apiPrefixes } from "../../kit/contract/limits.ts";
import { allErrors } from "../../kit/errors.ts";
import { toRequestError } from "../../requests/requestError.ts";
import { jsonAnswerType, writeErrorBody } from "../http/answerFailure.ts";
import { clientAddress } from "../http/clientAddress.ts";
import { readStartWait } from "../http/connections/requestQueue.ts";
import { countHeader } from "../http/countHeader.ts";
import { listCommonHeaders, newRequestId, type ServerOptions } from "../http/createServer.ts";
import { type FinishedRequest, readCaller } from "../http/recordRequest.ts";
import type { RequestTracer } from "../http/tracing/requestTracer.ts";
import { formatTraceparent } from "../http/tracing/traceContext.ts";
import type { Admissions } from "./admission.ts";
import type { ApiContext } from "./apiContext.ts";

type RejectionOptions = {
  readonly tracer: RequestTracer;
  readonly publicUrl: string;
  readonly proxyHops: number;
  /** Counts and logs a request. */
  readonly recordRequest: (request: FinishedRequest) => void;
};

/** Finds the caller of a request with a valid key. */
function findCaller(
  { authenticator }: ApiContext,
  request: IncomingMessage,
  { resource, proxyHops }: { readonly resource: keyof Admissions; readonly proxyHops: number },
  now: Date,
): Caller | undefined {
  if (countHeader(request, "authorization") !== 1 || countHeader(request, "host") !== 1) {
    return undefined;
  }
  const { headers, socket } = request;
  const address = clientAddress(request, proxyHops);
  return authenticator.find(
    { authorization: headers.authorization, address, socket },
    now,
    resource,
  );
}

/** Creates the check that rejects lookups and orders of a full node. */
export function createEarlyRejection(
  context: ApiContext,
  admissions: Admissions,
  { tracer, publicUrl, proxyHops, recordRequest }: RejectionOptions,
): ServerOptions["rejectEarly"] {
  const { scheduler, clock, requestLog } = context;
  const common = listCommonHeaders(publicUrl);
  const resourceOf = new Map<string, keyof Admissions>(
    apiPrefixes.flatMap((prefix) => [
      [`${prefix}/catalog`, "catalog"],
      [`${prefix}/orders`, "orders"],
    ]),
  );
  return (request, response) => {
    if (!scheduler.hasWaiting() || request.method !== "POST") return false;
    const { method, url: route = "" } = request;
    const resource = resourceOf.get(route);
    if (resource === undefined) return false;
    const waitedMs = readStartWait(request);
    const receivedMs = performance.now() - waitedMs;
    const now = clock();
    const caller = findCaller(context, request, { resource, proxyHops }, now);
    const noRoom = caller && scheduler.findRejection(caller);
    if (caller === undefined || noRoom === undefined) return false;
    const requestId = newRequestId();
    const headers: Record<string, string> = { "x-request-id": requestId, ...common };
    const span = tracer.start(readCaller(request.headers), route, waitedMs);
    if (span !== undefined) headers["traceparent"] = formatTraceparent(span.context);
    const failure = admissions[resource].takeRate(caller.keyId, now, headers) ?? noRoom;
    const { status } = allErrors[failure.code];
    const body = writeErrorBody(failure, requestId);
    headers["retry-after"] = String(failure.retryAfterS);
    headers["content-type"] = jsonAnswerType;
    headers["content-length"] = String(Buffer.byteLength(body));
    response.writeHead(status, headers).end(body);
    const durationMs = performance.now() - receivedMs;
    const outcome = { ...caller, errorCode: failure.code };
    recordRequest({ requestId, method, route, status, durationMs, outcome, span });
    requestLog?.record({
      ...caller,
      ...toRequestError(failure),
      requestId,
      method,
      route,
      status,
      errorCode: failure.code,
      durationMs: Math.round(durationMs * 10) / 10,
    });
    return true;
  };
}
