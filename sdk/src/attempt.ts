// One request and its response.
import type { AttemptFailure } from "./orderingError.ts";
import { readRequestId, readRetryAfterS } from "./responseMetadata.ts";
import type { ErrorAnswer } from "./wireTypes.ts";

/** A request as every attempt sends it. */
export type PreparedRequest = {
  readonly url: string;
  readonly method: "GET" | "POST";
  readonly headers: Headers;
  readonly body: string | null;
};

export type Outcome =
  | { readonly response: Response; readonly answer: { readonly success: true } }
  | { readonly failure: AttemptFailure };

/** Statuses with which the same request may succeed later, as in the table of the API's docs. */
const temporaryStatuses: ReadonlySet<number> = new Set([408, 409, 429, 500, 502, 503, 504]);
/** A quote that has ended does not come back. */
const isEndedQuote = (code: string) => code.startsWith("QUOTE_");
/** The longest time of a timer. */
const maxTimerMs = 2 ** 31 - 1;

function parseAnswer(text: string): { readonly success: true } | Partial<ErrorAnswer> | undefined {
  try {
    return JSON.parse(text) ?? undefined;
  } catch {
    // Not JSON: not from the API.
    return undefined;
  }
}

function readOutcome(response: Response, text: string): Outcome {
  const { status, headers } = response;
  const answer = parseAnswer(text);
  if (response.ok && answer?.success === true) return { response, answer };
  const isTemporary = temporaryStatuses.has(status);
  const retryAfterS = readRetryAfterS(headers, Date.now());
  if (answer?.success === false && typeof answer.error?.code === "string") {
    const { code, message, request_id: requestId } = answer.error;
    const details = "details" in answer.error ? answer.error.details : undefined;
    return {
      failure: {
        code,
        message,
        isTemporary: isTemporary && !isEndedQuote(code),
        isLost: false,
        status,
        requestId,
        details,
        retryAfterS,
      },
    };
  }
  const location = headers.get("location");
  const message =
    `The response with status ${status} is not from the partsdesk API` +
    `${location === null ? "" : `, but redirects to ${location}`}. Check baseUrl.`;
  const code = "UNREADABLE_ANSWER";
  const isLost = response.ok || status >= 500;
  const requestId = readRequestId(headers);
  return { failure: { code, message, isTemporary, isLost, status, requestId, retryAfterS } };
}

/** Why the call was aborted before or during an attempt. */
export function describeAbort({ reason }: AbortSignal): AttemptFailure {
  const message = "The call was aborted by its signal.";
  return { code: "ABORTED", message, isTemporary: false, isLost: true, cause: reason };
}

/**
 * Sends a request once, for at most `ms`. Redirects are not followed: they would turn an order into
 * a lookup of orders.
 */
export async function sendOnce(
  fetch: typeof globalThis.fetch,
  { url, ...request }: PreparedRequest,
  ms: number,
  signal: AbortSignal | undefined,
): Promise<Outcome> {
  const limit = new AbortController();
  const abort = () => limit.abort();
  const timer = setTimeout(abort, Math.min(ms, maxTimerMs));
  signal?.addEventListener("abort", abort);
  try {
    const response = await fetch(url, { ...request, redirect: "manual", signal: limit.signal });
    return readOutcome(response, await response.text());
  } catch (cause) {
    if (signal?.aborted) return { failure: describeAbort(signal) };
    if (limit.signal.aborted) {
      const message = `No response within ${Math.round(ms)} milliseconds.`;
      return { failure: { code: "TIMEOUT", message, isTemporary: true, isLost: true, cause } };
    }
    // Node's fetch fails with a TypeError whose cause is the reason.
    const reason = cause instanceof Error && cause.cause !== undefined ? cause.cause : cause;
    const message = `The service was not reached, or the connection was lost: ${reason}`;
    return { failure: { code: "NETWORK_ERROR", message, isTemporary: true, isLost: true, cause } };
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener("abort", abort);
  }
}
