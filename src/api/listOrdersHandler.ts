import type { FastifyReply, FastifyRequest } from "fastify";
import { defaultPageSize, type OrderListQuery } from "../contract/orders.ts";
import { Failure } from "../errors.ts";
import { jsonAnswerType } from "../http/answerFailure.ts";
import { readWait } from "../http/connections/requestQueue.ts";
import {
  type ChangePlace,
  type OrderRecord,
  selectChangedRecords,
  selectRecords,
} from "../orders/recordQueries.ts";
import { answerInTime } from "./answerInTime.ts";
import { type ApiContext, toWork } from "./apiContext.ts";
import { toWireOrder, unitsPerOrder } from "./orderAnswer.ts";

// A cursor is a place among the orders by creation, 16 bytes of an order id, or a place in the
// order of their changes, 8 bytes of a time and an order id.
const timeBytes = 8;
/** The years that updated_since can have, in any time zone. */
const minMicros = BigInt(Date.parse("-000001-12-31T00:00:00Z")) * 1000n;
const maxMicros = BigInt(Date.parse("+010000-01-02T00:00:00Z")) * 1000n;

function toBytes(orderId: string): Buffer {
  return Buffer.from(orderId.replaceAll("-", ""), "hex");
}

function toOrderId(bytes: Buffer): string {
  return bytes.toString("hex").replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
}

function writeCursor(orderId: string): string {
  return toBytes(orderId).toString("base64url");
}

/** Undefined if the cursor is of the other kind. */
function readCursor(cursor: string): string | undefined {
  const bytes = Buffer.from(cursor, "base64url");
  return bytes.length === 16 ? toOrderId(bytes) : undefined;
}

function writeChangeCursor({ micros, orderId }: ChangePlace): string {
  const time = Buffer.alloc(timeBytes);
  time.writeBigInt64BE(micros);
  return Buffer.concat([time, toBytes(orderId)]).toString("base64url");
}

/** Undefined if the cursor is of the other kind, or has a time that the database cannot have. */
function readChangeCursor(cursor: string): ChangePlace | undefined {
  const bytes = Buffer.from(cursor, "base64url");
  if (bytes.length !== timeBytes + 16) return undefined;
  const micros = bytes.readBigInt64BE();
  if (micros < minMicros || micros > maxMicros) return undefined;
  return { micros, orderId: toOrderId(bytes.subarray(timeBytes)) };
}

/** Before the id of any order. */
const noOrder = "00000000-0000-0000-0000-000000000000";

/** A list of orders: how to read a page, and the cursor after its last order, if any. */
type OrderList = {
  read(limit: number): Promise<OrderRecord[]>;
  end(last: OrderRecord | undefined, hasMore: boolean): string | null;
};

function refuse(path: string, message: string): Failure {
  const details = [{ path, code: "format", message }];
  return new Failure("VALIDATION_FAILED", { message, details });
}

function refuseCursor(list: "with updated_since" | "without updated_since"): Failure {
  return refuse("cursor", `cursor belongs to a list ${list}. Send the parameters of that list.`);
}

function readPlace(since: string, cursor: string | undefined): ChangePlace {
  const ms = Date.parse(since);
  if (Number.isNaN(ms)) {
    throw refuse("updated_since", `updated_since is not a time: ${since}.`);
  }
  const start = { micros: BigInt(ms) * 1000n, orderId: noOrder };
  const place = cursor === undefined ? start : readChangeCursor(cursor);
  if (place === undefined) {
    throw refuseCursor("without updated_since");
  }
  return place;
}

function readBefore(cursor: string | undefined): string | null {
  const before = cursor === undefined ? null : readCursor(cursor);
  if (before === undefined) {
    throw refuseCursor("with updated_since");
  }
  return before;
}

function toList(
  { db }: ApiContext,
  request: FastifyRequest<{ Querystring: OrderListQuery }>,
): OrderList {
  const { order_number, po_number, status, updated_since: since, cursor } = request.query;
  const { accountId } = request.caller;
  const filter = {
    accountId,
    orderNumber: order_number ?? null,
    poNumber: po_number ?? null,
    status: status ?? null,
  };
  if (since === undefined) {
    const before = readBefore(cursor);
    return {
      read: (limit) => selectRecords(db, { ...filter, before, limit }),
      end: (last, hasMore) => (hasMore && last !== undefined ? writeCursor(last.orderId) : null),
    };
  }
  const after = readPlace(since, cursor);
  return {
    read: (limit) => selectChangedRecords(db, { ...filter, after, limit }),
    // What changes next comes after it.
    end: (last) =>
      writeChangeCursor(last === undefined ? after : { ...last, micros: last.changedMicros }),
  };
}

/** Handles the list of orders, newest first, or by their changes, oldest first. */
export function createListOrdersHandler(context: ApiContext) {
  const { db } = context;
  return async (
    request: FastifyRequest<{ Querystring: OrderListQuery }>,
    reply: FastifyReply,
  ): Promise<FastifyReply> => {
    const { po_number, limit } = request.query;
    const pageSize = limit === undefined ? defaultPageSize : Number(limit);
    request.logDetails = { poNumber: po_number ?? null };
    const list = toList(context, request);
    const work = toWork(request, reply, unitsPerOrder * pageSize);
    const confirmed = async () => {
      const orders = await context.scheduler.run(work, () => list.read(pageSize + 1));
      // Waiting is no work: it takes no share of the node.
      if (orders.length > 0) await db.awaitReplication();
      return orders;
    };
    const waitedMs = readWait(request.raw);
    const found = await answerInTime(waitedMs, "UNAVAILABLE", confirmed, null);
    const page = found.slice(0, pageSize);
    const hasMore = found.length > pageSize;
    const body = {
      success: true,
      orders: page.map((order) => toWireOrder(order, order.history)),
      next_cursor: list.end(page.at(-1), hasMore),
      has_more: hasMore,
    };
    return reply.header("content-type", jsonAnswerType).send(JSON.stringify(body));
  };
}
