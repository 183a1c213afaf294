import type { FastifyReply, FastifyRequest } from "fastify";
import { isUuid } from "../db/isUuid.ts";
import { Failure } from "../errors.ts";
import { jsonAnswerType } from "../http/answerFailure.ts";
import { readWait } from "../http/connections/requestQueue.ts";
import { selectRecord } from "../orders/recordQueries.ts";
import { answerInTime } from "./answerInTime.ts";
import { type ApiContext, toWork } from "./apiContext.ts";
import { unitsPerOrder, writeOrderAnswer } from "./orderAnswer.ts";

/**
 * Handles one order. An order of another account is NOT_FOUND, as if it did not exist. An answer
 * with an order confirms it, so it waits for the standbys (decision 150).
 */
export function createReadOrderHandler(context: ApiContext) {
  const { db } = context;
  return async (
    request: FastifyRequest<{ Params: { order_id: string } }>,
    reply: FastifyReply,
  ): Promise<FastifyReply> => {
    const { order_id } = request.params;
    const { accountId } = request.caller;
    const work = toWork(request, reply, unitsPerOrder);
    const confirmed = async () => {
      const found = await context.scheduler.run(work, async () =>
        isUuid(order_id) ? selectRecord(db, accountId, order_id) : undefined,
      );
      // Waiting is no work: it takes no share of the node.
      if (found !== undefined) await db.awaitReplication();
      return found;
    };
    const waitedMs = readWait(request.raw);
    const order = await answerInTime(waitedMs, "UNAVAILABLE", confirmed, null);
    if (order === undefined) {
      throw new Failure("NOT_FOUND", { message: "This account has no such order." });
    }
    request.logDetails = { orderId: order.orderId, poNumber: order.poNumber };
    return reply
      .header("content-type", jsonAnswerType)
      .send(writeOrderAnswer(order, order.history));
  };
}
