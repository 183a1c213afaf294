// Lists of the API in pages: newest first, or in the order of changes, oldest first.
import type { FastifyReply, FastifyRequest } from "fastify";
import { defaultPageSize, type OrderListQuery } from "../../kit/contract/orders.ts";
import { Failure } from "../../kit/errors.ts";
import {
  type OrderPlace,
  type Placed,
  parseSince,
  readPlace,
  writeCursor,
} from "../../orders/recordQueries.ts";
import { jsonAnswerType } from "../http/answerFailure.ts";
import { readWait } from "../http/connections/requestQueue.ts";
import { answerInTime } from "./answerInTime.ts";
import type { ApiContext } from "./apiContext.ts";

function refuse(path: string, message: string): Failure {
  const details = [{ path, code: "format", message }];
  return new Failure("VALIDATION_FAILED", { message, details });
}

type ListQuery = Pick<OrderListQuery, "updated_since" | "cursor" | "limit">;

function readStart({ updated_since: since, cursor }: ListQuery): OrderPlace {
  const moment = since === undefined ? null : parseSince(since);
  if (moment === undefined) {
    throw refuse("updated_since", `updated_since is not a time: ${since}.`);
  }
  const place = readPlace(moment?.getTime() ?? null, cursor ?? null);
  if (place === undefined) {
    const list = since === undefined ? "with" : "without";
    const remedy = "Send the parameters of that list.";
    throw refuse("cursor", `cursor belongs to a list ${list} updated_since. ${remedy}`);
  }
  return place;
}

/**
 * Reads what the caller's account has. A response with rows confirms them, so it waits for the
 * standbys (decision 150).
 */
export function readRows<Row>(
  { db }: ApiContext,
  request: FastifyRequest,
  select: () => Promise<Row[]>,
): Promise<Row[]> {
  const read = async () => {
    const found = await select();
    if (found.length > 0) await db.awaitReplication();
    return found;
  };
  return answerInTime(readWait(request.raw), "UNAVAILABLE", read, null);
}

type Page = { readonly place: OrderPlace; readonly limit: number };

type Listed<Row> = {
  /** Of the rows in the body. */
  readonly name: string;
  select(page: Page): Promise<(Row & Placed)[]>;
  write(row: Row): unknown;
};

/** Answers a page; `request` has the parameters of a list. */
export async function answerList<Row>(
  context: ApiContext,
  request: FastifyRequest<{ Querystring: ListQuery }>,
  reply: FastifyReply,
  { name, select, write }: Listed<Row>,
): Promise<FastifyReply> {
  const { limit } = request.query;
  const pageSize = limit === undefined ? defaultPageSize : Number(limit);
  const place = readStart(request.query);
  const page = { place, limit: pageSize + 1 };
  const found = await readRows(context, request, () => select(page));
  const rows = found.slice(0, pageSize);
  const hasMore = found.length > pageSize;
  const body = {
    success: true,
    [name]: rows.map(write),
    // What changes next comes after the last change.
    next_cursor: hasMore || "after" in place ? writeCursor(place, rows.at(-1)) : null,
    has_more: hasMore,
  };
  return reply.header("content-type", jsonAnswerType).send(JSON.stringify(body));
}
