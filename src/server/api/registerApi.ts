// The whole API: every address with its schemas and hooks. Nothing else is reachable under its
// prefixes.

import type { FastifyInstance, FastifyReply, FastifyRequest, onResponseHookHandler } from "fastify";
import Type from "typebox";
import type { AccountId, KeyId } from "../../accounts/account.ts";
import type { Lookup } from "../../catalog/search/lookUpParts.ts";
import { isUuid } from "../../db/isUuid.ts";
import { RefusedKeyFailure } from "../../keys/keyAuthenticator.ts";
import { CatalogAnswer, CatalogRequest, type Include } from "../../kit/contract/catalog.ts";
import { documentedAs } from "../../kit/contract/fields.ts";
import { apiPrefixes, limits, storedLimits } from "../../kit/contract/limits.ts";
import {
  OrderAnswer,
  OrderListAnswer,
  OrderListQuery,
  OrderRequest,
} from "../../kit/contract/orders.ts";
import { isoTime } from "../../kit/day.ts";
import { Failure } from "../../kit/errors.ts";
import { listMethods } from "../../kit/site/routes.ts";
import { toWireOrder, writeOrderAnswer } from "../../orders/orderJson.ts";
import { selectRecords } from "../../orders/recordQueries.ts";
import { writeCatalogAnswer } from "../../prices/catalogAnswer.ts";
import { lookUpForAccount, type PricedLookup } from "../../prices/lookUpForAccount.ts";
import type { RequestDetails } from "../../requests/apiRequest.ts";
import { recordAnswer, recordEntries } from "../../requests/recordAnswer.ts";
import { toRequestError } from "../../requests/requestError.ts";
import { jsonAnswerType } from "../http/answerFailure.ts";
import { readWait } from "../http/connections/requestQueue.ts";
import { bodyFault } from "../http/parseJson.ts";
import { createRateLimiter } from "../http/rateLimiter.ts";
import { readDuration } from "../http/recordRequest.ts";
import type { Admissions } from "./admission.ts";
import { answerInTime } from "./answerInTime.ts";
import { answerList, readRows } from "./answerList.ts";
import type { ApiContext } from "./apiContext.ts";
import { describeAnswers, describeRequestBody } from "./describeAnswers.ts";
import { describeIdempotencyKey } from "./idempotencyKey.ts";
import { makeValidationFailure } from "./openApiErrorExamples.ts";
import { openApiExamples } from "./openApiExamples.ts";
import { createOrderHandler } from "./orderHandler.ts";
import { quoteOperations, registerQuotes } from "./quoteRoutes.ts";

// Requests and responses of the order addresses, for validation and for the OpenAPI document.

/** POST …/orders. */
const describeOrderCreation = {
  operationId: "placeOrder",
  tags: ["Orders"],
  summary: "Place a draft order",
  description: `\
Creates an order with the status \`draft\` at the account's own prices. A buyer confirms it on the \
web site; the API cannot confirm, change or cancel an order.

- All or nothing: if one line fails, no line is placed, and \`details\` lists every fault of every \
line. If there are faults of several kinds, the code is the first in the order of the errors below.
- \`items\` has 1 to ${limits.orderLines} lines. Several lines may have the same \`part_id\`; \
stock, minimum, pack size and quantity breaks apply to their sum.
- Prices and stock are those at the time of the order, not of the lookup. A draft does not reserve \
stock.
- An order has one currency.
- \`po_number\` and \`notes\` are returned as sent, or \`null\`. \`ship_to\` is returned only if \
the order has one, without white space around it.
- A line can have a \`remark\` and a day, \`needed_by\`. The response repeats them only if they \
were sent. A day that has passed gets \`VALIDATION_FAILED\`; today counts in the westernmost time \
zone.
- With an \`Idempotency-Key\`, the same request can be repeated safely: it returns the first \
response, byte for byte, with \`Idempotent-Replayed: true\`. After an error, a corrected body may \
use the same key.`,
  body: OrderRequest,
  documented: {
    requestHeaders: describeIdempotencyKey("PO-4713-2026-11-21"),
    requestBody: describeRequestBody(OrderRequest, openApiExamples.orderRequests),
    responses: describeAnswers(
      "placeOrder",
      {
        status: 201,
        description: "The draft order. A repeated request returns the first response.",
        schema: OrderAnswer,
        examples: openApiExamples.orderAnswers,
        headers: ["Location", "Idempotent-Replayed"],
      },
      makeValidationFailure("minimum", "/items/0/quantity", { limit: 1 }),
    ),
  },
};

/** GET …/orders. */
const describeOrderList = {
  operationId: "listOrders",
  tags: ["Orders"],
  summary: "List orders",
  description: `\
Lists the orders of the key's account, newest first, page by page.

To get the next page, set \`cursor\` to \`next_cursor\` and leave the other parameters unchanged, \
until \`has_more\` is \`false\`. New orders do not shift the pages.

To follow changes, send \`updated_since\`: the oldest change comes first, and \`next_cursor\` is \
never \`null\`. Store it, and send it later with the same \`updated_since\`: you get every order \
that changed in the meantime, once per poll, and miss none.`,
  querystring: OrderListQuery,
  documented: {
    responses: describeAnswers(
      "listOrders",
      {
        status: 200,
        description: "A page of orders; an empty array if there are none.",
        schema: OrderListAnswer,
        examples: openApiExamples.orderListAnswers,
      },
      makeValidationFailure("pattern", "/limit"),
    ),
  },
};

const orderParams = Type.Object({
  order_id: documentedAs(
    Type.String({
      description: "`order_id` of an order of this account.",
      examples: ["01a1fe69-f7c0-7d20-8e4b-3f6a91c2d705"],
    }),
    { maxLength: storedLimits.idLength },
  ),
});

/** GET …/orders/{order_id}. */
const describeOrder = {
  operationId: "readOrder",
  tags: ["Orders"],
  summary: "Get an order",
  description: `\
Returns the current state of one order of the account. An order of another account returns 404 \
\`NOT_FOUND\`, exactly like an order that does not exist.`,
  params: orderParams,
  documented: {
    responses: describeAnswers(
      "readOrder",
      {
        status: 200,
        description: "The order.",
        schema: OrderAnswer,
        examples: openApiExamples.orderAnswers,
      },
      bodyFault("bad_path", "The path of the request is not validly encoded."),
    ),
  },
};

declare module "fastify" {
  // biome-ignore lint/style/useConsistentTypeDefinitions: only an interface merges with fastify's.
  interface FastifyRequest {
    /** Details for the request log, set by handlers as soon as they are known. */
    logDetails: RequestDetails | undefined;
  }
}

/**
 * Maximum logged requests per minute of strangers together, and of each key that is refused, so
 * that nobody without a valid key can fill the log.
 */
export const refusedRequestsPerMinute = 600;

/** Creates a hook that logs each finished request. It never waits for the database. */
export function createRequestRecorder({
  requestLog,
  rateMemory,
}: Pick<ApiContext, "requestLog" | "rateMemory">): onResponseHookHandler {
  const refused = createRateLimiter(refusedRequestsPerMinute, rateMemory.refused);
  const record = (request: FastifyRequest, reply: FastifyReply): void => {
    if (requestLog === null) return;
    const { accountId = null, keyId = null, errorCode = null, failure } = request.outcome;
    const isKnown = keyId !== null && !(failure instanceof RefusedKeyFailure);
    if (!isKnown && !refused.take(keyId ?? "", request.receivedAt.getTime()).allowed) return;
    requestLog.record({
      ...request.logDetails,
      ...(failure && toRequestError(failure)),
      requestId: request.id,
      accountId: accountId as AccountId | null,
      keyId: keyId as KeyId | null,
      method: request.method,
      route: request.routeOptions.url ?? "",
      status: reply.statusCode,
      errorCode,
      durationMs: Math.round(readDuration(request, reply) * 10) / 10,
    });
  };
  return (request, reply, done) => {
    record(request, reply);
    done();
  };
}

/** Handles the list of orders, newest first, or by their changes, oldest first. */
function createListOrdersHandler(context: ApiContext) {
  return async (
    request: FastifyRequest<{ Querystring: OrderListQuery }>,
    reply: FastifyReply,
  ): Promise<FastifyReply> => {
    const { order_number, po_number, status } = request.query;
    request.logDetails = { poNumber: po_number ?? null };
    const { accountId } = request.caller;
    const filter = { accountId, orderNumber: order_number, poNumber: po_number, status };
    return answerList(context, request, reply, {
      name: "orders",
      select: (page) => selectRecords(context.db, { ...filter, ...page }),
      write: (order) => toWireOrder(order, order.history),
    });
  };
}

/** Handles one order. One of another account is NOT_FOUND, as if it did not exist. */
function createReadOrderHandler(context: ApiContext) {
  return async (
    request: FastifyRequest<{ Params: { order_id: string } }>,
    reply: FastifyReply,
  ): Promise<FastifyReply> => {
    const { order_id: orderId } = request.params;
    const { accountId } = request.caller;
    const select = () => selectRecords(context.db, { accountId, orderId, limit: 1 });
    const [order] = isUuid(orderId) ? await readRows(context, request, select) : [];
    if (order === undefined) {
      throw new Failure("NOT_FOUND", { message: "This account has no such order." });
    }
    request.logDetails = { orderId: order.orderId, poNumber: order.poNumber };
    const text = writeOrderAnswer(order, order.history);
    return reply.header("content-type", jsonAnswerType).send(text);
  };
}

/** Throws VALIDATION_FAILED for no or too many entries. */
function readEntries(body: CatalogRequest): { partNumbers: string[]; partNames: string[] } {
  const partNumbers = body.part_numbers ?? [];
  const partNames = body.part_names ?? [];
  const count = partNumbers.length + partNames.length;
  if (count === 0) {
    throw bodyFault("no_entries", "Send at least one entry in part_numbers or part_names.");
  }
  if (count > limits.entries) {
    const message = `The request has ${count} entries; at most ${limits.entries} are allowed.`;
    throw new Failure("VALIDATION_FAILED", {
      message,
      details: [{ path: "", code: "too_many_entries", message, count, limit: limits.entries }],
    });
  }
  return { partNumbers, partNames };
}

function readLookup(body: CatalogRequest): Lookup {
  const withSuggestions = body.include?.includes("suggestions") ?? false;
  return { ...readEntries(body), inStock: body.in_stock ?? false, withSuggestions };
}

async function findParts(
  context: ApiContext,
  request: FastifyRequest<{ Body: CatalogRequest }>,
  lookup: Lookup,
  now: Date,
): Promise<PricedLookup> {
  const include: readonly Include[] = request.body.include ?? [];
  const entries = recordEntries(lookup);
  request.logDetails = entries;
  const { accountId } = request.caller;
  const { replica, requestQueue } = context;
  const takeTurn = () => requestQueue.takeTurn(request.raw, true);
  const read = { replica, takeTurn };
  const parts = await lookUpForAccount(read, accountId, lookup, include, now);
  request.logDetails = recordAnswer(entries, parts.answer);
  return parts;
}

/** The time at which the replica was last known to show the newest state. */
function setCatalogTime(reply: FastifyReply, ageMs: number, now: Date): void {
  void reply.header("x-catalog-time", isoTime(now.getTime() - Math.max(0, ageMs)));
}

/** Handles the lookup. Any internal failure is UPSTREAM_ERROR, never an empty result. */
function createCatalogHandler(context: ApiContext) {
  return async (
    request: FastifyRequest<{ Body: CatalogRequest }>,
    reply: FastifyReply,
  ): Promise<FastifyReply> => {
    const now = context.clock();
    const lookup = readLookup(request.body);
    const find = async () => {
      const parts = await findParts(context, request, lookup, now);
      setCatalogTime(reply, parts.ageMs, now);
      const { accountId } = request.caller;
      return writeCatalogAnswer(parts, context.partIds, accountId, now.getTime());
    };
    const answer = await answerInTime(readWait(request.raw), "UPSTREAM_ERROR", find, null);
    return reply.header("content-type", jsonAnswerType).send(answer);
  };
}

// Request and response of POST …/catalog, for validation and for the OpenAPI document.
/** POST …/catalog. */
const describeCatalog = {
  operationId: "lookUpParts",
  tags: ["Catalog"],
  summary: "Look up parts",
  description: `\
Finds parts by manufacturer part number, by name, or both; the results are merged.

- Send 1 to ${limits.entries} entries in total. A blank entry is not an error; it is returned in \
\`not_found\`.
- Part numbers match exactly, except that case, surrounding white space and the kind of Unicode \
dash or space do not matter. Punctuation matters: \`21117-1\` and \`211-171\` are different parts.
- Part names ignore case and accents. Every word must occur in the part name, title or \
description, in any order; the last word may be incomplete. An entry returns at most 25 parts. An \
entry that equals a part number matches that part too.
- One number can return several parts: one per vendor, manufacturer, condition and unit of \
measure. A part that matches several entries is listed once.
- Parts are sorted by entry as sent, numbers before names; within an entry, exact matches first, \
then longer names that start with it, names of its words in another order, and other parts with \
all its words; of these, parts in stock first, then by condition (\`NE\`, \`NS\`, \`NU\`, \`OH\`, \
\`SV\`, \`RP\`, \`AR\`, \`US\`, \`CR\`, \`EX\`, \`ST\`), then by price.
- With \`in_stock\`, entries whose matches are all out of stock are in \`not_found\`.
- Parts whose price is on request are not found, unless \`include\` has \`unpriced\`.
- The status is 200 even if nothing matched.

A lookup changes nothing and can be repeated at any time.`,
  body: CatalogRequest,
  documented: {
    requestBody: describeRequestBody(CatalogRequest, openApiExamples.catalogRequests),
    responses: describeAnswers("lookUpParts", {
      status: 200,
      description: "The result of the lookup. Without `include`, it has exactly four fields.",
      schema: CatalogAnswer,
      examples: openApiExamples.catalogAnswers,
      headers: ["X-Catalog-Time"],
    }),
  },
};

/** The addresses under each prefix. */
const operations = [
  { method: "POST", path: "/catalog" },
  { method: "GET", path: "/orders" },
  { method: "POST", path: "/orders" },
  { method: "GET", path: "/orders/:order_id" },
  ...quoteOperations,
] as const;

export const apiOperations = operations.map(
  ({ method, path }) => `${method} ${apiPrefixes[0]}${path}`,
);

/** Lists the methods of an API address, for 405; empty if there is no such address. */
export function apiMethods(path: string): readonly string[] {
  const prefix = apiPrefixes.find((candidate) => path.startsWith(`${candidate}/`));
  if (prefix === undefined) return [];
  return listMethods(operations, path.slice(prefix.length));
}

/** Adds the API to a server, identically under both prefixes. */
export function registerApi(
  server: FastifyInstance,
  context: ApiContext,
  admissions: Admissions,
): void {
  const catalogHooks = {
    onRequest: admissions.catalog.admit,
    onResponse: createRequestRecorder(context),
  };
  const orderHooks = { ...catalogHooks, onRequest: admissions.orders.admit };
  server.decorateRequest("caller").decorateRequest("logDetails");
  for (const prefix of apiPrefixes) {
    const hide = prefix !== apiPrefixes[0];
    server.post<{ Body: CatalogRequest }>(
      `${prefix}/catalog`,
      { schema: { ...describeCatalog, hide }, ...catalogHooks },
      createCatalogHandler(context),
    );
    server.post<{ Body: OrderRequest }>(
      `${prefix}/orders`,
      { schema: { ...describeOrderCreation, hide }, ...orderHooks },
      createOrderHandler(context, prefix),
    );
    server.get<{ Querystring: OrderListQuery }>(
      `${prefix}/orders`,
      { schema: { ...describeOrderList, hide }, ...orderHooks },
      createListOrdersHandler(context),
    );
    server.get<{ Params: { order_id: string } }>(
      `${prefix}/orders/:order_id`,
      { schema: { ...describeOrder, hide }, ...orderHooks },
      createReadOrderHandler(context),
    );
    registerQuotes(server, context, { prefix, hide, hooks: orderHooks });
  }
}
