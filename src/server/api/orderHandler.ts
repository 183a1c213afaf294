import type { FastifyReply, FastifyRequest } from "fastify";
import { idempotencyKeyPattern, limits } from "../../kit/contract/limits.ts";
import type { OrderRequest } from "../../kit/contract/orders.ts";
import { Failure } from "../../kit/errors.ts";
import { trimRemark } from "../../orders/lineInstructions.ts";
import type { OrderContent } from "../../orders/order.ts";
import { writePlacedAnswer } from "../../orders/orderJson.ts";
import { openCommitWindow, placeOrder } from "../../orders/placeOrder.ts";
import { jsonAnswerType } from "../http/answerFailure.ts";
import { readWait } from "../http/connections/requestQueue.ts";
import { countHeader } from "../http/countHeader.ts";
import { answerInTime } from "./answerInTime.ts";
import { type ApiContext, toWork } from "./apiContext.ts";

const keyShape = new RegExp(idempotencyKeyPattern);

/** Returns null if no Idempotency-Key was sent. Throws VALIDATION_FAILED for an invalid one. */
function readIdempotencyKey(request: FastifyRequest): string | null {
  const count = countHeader(request.raw, "idempotency-key");
  if (count === 0) return null;
  const key = String(request.headers["idempotency-key"] ?? "");
  if (count > 1 || key.length > limits.idempotencyKeyLength || !keyShape.test(key)) {
    const message =
      "Idempotency-Key must be one header of 1 to " +
      `${limits.idempotencyKeyLength} printable ASCII characters.`;
    const path = "Idempotency-Key";
    throw new Failure("VALIDATION_FAILED", {
      message,
      details: [{ path, code: "bad_idempotency_key", message }],
    });
  }
  return key;
}

function describeUnknown(idempotencyKey: string | null): string {
  const remedy =
    idempotencyKey === null
      ? "Check GET /orders before you repeat it."
      : "Repeat the request with the same Idempotency-Key.";
  return `The outcome is unknown. ${remedy}`;
}

function readItem(item: OrderRequest["items"][number]): OrderContent["items"][number] {
  return {
    partId: item.part_id,
    quantity: item.quantity,
    remark: trimRemark(item.remark ?? ""),
    neededBy: item.needed_by ?? null,
  };
}

const unitsPerOrder = 20;

/** Handles order creation: 201 with Location. A repeated request gets the bytes of the first. */
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
    const units = unitsPerOrder + items.length;
    const window = openCommitWindow();
    const place = async () => {
      const placed = await placeOrder(context.db, placement, rules, window);
      if (!placed.replayed) context.countOrder("placed", 1);
      return placed;
    };
    const placing = () => context.scheduler.run(toWork(request, reply, units), place);
    const unknownMessage = describeUnknown(placement.idempotencyKey);
    const writing = { window, unknownMessage };
    const waitedMs = readWait(request.raw);
    const placed = await answerInTime(waitedMs, "UNAVAILABLE", placing, writing);
    if (placed.replayed) reply.header("idempotent-replayed", "true");
    request.outcome.extra = { order_id: placed.orderId };
    request.logDetails = { ...request.logDetails, orderId: placed.orderId };
    return reply
      .code(201)
      .header("location", `${prefix}/orders/${placed.orderId}`)
      .header("content-type", jsonAnswerType)
      .send(placed.answer);
  };
}
