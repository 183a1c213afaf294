// The general chapters of the API documentation, for the OpenAPI document and the reference page.
import { limits } from "../../kit/contract/limits.ts";
import { clientPackagePath } from "../http/clientPackage.ts";
import { failedAuthenticationsPerMinute } from "./admission.ts";

/** Limits are requests per minute per key; 0 means no limit. */
export type Installation = {
  readonly baseUrl: string;
  readonly supportEmail: string;
  readonly rateLimitCatalog: number;
  readonly rateLimitOrders: number;
  readonly partIdTtlS: number;
  readonly partIdGraceS: number;
};

/** `text` has paragraphs, lists and `code`. */
export type GuideSection = { readonly id: string; readonly title: string; readonly text: string };

/** Formats an integer with commas: 3,000. */
export function formatNumber(count: number): string {
  return count.toLocaleString("en-US");
}

function formatDuration(seconds: number): string {
  const [count, unit] = seconds % 60 === 0 ? [seconds / 60, "minute"] : [seconds, "second"];
  return `${formatNumber(count)} ${unit}${count === 1 ? "" : "s"}`;
}

function formatRate(limit: number): string {
  return limit === 0 ? "no limit" : `${formatNumber(limit)} requests per minute`;
}

const overview = `\
With this API, your systems look up and order aerospace parts. A client looks up parts by \
manufacturer part number or by name, up to ${limits.entries} per request, and gets stock, list \
price and an opaque \`part_id\` for each match. With \`part_id\`s and quantities it creates a \
\`draft\` order at the account's own prices. Your buyers review and confirm drafts on the web \
site; the API cannot confirm them.`;

function describeAuthentication({ supportEmail, baseUrl }: Installation): string {
  return `\
Send the header \`Authorization: Bearer <API_KEY>\` with every request. A key starts with \
\`sk_live_\`. Request one with the form at \`${baseUrl}/request-key\` or by e-mail from \
\`${supportEmail}\`; you receive it by e-mail within one business day. An \
account can have several named keys; all of them see the same orders and prices.

A missing, malformed or unknown key returns 401 \`INVALID_API_KEY\`. A revoked, replaced or \
expired key returns 401 \`KEY_REVOKED\`: request a replacement in the same way.`;
}

function describeClient(baseUrl: string): string {
  return `\
\`@partsdesk/client\` does all of this in TypeScript and JavaScript: ESM and CommonJS with types, \
Node.js 20 or newer, no dependencies. It retries safely, has timeouts, reports errors with their \
\`code\` and lists all pages of orders. Its README has examples. Install it with:

\`npm install ${baseUrl}${clientPackagePath}\`

This service offers one version. For reproducible builds, download the file, store it with your \
project and install it from there.`;
}

const conventions = `\
Requests and responses are JSON in UTF-8 with \`Content-Type: application/json\`.

- Types are not converted: \`"5"\` is not an integer and \`"true"\` is not a boolean, but \`1.0\` \
is an integer.
- Unknown fields in a request are ignored. New fields may appear in responses at any time: ignore \
those you do not know.
- In a request, \`null\` counts as not sent. In a response, an unknown value is \`null\`; only \
fields that are marked as optional can be missing.
- Every response has the header \`X-Request-Id\`; the body of an error repeats it as \`request_id\`.
- Every address has two prefixes that behave identically: \`/public/api/v1/b2b\`, which is used \
here, and \`/api/b2b\`, which is always the newest version.
- Every request is answered within 5 seconds.
- Data of another account is treated exactly like data that does not exist.`;

function describePartId({ partIdTtlS, partIdGraceS }: Installation): string {
  return `\
A \`part_id\` identifies one part for one account. It is opaque, has at most \
${limits.partIdLength} URL-safe characters, and is useless without a key of that account, so it is \
safe to log and to store.

Order within ${formatDuration(partIdTtlS)} of the lookup. After a grace period of \
${formatDuration(partIdGraceS)}, orders fail with 422 \`PART_ID_EXPIRED\`: look up the part again. \
A \`part_id\` guarantees no price and reserves no stock; an order uses both as they are when it is \
placed.`;
}

const idempotency = `\
Send an \`Idempotency-Key\` with every order, for example the purchase order number with the \
date: 1 to ${limits.idempotencyKeyLength} printable ASCII characters, unique within the account. \
If you receive no response, send the same request with the same key again.

- Same key, same order: returns the first response, status and body byte for byte, with \
\`Idempotent-Replayed: true\`. Nothing is written. Parts, quantities and texts are compared: another \
\`part_id\` of the same part, white space and the order of fields do not matter.
- Same key, another order: 422 \`IDEMPOTENCY_KEY_REUSED\` with the id of the first order and the \
first field that differs.
- The first request is still running: the second waits for up to 5 seconds, then returns 409 \
\`IDEMPOTENCY_IN_PROGRESS\`.
- A key is used up only when an order is created, and then permanently. After an error, a \
corrected body may use the same key.`;

const money = `\
Amounts are exact decimal strings with the decimal places of their currency: USD \`1250.00\`, \
JPY \`1250\`. Parse them as decimals, not as floating-point numbers. \`line_total\` is exactly \
\`unit_price\` times \`quantity\`, and \`subtotal\` is exactly the sum of the line totals. An \
order has one currency; nothing is converted.

The price of a unit may have up to 11 decimals, for example USD 0.0034 for a washer. Then \
\`amount\` is rounded half up, but never to 0 (\`0.01\`), and \`exact_amount\` beside it has all \
decimals (\`0.0034\`). \`line_total\` is the exact price times \`quantity\`, rounded once, half \
up, but never to 0. Other amounts have no \`exact_amount\`.

\`price\` in a lookup is the list price. The price of this account is \`unit_price\` in an order, \
or \`account_price\` in a lookup that includes it. It depends on the account's agreement and on \
the quantity.`;

function describeLimits({ rateLimitCatalog, rateLimitOrders }: Installation): string {
  return `\
- Lookups per key: ${formatRate(rateLimitCatalog)}.
- Order requests per key: ${formatRate(rateLimitOrders)}.
- Requests with a wrong key per client address: ${failedAuthenticationsPerMinute} per minute.
- Entries per lookup: ${limits.entries}, each with up to ${limits.entryLength} characters; parts \
per name: 25.
- Lines per order: ${limits.orderLines}; quantity per line: 1 to ${formatNumber(limits.quantity)}.
- \`po_number\`: ${limits.poNumberLength} characters; \`remark\` of a line: \
${limits.remarkLength}; \`ship_to\`: ${limits.shipToLength}; \`notes\`: \
${formatNumber(limits.notesLength)}; \
\`Idempotency-Key\`: ${limits.idempotencyKeyLength}.
- Orders per page: ${limits.pageSize}.
- Request body: ${formatNumber(limits.bodyBytes)} bytes.

\`RateLimit-Policy\` is the limit of the key, and \`RateLimit\` what remains in this clock minute. \
Above the limit, requests return 429 \`RATE_LIMITED\` with \`Retry-After\`. To look up many parts, \
send ${limits.entries} entries per request.`;
}

const errors = `\
The body of every error is \`{"success": false, "error": {"code", "message", "request_id", \
"details"}}\`. Decide by \`code\`; \`message\` is for people. \`details\`, if present, lists \
every fault of the request with its \`path\`, \`code\` and \`message\`.

Codes are listed in the order of the checks: address, key, rate limit, format of the request, \
idempotency, parts, quantity, stock. The first check that fails determines the code. \
"Retry" says whether the same request can succeed: no, after a change, or later.`;

/** "errors" is followed by the table of errors. */
export function renderOpenApiGuide(installation: Installation): readonly GuideSection[] {
  return [
    { id: "overview", title: "Overview", text: overview },
    {
      id: "authentication",
      title: "Authentication",
      text: describeAuthentication(installation),
    },
    {
      id: "client",
      title: "Client for TypeScript",
      text: describeClient(installation.baseUrl),
    },
    { id: "conventions", title: "Requests and responses", text: conventions },
    { id: "part_id", title: "part_id", text: describePartId(installation) },
    { id: "idempotency", title: "Idempotency", text: idempotency },
    { id: "money", title: "Prices and money", text: money },
    { id: "limits", title: "Limits", text: describeLimits(installation) },
    { id: "errors", title: "Errors", text: errors },
  ];
}
