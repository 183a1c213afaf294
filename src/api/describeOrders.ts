// Requests and responses of the order addresses, for validation and for the OpenAPI document.
import Type from "typebox";
import { documentedAs } from "../contract/fields.ts";
import { idempotencyKeyPattern, limits, storedLimits } from "../contract/limits.ts";
import { OrderAnswer, OrderListAnswer, OrderListQuery, OrderRequest } from "../contract/orders.ts";
import { bodyFault } from "../http/parseJson.ts";
import { describeAnswers, describeRequestBody } from "./describeAnswers.ts";
import { makeValidationFailure } from "./openApiErrorExamples.ts";
import { openApiExamples } from "./openApiExamples.ts";

const orderHeaders = Type.Object({
  "Idempotency-Key": Type.Optional(
    Type.String({
      description:
        "Your identifier for this order attempt, such as the purchase order number with the " +
        "date. A retry with the same key never creates a second order.",
      minLength: 1,
      maxLength: limits.idempotencyKeyLength,
      pattern: idempotencyKeyPattern,
      examples: ["PO-4713-2026-11-21"],
    }),
  ),
});

/** POST …/orders. */
export const describeOrderCreation = {
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
    requestHeaders: orderHeaders,
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
export const describeOrderList = {
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
export const describeOrder = {
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
