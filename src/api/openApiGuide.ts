// What a client has to know beside the operations, a section each: for the document and the
// reference page.
import { limits } from "../contract/limits.ts";
import { failedAuthenticationsPerMinute } from "./admission.ts";

/** What the texts say of this installation. Limits are requests a minute and key, 0 for none. */
export type Installation = {
  readonly baseUrl: string;
  readonly supportEmail: string;
  readonly rateLimitCatalog: number;
  readonly rateLimitOrders: number;
  readonly partIdTtlS: number;
  readonly partIdGraceS: number;
};

/** A section; its text has paragraphs, lists and `code`. */
export type GuideSection = { readonly id: string; readonly title: string; readonly text: string };

/** A whole number with commas: 3,000. */
export function formatNumber(count: number): string {
  return count.toLocaleString("en-US");
}

function sayDuration(seconds: number): string {
  const [count, unit] = seconds % 60 === 0 ? [seconds / 60, "minute"] : [seconds, "second"];
  return `${formatNumber(count)} ${unit}${count === 1 ? "" : "s"}`;
}

function sayRate(limit: number): string {
  return limit === 0 ? "without a limit" : `${formatNumber(limit)} requests a minute`;
}

const overview = `\
The service is an ordering service for aerospace parts. A client looks parts up by manufacturer \
part number or by name, up to ${limits.entries} at a time, and sees stock, list price and an \
opaque \`part_id\` for each match. With \`part_id\`s and quantities it places an order, which \
the service keeps as a \`draft\` at the account's own prices. People see the draft on the web \
site and confirm it there; that is not done through this interface.`;

function sayAuthentication(supportEmail: string): string {
  return `\
Every call carries the header \`Authorization: Bearer <API_KEY>\`. A key begins with \
\`sk_live_\`. Ask for one by e-mail to \`${supportEmail}\`; it comes by e-mail within one \
business day. An account may hold several keys with a name each, and all of them see the same \
orders and prices.

A missing, malformed or unknown key is answered with 401 \`INVALID_API_KEY\`, a revoked, \
replaced or expired one with 401 \`KEY_REVOKED\`: ask for a replacement at the same address.`;
}

const conventions = `\
Requests and answers are JSON in UTF-8, sent with \`Content-Type: application/json\`.

- Types are never coerced: \`"5"\` is no integer, \`"true"\` is no boolean; \`1.0\` is an integer.
- Unknown fields of a request are ignored. New fields may appear in answers at any time: ignore \
those you do not know.
- In a request \`null\` counts as not sent. In an answer what is unknown is \`null\`, never left \
out.
- Every answer has \`X-Request-Id\`; the body of an error repeats it as \`request_id\`.
- Every address is served under two prefixes that behave identically: \`/public/api/v1/b2b\`, \
which is used here, and \`/api/b2b\`, which is always the newest version.
- Every call is answered within 5 seconds.
- What belongs to another account is answered exactly as what does not exist.`;

function sayPartId({ partIdTtlS, partIdGraceS }: Installation): string {
  return `\
A \`part_id\` names one part for one account. It is opaque, at most ${limits.partIdLength} \
characters that are safe in a URL, and useless without a key of that account: safe to log and to \
store.

Order within ${sayDuration(partIdTtlS)} of the lookup. There are ${sayDuration(partIdGraceS)} of \
grace; after that an order is refused with 422 \`PART_ID_EXPIRED\`: look the part up again. A \
\`part_id\` promises no price and reserves no stock: an order takes both as they are when it is \
placed.`;
}

const idempotency = `\
Send an \`Idempotency-Key\` with every order, for example the purchase order number with the \
date: 1 to ${limits.idempotencyKeyLength} printable ASCII characters, unique within the account. \
If no answer arrives, send the same request with the same key again.

- Same key, same body: the first answer again, status and body byte for byte, with \
\`Idempotent-Replayed: true\`. Nothing is written. Bodies are compared as parsed: white space \
and the order of fields do not count.
- Same key, other body: 422 \`IDEMPOTENCY_KEY_REUSED\`, which names the first order.
- The first request is still running: the second waits for it, up to 5 seconds, then 409 \
\`IDEMPOTENCY_IN_PROGRESS\`.
- Only a created order binds a key, and binds it for good. After a refusal the corrected body \
may use the same key.`;

const money = `\
Amounts are exact decimal strings with the digits of their currency: USD \`1250.00\`, JPY \
\`1250\`. Read them as decimals, not as floating-point numbers. \`line_total\` is exactly \
\`unit_price\` times \`quantity\`, \`subtotal\` exactly their sum. One order has one currency; \
nothing is converted.

\`price\` in a lookup is the list price. What this account pays is \`unit_price\` in an order, \
or \`account_price\` in a lookup that asks for it: it follows from the agreement with the \
account and from the quantity.`;

function sayLimits({ rateLimitCatalog, rateLimitOrders }: Installation): string {
  return `\
- Lookups of a key: ${sayRate(rateLimitCatalog)}.
- Calls of a key to the order addresses: ${sayRate(rateLimitOrders)}.
- Wrong keys from one address: ${failedAuthenticationsPerMinute} a minute.
- Entries of a lookup: ${limits.entries}, each at most ${limits.entryLength} characters; parts \
for a name: 25.
- Lines per order: ${limits.orderLines}; quantity per line: 1 to ${formatNumber(limits.quantity)}.
- \`po_number\`: ${limits.poNumberLength} characters; \`notes\`: \
${formatNumber(limits.notesLength)}; \
\`Idempotency-Key\`: ${limits.idempotencyKeyLength}.
- Orders of a page: ${limits.pageSize}.
- Body of a request: ${formatNumber(limits.bodyBytes)} bytes.

\`RateLimit-Policy\` and \`RateLimit\` say what a key may do and what it has left in this clock \
minute; over the limit the answer is 429 \`RATE_LIMITED\` with \`Retry-After\`. To look up many \
parts send ${limits.entries} at a time.`;
}

const errors = `\
The body of every error is \`{"success": false, "error": {"code", "message", "request_id", \
"details"}}\`. Decide by \`code\`; \`message\` is for people. \`details\`, where it is present, \
names every fault of the request with its \`path\`, \`code\` and \`message\`.

Codes stand in the order of the checks: the address, the key, the rate limit, the shape of the \
request, idempotency, the parts, quantity, stock; the first check that fails gives the code. \
"Retry" says whether the same request may succeed: no, after a change, or later.`;

/** The sections in their order; "errors" is followed by the table of errors. */
export function renderOpenApiGuide(installation: Installation): readonly GuideSection[] {
  return [
    { id: "overview", title: "What the service does", text: overview },
    {
      id: "authentication",
      title: "Authentication",
      text: sayAuthentication(installation.supportEmail),
    },
    { id: "conventions", title: "Requests and answers", text: conventions },
    { id: "part_id", title: "part_id", text: sayPartId(installation) },
    { id: "idempotency", title: "Idempotency", text: idempotency },
    { id: "money", title: "Prices and money", text: money },
    { id: "limits", title: "Limits", text: sayLimits(installation) },
    { id: "errors", title: "Errors", text: errors },
  ];
}
