import type { FastifyReply, FastifyRequest } from "fastify";
import type { OrderRequest } from "../../kit/contract/orders.ts";
import { readWritten, trimRemark, writtenFacts } from "../../orders/lineInstructions.ts";
import type { OrderContent } from "../../orders/order.ts";
import { writePlacedAnswer } from "../../orders/orderJson.ts";
import {
  type CommitWindow,
  openCommitWindow,
  type PlacedOrder,
  placeOrder,
} from "../../orders/placeOrder.ts";
import { jsonAnswerType } from "../http/answerFailure.ts";
import { readWait } from "../http/connections/requestQueue.ts";
import { answerInTime } from "./answerInTime.ts";
import type { ApiContext } from "./apiContext.ts";
import { describeUnknown, readIdempotencyKey } from "./idempotencyKey.ts";

function readItem(item: OrderRequest["items"][number]): OrderContent["items"][number] {
  return {
    partId: item.part_id,
    quantity: item.quantity,
    ...readWritten((name) => trimRemark(item[writtenFacts[name].name] ?? "")),
  };
}

type Placing = {
  readonly prefix: string;
  readonly idempotencyKey: string | null;
  place(window: CommitWindow): Promise<PlacedOrder>;
};

/** Answers with the order that `place` stores: 201 with Location, or the bytes of the first answer. */
export async function answerPlaced(
  context: ApiContext,
  request: FastifyRequest,
  reply: FastifyReply,
  { prefix, idempotencyKey, place }: Placing,
): Promise<FastifyReply> {
  const window = openCommitWindow();
  const placing = async () => {
    const placed = await place(window);
    if (!placed.replayed) context.countOrder("placed", 1);
    return placed;
  };
  const writing = { window, unknownMessage: describeUnknown(idempotencyKey, "/orders") };
  const placed = await answerInTime(readWait(request.raw), "UNAVAILABLE", placing, writing);
  if (placed.replayed) reply.header("idempotent-replayed", "true");
  request.outcome.extra = { order_id: placed.orderId };
  request.logDetails = { ...request.logDetails, orderId: placed.orderId };
  return reply
    .code(201)
    .header("location", `${prefix}/orders/${placed.orderId}`)
    .header("content-type", jsonAnswerType)
    .send(placed.answer);
}

/** Handles order creation. */
export function createOrderHandler(context: ApiContext, prefix: string) {
  const { partIds, partIdTtlS, partIdGraceS } = context;
  const rules = { partIds, partIdTtlS, partIdGraceS, renderAnswer: writePlacedAnswer };
  return async (
    request: FastifyRequest<{ Body: OrderRequest }>,
    reply: FastifyReply,
  ): Promise<FastifyReply> => {
    const now = context.clock();
    const { items, po_number, ship_to, notes } = request.body;
    request.logDetails = { poNumber: po_number ?? null };
    const placement = {
      ...request.caller,
      requestId: request.id,
      content: {
        items: items.map(readItem),
        poNumber: po_number ?? null,
        shipTo: ship_to?.trim() || null,
        notes: notes ?? null,
      },
      idempotencyKey: readIdempotencyKey(request),
      now,
    };
    return answerPlaced(context, request, reply, {
      prefix,
      idempotencyKey: placement.idempotencyKey,
      place: (window) => placeOrder(context.db, placement, rules, window),
    });
  };
}
