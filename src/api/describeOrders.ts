// What the addresses of orders take and answer, for validation and for the OpenAPI document alike.
import Type from "typebox";
import { idempotencyKeyPattern, limits } from "../contract/limits.ts";
import { OrderAnswer, OrderListAnswer, OrderListQuery, OrderRequest } from "../contract/orders.ts";
import { bodyFault } from "../http/parseJson.ts";
import { describeAnswers, describeRequestBody } from "./describeAnswers.ts";
import { makeValidationFailure } from "./openApiErrorExamples.ts";
import { openApiExamples } from "./openApiExamples.ts";

const orderHeaders = Type.Object({
  "Idempotency-Key": Type.Optional(
    Type.String({
      description:
        "Your name for this order attempt, such as the purchase order number with the date. " +
        "With it a request that is sent again places no second order.",
      minLength: 1,
      maxLength: limits.idempotencyKeyLength,
      pattern: idempotencyKeyPattern,
      examples: ["PO-4711-2026-11-21"],
    }),
  ),
});

/** POST …/orders. */
export const describeOrderCreation = {
  operationId: "placeOrder",
  tags: ["Orders"],
  summary: "Place a draft order",
  description: `\
Creates an order in the status \`draft\` at the account's own prices. People confirm it on the web \
site; nothing in this interface confirms, changes or cancels an order.

- All or nothing: either every line is placed or none, and \`details\` names every fault of every \
line. Where there are several, the code of the answer is the first in the order of the errors below.
- \`items\` has 1 to ${limits.orderLines} lines. The same \`part_id\` may stand in several; stock, \
minimum, pack and quantity breaks are judged on their sum.
- Prices and stock are those of the moment of ordering, not of the lookup. A draft reserves no \
stock.
- One order has one currency.
- \`po_number\` and \`notes\` are echoed, \`null\` where not sent.
- With an \`Idempotency-Key\` the same request can be sent again safely: the answer is the first \
one, byte for byte, with \`Idempotent-Replayed: true\`. After a refusal the corrected body may use \
the same key.`,
  body: OrderRequest,
  documented: {
    requestHeaders: orderHeaders,
    requestBody: describeRequestBody(OrderRequest, openApiExamples.orderRequests),
    responses: describeAnswers(
      "placeOrder",
      {
        status: 201,
        description: "The draft order, or the first answer again.",
        schema: OrderAnswer,
        examples: openApiExamples.orderAnswers,
        headers: ["Location", "Idempotent-Replayed"],
      },
      makeValidationFailure("minimum", "/items/0/quantity", { message: "must be >= 1" }),
    ),
  },
};

/** GET …/orders. */
export const describeOrderList = {
  operationId: "listOrders",
  tags: ["Orders"],
  summary: "List orders",
  description: `\
The account's orders, newest first, a page at a time. Only orders of the account of the key are \
seen.

Ask for the next page with \`cursor\` set to \`next_cursor\` and the other parameters unchanged, \
until \`next_cursor\` is \`null\`. Orders that are placed meanwhile do not move the pages.`,
  querystring: OrderListQuery,
  documented: {
    responses: describeAnswers(
      "listOrders",
      {
        status: 200,
        description: "A page of orders; an empty array where there are none.",
        schema: OrderListAnswer,
        examples: openApiExamples.orderListAnswers,
      },
      makeValidationFailure("pattern", "/limit"),
    ),
  },
};

const orderParams = Type.Object({
  order_id: Type.String({
    description: "`order_id` of an order of this account.",
    examples: ["01a1fe69-f7c0-7d20-8e4b-3f6a91c2d705"],
  }),
});

/** GET …/orders/{order_id}. */
export const describeOrder = {
  operationId: "readOrder",
  tags: ["Orders"],
  summary: "Read an order",
  description: `\
One order of the account, as it is now. The order of another account is answered exactly as one \
that does not exist: 404 \`NOT_FOUND\`.`,
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
