import type { FastifyReply, FastifyRequest } from "fastify";
import type { OrderListQuery } from "../contract/orders.ts";
import { isUuid } from "../db/isUuid.ts";
import { Failure } from "../errors.ts";
import { jsonAnswerType } from "../http/answerFailure.ts";
import type { Order } from "../orders/order.ts";
import { selectOrder, selectOrders } from "../orders/queries.ts";
import { answerInTime } from "./answerInTime.ts";
import { type ApiContext, toWork } from "./apiContext.ts";
import { toWireOrder, writeOrderAnswer } from "./orderAnswer.ts";

const defaultPageSize = 20;
const unitsPerOrder = 2;

/** A cursor is the last order id of a page in base64url. */
function renderCursor(order: Order): string {
  return Buffer.from(order.orderId.replaceAll("-", ""), "hex").toString("base64url");
}

function readCursor(cursor: string): string {
  const hex = Buffer.from(cursor, "base64url").toString("hex");
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
}

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
    const now = context.clock();
    const reading = context.scheduler.run(toWork(request, reply, unitsPerOrder), async () =>
      isUuid(order_id) ? selectOrder(db, accountId, order_id) : undefined,
    );
    // Waiting is no work: it takes no share of the node.
    const confirmed = reading.then(async (found) => {
      if (found !== undefined) await db.awaitReplication();
      return found;
    });
    const order = await answerInTime(request, "UNAVAILABLE", now, confirmed, null);
    if (order === undefined) {
      throw new Failure("NOT_FOUND", { message: "This account has no such order." });
    }
    request.logDetails = { orderId: order.orderId, poNumber: order.poNumber };
    return reply.header("content-type", jsonAnswerType).send(writeOrderAnswer(order));
  };
}

export function createListOrdersHandler(context: ApiContext) {
  const { db } = context;
  return async (
    request: FastifyRequest<{ Querystring: OrderListQuery }>,
    reply: FastifyReply,
  ): Promise<FastifyReply> => {
    const { po_number, status, limit, cursor } = request.query;
    const pageSize = limit === undefined ? defaultPageSize : Number(limit);
    request.logDetails = { poNumber: po_number ?? null };
    const work = toWork(request, reply, unitsPerOrder * pageSize);
    const filter = {
      accountId: request.caller.accountId,
      poNumber: po_number ?? null,
      status: status ?? null,
      before: cursor === undefined ? null : readCursor(cursor),
      limit: pageSize + 1,
    };
    const reading = context.scheduler.run(work, () => selectOrders(db, filter));
    const confirmed = reading.then(async (orders) => {
      if (orders.length > 0) await db.awaitReplication();
      return orders;
    });
    const found = await answerInTime(request, "UNAVAILABLE", context.clock(), confirmed, null);
    const page = found.slice(0, pageSize);
    const last = page.at(-1);
    const body = {
      success: true,
      orders: page.map(toWireOrder),
      next_cursor: found.length > pageSize && last !== undefined ? renderCursor(last) : null,
    };
    return reply.header("content-type", jsonAnswerType).send(JSON.stringify(body));
  };
}
