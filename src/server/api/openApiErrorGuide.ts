// When each error occurs and what to do, for the OpenAPI document, the reference page and
// docs/errors.md. Code, status and message are in the catalogue.
import { type ApiErrorCode, type ErrorEntry, errorCatalogue } from "../../kit/errors.ts";

type Advice = { readonly when: string; readonly remedy: string };

const advice: Readonly<Record<ApiErrorCode, Advice>> = {
  NOT_FOUND: {
    when: "The address is not part of the API, or this account has no such order or quote request.",
    remedy: "Check the path and its id. The same request will never succeed.",
  },
  METHOD_NOT_ALLOWED: {
    when: "The address exists but does not support this method.",
    remedy: "Use one of the methods in the `Allow` header.",
  },
  INVALID_API_KEY: {
    when: "The `Authorization` header is missing or malformed, or its key is unknown.",
    remedy: "Send `Authorization: Bearer <API_KEY>` with the key exactly as it was delivered.",
  },
  KEY_REVOKED: {
    when: "The key was revoked or replaced, or has expired.",
    remedy: "Use the replacement key, or request a new one from the contact address.",
  },
  ACCOUNT_SUSPENDED: {
    when: "The key is valid, but its account is suspended.",
    remedy: "Contact the distributor.",
  },
  RATE_LIMITED: {
    when: "The key exceeded its requests per minute, or your address sent too many wrong keys.",
    remedy: "Wait for the number of seconds in `Retry-After`, then send requests more slowly.",
  },
  REQUEST_TIMEOUT: {
    when: "The headers took more than 5 seconds to arrive, or the whole request more than 10.",
    remedy: "Send the request again. Nothing was changed.",
  },
  HEADERS_TOO_LARGE: {
    when: "The headers have more than 16 KiB in total.",
    remedy: "Send fewer or shorter headers.",
  },
  PAYLOAD_TOO_LARGE: {
    when: "The body has more than 262,144 bytes, as sent or decompressed.",
    remedy: "Split the lookup or the order.",
  },
  UNSUPPORTED_ENCODING: {
    when: "`Content-Encoding` is neither `gzip` nor `identity`.",
    remedy: "Compress the body with gzip, or send it as it is without `Content-Encoding`.",
  },
  VALIDATION_FAILED: {
    when:
      "The body is not JSON; a field or header is missing, has the wrong type or is out of " +
      "range; or there are too many entries (`details` then has `count` and `limit`).",
    remedy:
      "Correct the faults in `details`: `path` is the place, `code` and `message` the reason.",
  },
  IDEMPOTENCY_KEY_REUSED: {
    when:
      "The `Idempotency-Key` belongs to another order or quote request. `details` has its " +
      "`order_id`, and in `path` the first field that differs, or its `quote_request_id`.",
    remedy: "Check that. Send its parts, quantities and texts to get its response.",
  },
  IDEMPOTENCY_IN_PROGRESS: {
    when: "The first request with this `Idempotency-Key` is still running after 5 seconds.",
    remedy: "Send the same request again after `Retry-After`.",
  },
  PART_NOT_FOUND: {
    when: "A `part_id` is malformed or unknown, or belongs to another account.",
    remedy: "Look up the part with a key of this account and use that `part_id`.",
  },
  PART_ID_EXPIRED: {
    when: "The lookup that returned a `part_id` is too long ago.",
    remedy: "Look up the part again and use the new `part_id`.",
  },
  PART_NOT_ORDERABLE: {
    when: "A part is not `ACTIVE`. `details` has `part_number`, `status` and `superseded_by`.",
    remedy: "Order the part that supersedes it, or remove the line.",
  },
  PRICE_ON_REQUEST: {
    when:
      "A part has no list price and no contract price for the quantity. `details` has " +
      "`part_number` and `priced_from`, the smallest quantity with a price, or `null`.",
    remedy: "Request a quote, or remove the line.",
  },
  QUANTITY_NOT_ALLOWED: {
    when:
      "A quantity is below the minimum or not a multiple of the pack size. `details` has " +
      "`part_number`, `min_quantity`, `multiple` and `nearest_allowed`.",
    remedy: "Order `nearest_allowed`, or another multiple.",
  },
  CURRENCY_MISMATCH: {
    when:
      "A line has a different currency from the first line. `details` has its `part_number` and " +
      "`currency`.",
    remedy: "Place a separate order for each currency.",
  },
  INSUFFICIENT_STOCK: {
    when:
      "The total quantity of a part is higher than its stock. `details` has `part_number` and " +
      "`available_stock`.",
    remedy: "Reduce the quantity, or look up the part again later.",
  },
  QUOTE_CORRECTED: {
    when:
      "The distributor corrected the quote, you withdrew the request, or there is no such option. " +
      "`details` has its `line`.",
    remedy: "Read the quote request and accept one of its current options.",
  },
  QUOTE_EXPIRED: {
    when: "The `valid_until` of an option has passed. `details` has `part_number` and `line`.",
    remedy: "Request a new quote, or order the part at today's price.",
  },
  QUOTE_USED_UP: {
    when:
      "The quantity is above what is left of the option over all your drafts and orders. " +
      "`details` has `part_number`, `line` and what is `left`.",
    remedy: "Order at most `left`, or request a new quote.",
  },
  INTERNAL_ERROR: {
    when: "An unexpected error occurred. We log it with the request ID.",
    remedy:
      "Send the request again, an order with the same `Idempotency-Key`. If the error persists, " +
      "send us the request ID.",
  },
  UPSTREAM_ERROR: {
    when: "The catalog could not be read within 5 seconds.",
    remedy: "Send the request again after `Retry-After`. A lookup changes nothing.",
  },
  UNAVAILABLE: {
    when:
      "Orders could not be read or written within 5 seconds, or the service is at capacity and " +
      "did not start the request. Nothing was written, unless the message says that the outcome " +
      "is unknown.",
    remedy:
      "Send the request again after `Retry-After`, an order with the same `Idempotency-Key`. " +
      "Without a key, if the outcome is unknown, list the orders first.",
  },
};

type GuidedError = ErrorEntry & Advice & { readonly code: ApiErrorCode };

/** Errors in the order of the checks. */
export const openApiErrorGuide: readonly GuidedError[] = (
  Object.keys(errorCatalogue) as ApiErrorCode[]
).map((code) => ({ code, ...errorCatalogue[code], ...advice[code] }));

export function renderErrorTable(): string {
  const rows = openApiErrorGuide.map(
    ({ code, status, message, when, retry, remedy }) =>
      `| \`${code}\` | ${status} | ${message} | ${when} | ${retry} | ${remedy} |`,
  );
  const head = "| Code | HTTP | Message | When | Retry | What to do |";
  return [head, "|---|---|---|---|---|---|", ...rows].join("\n");
}
