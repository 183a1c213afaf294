// What each error means to whoever meets it: when it comes and what to do. Texts for the
// document, the reference page and docs/errors.md; code, status and message are the catalogue's.
import { type ErrorCode, type ErrorEntry, errorCatalogue } from "../errors.ts";

type Advice = { readonly when: string; readonly remedy: string };

const advice: Readonly<Record<ErrorCode, Advice>> = {
  NOT_FOUND: {
    when: "The address is not one of the interface's, or this account has no such order.",
    remedy: "Check the path and the `order_id`. The same request will not succeed later.",
  },
  METHOD_NOT_ALLOWED: {
    when: "The address exists but does not take this method.",
    remedy: "Use a method that the `Allow` header names.",
  },
  INVALID_API_KEY: {
    when: "The `Authorization` header is missing or malformed, or its key is not one of ours.",
    remedy: "Send `Authorization: Bearer <API_KEY>` with the key exactly as it was delivered.",
  },
  KEY_REVOKED: {
    when: "The key was good once and has been revoked or replaced or has expired.",
    remedy: "Use the key that replaces it, or ask the contact address for a new one.",
  },
  ACCOUNT_SUSPENDED: {
    when: "The key is good, but its account is suspended.",
    remedy: "Ask the contact address.",
  },
  RATE_LIMITED: {
    when: "The key made more requests this minute than it may, or the address sent wrong keys.",
    remedy: "Wait the seconds that `Retry-After` says, then go on more slowly.",
  },
  REQUEST_TIMEOUT: {
    when: "Headers took more than 5 seconds to arrive or the whole request more than 10.",
    remedy: "Send it again; nothing was done.",
  },
  HEADERS_TOO_LARGE: {
    when: "The headers together have more than 16 KiB.",
    remedy: "Send fewer or shorter headers.",
  },
  PAYLOAD_TOO_LARGE: {
    when: "The body has more than 262,144 bytes.",
    remedy: "Split the lookup or the order in two.",
  },
  VALIDATION_FAILED: {
    when:
      "The body is not JSON, a field or header is missing, has the wrong type or is out of " +
      "bounds, or there are too many entries (`details` then has `count` and `limit`).",
    remedy: "Correct what `details` names: `path` says where, `code` and `message` say what.",
  },
  IDEMPOTENCY_KEY_REUSED: {
    when: "The `Idempotency-Key` has placed an order from another body. `details` has `order_id`.",
    remedy: "Send the first body to get the first answer again, or a new key for a new order.",
  },
  IDEMPOTENCY_IN_PROGRESS: {
    when: "The first request with this `Idempotency-Key` still runs after 5 seconds of waiting.",
    remedy: "Send the same request again after `Retry-After`.",
  },
  PART_NOT_FOUND: {
    when: "A `part_id` is malformed, unknown or was looked up by another account.",
    remedy: "Look the part up with a key of this account and order with that `part_id`.",
  },
  PART_ID_EXPIRED: {
    when: "A `part_id` comes from a lookup that is too long ago.",
    remedy: "Look the part up again and order with the new `part_id`.",
  },
  PART_NOT_ORDERABLE: {
    when: "A part is not `ACTIVE`. `details` has `part_number`, `status` and `superseded_by`.",
    remedy: "Order what supersedes it, or leave the line out.",
  },
  QUANTITY_NOT_ALLOWED: {
    when:
      "A quantity is below the part's minimum or no multiple of its pack. `details` has " +
      "`part_number`, `min_quantity`, `multiple` and `nearest_allowed`.",
    remedy: "Order the nearest quantity that is allowed, or another multiple.",
  },
  CURRENCY_MISMATCH: {
    when:
      "A line is priced in another currency than the first. `details` has `part_number` and " +
      "`currency` of the line.",
    remedy: "Place one order for each currency.",
  },
  INSUFFICIENT_STOCK: {
    when:
      "All lines of a part together ask for more than there is. `details` has `part_number` and " +
      "`available_stock`.",
    remedy: "Order what there is, or look the part up again later.",
  },
  INTERNAL_ERROR: {
    when: "Something failed that should not have; we log it under the request id.",
    remedy:
      "Send it again, an order with its `Idempotency-Key`. If it stays, tell us the request id.",
  },
  UPSTREAM_ERROR: {
    when: "The catalog could not be read within 5 seconds.",
    remedy: "Send it again after `Retry-After`. A lookup changes nothing.",
  },
  UNAVAILABLE: {
    when: "Orders could not be read or written within 5 seconds.",
    remedy: "Send it again after `Retry-After`, an order with the same `Idempotency-Key`.",
  },
};

/** A code of the catalogue with what it means. */
export type GuidedError = ErrorEntry & Advice & { readonly code: ErrorCode };

/** Every error in the order of the catalogue, which is that of the checks. */
export const openApiErrorGuide: readonly GuidedError[] = Object.entries(errorCatalogue).map(
  ([code, entry]) => ({ code: code as ErrorCode, ...entry, ...advice[code as ErrorCode] }),
);

/** The errors as a table in Markdown, a row each, for docs/errors.md and the OpenAPI document. */
export function renderErrorTable(): string {
  const rows = openApiErrorGuide.map(
    ({ code, status, message, when, retry, remedy }) =>
      `| \`${code}\` | ${status} | ${message} | ${when} | ${retry} | ${remedy} |`,
  );
  const head = "| Code | HTTP | Message | When | Retry | What to do |";
  return [head, "|---|---|---|---|---|---|", ...rows].join("\n");
}
