// Invariant: retries are safe. Lookups change nothing, and all attempts to create something have the
// same Idempotency-Key.
import { describeAbort, type Outcome, type PreparedRequest, sendOnce } from "./attempt.ts";
import type { CallOptions, ClientOptions, WithResponse } from "./clientTypes.ts";
import { type AttemptFailure, OrderingError } from "./orderingError.ts";
import { readMetadata } from "./responseMetadata.ts";
import { chooseDelayMs, sleep } from "./retryDelay.ts";
import { version } from "./version.ts";

/** A request of the API. What creates something has a key, so that it can be repeated. */
export type ApiRequest =
  | { readonly method: "GET"; readonly path: string }
  | { readonly method: "POST"; readonly path: "/catalog"; readonly body: unknown }
  | {
      readonly method: "POST";
      readonly path: string;
      readonly body: unknown;
      readonly idempotencyKey: string;
    };

const prefix = "/public/api/v1/b2b";
const anyPrefix = /(\/public\/api\/v1\/b2b|\/api\/b2b)?\/*$/;

function prepareRequest(options: ClientOptions, request: ApiRequest): PreparedRequest {
  const headers = new Headers({
    authorization: `Bearer ${options.apiKey}`,
    "user-agent": `partsdesk-client/${version}`,
  });
  if ("idempotencyKey" in request) headers.set("idempotency-key", request.idempotencyKey);
  if (request.method === "POST") headers.set("content-type", "application/json");
  return {
    url: options.baseUrl.replace(anyPrefix, "") + prefix + request.path,
    method: request.method,
    headers,
    body: request.method === "POST" ? JSON.stringify(request.body) : null,
  };
}

const advice =
  " The service may have done it: to know, send it again with the idempotencyKey of this error.";

function toError(
  failure: AttemptFailure,
  attempts: number,
  request: ApiRequest,
  isLost: boolean,
): OrderingError {
  if (!("idempotencyKey" in request)) return new OrderingError(failure, attempts, undefined);
  // A refusal follows the check of the key, so no earlier attempt has done it.
  const isUnknown = isLost && failure.status !== 422 && !failure.code.startsWith("QUOTE_");
  const message = isUnknown ? failure.message + advice : failure.message;
  return new OrderingError({ ...failure, message }, attempts, request.idempotencyKey);
}

/** Sends a request until it succeeds, cannot succeed, or a limit of the options is reached. */
export async function sendRequest<Answer>(
  client: ClientOptions,
  request: ApiRequest,
  options: CallOptions,
): Promise<WithResponse<Answer>> {
  const { signal } = options;
  const timeoutMs = options.timeoutMs ?? client.timeoutMs ?? 10_000;
  const totalTimeoutMs = options.totalTimeoutMs ?? client.totalTimeoutMs ?? 90_000;
  const maxAttempts = options.maxAttempts ?? client.maxAttempts ?? 4;
  const { retryDelayMs = 1_000, fetch = globalThis.fetch } = client;
  const prepared = prepareRequest(client, request);
  const endMs = performance.now() + totalTimeoutMs;
  let isLost = false;
  for (let attempts = 1; ; attempts += 1) {
    if (signal?.aborted) throw toError(describeAbort(signal), attempts - 1, request, isLost);
    const ms = Math.min(timeoutMs, endMs - performance.now());
    const outcome: Outcome = await sendOnce(fetch, prepared, ms, signal);
    if ("answer" in outcome) {
      const response = readMetadata(outcome.response, attempts);
      return { ...(outcome.answer as Answer), response };
    }
    const { failure } = outcome;
    isLost ||= failure.isLost;
    const delayMs = chooseDelayMs(attempts, retryDelayMs, failure.retryAfterS, Math.random());
    const isLast = attempts >= maxAttempts || performance.now() + delayMs >= endMs;
    if (isLast || !failure.isTemporary) throw toError(failure, attempts, request, isLost);
    // An error of the service can mean that it does not know either, and only the last is reported.
    isLost ||= (failure.status ?? 0) >= 500;
    await sleep(delayMs, signal);
  }
}
