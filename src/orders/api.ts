// Orders for the distributor's own systems: every change in one order, across accounts, and what
// became of an order back.
import { type TObject, Type } from "typebox";
import { selectAccount } from "../accounts/queries.ts";
import type { KeyActor } from "../audit/actor.ts";
import type { Database } from "../db/database.ts";
import { isUuid } from "../db/isUuid.ts";
import { type ApiCall, type Operation, readQuery, refuseParameter } from "../kit/api.ts";
import { printable } from "../kit/contract/orderLines.ts";
import { Order, orderStatuses } from "../kit/contract/orders.ts";
import { Failure } from "../kit/errors.ts";
import { exampleOf } from "../kit/wire.ts";
import type { MailingContext } from "../signIn/peopleContext.ts";
import type { OrderMailSettings } from "./documents/orderMail.ts";
import { endByOperator, type OrderEnd } from "./operatorChanges.ts";
import { toReportJson } from "./orderJson.ts";
import {
  parseSince,
  type RecordFilter,
  type ReportedOrder,
  readPlace,
  selectReportedOrders,
  writeCursor,
} from "./recordQueries.ts";

const orNull = (type: string) => ({ type: [type, "null"] }) as never;

/** As `toReportJson` writes it. */
function describeOrder(): TObject {
  const { line_items, ...fields } = Order.properties;
  const line = Type.Object(
    {
      ...line_items.items.properties,
      remark: orNull("string"),
      needed_by: orNull("string"),
      requested: orNull("object"),
      lead_time_days: orNull("integer"),
      list_price: orNull("object"),
      rule_id: orNull("string"),
    },
    { title: "order line" },
  );
  return Type.Object(
    {
      account_id: Type.String({ format: "uuid" }),
      account: Type.String({ description: "Name of the account." }),
      ...fields,
      ship_to: orNull("string"),
      confirmed_by: orNull("string"),
      lines: Type.Array(line),
    },
    { title: "order", examples: [exampleOf(Order)] },
  );
}

const order = describeOrder();

const statusWords = orderStatuses.join(", ");
const query = Type.Object({
  status: Type.Optional(
    Type.Enum([...orderStatuses], { fault: `status must be one of ${statusWords}.` }),
  ),
  updated_since: Type.Optional(
    Type.String({
      maxLength: 40,
      description: "Only changes at this time or later, such as 2026-11-30T00:00:00Z.",
    }),
  ),
  cursor: Type.Optional(
    Type.String({
      maxLength: 200,
      description:
        "`next_cursor` of the answer before, with the same other parameters. It is never null: " +
        "store it, and send it later for what changed in the meantime.",
    }),
  ),
  limit: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: 100,
      description: "Orders of a page; 50 if it is not sent.",
      fault: "limit must be an integer from 1 to 100.",
    }),
  ),
  account: Type.Optional(
    Type.String({
      maxLength: 200,
      description: "ID or name of the account.",
      fault: "account is too long.",
    }),
  ),
  po_number: Type.Optional(Type.String({ maxLength: 64, fault: "po_number is too long." })),
});

async function listChanges({ db }: { readonly db: Database }, { query: sent }: ApiCall) {
  const { status, updated_since, cursor, limit = 50, account, po_number } = readQuery(query, sent);
  const since = updated_since === undefined ? new Date(0) : parseSince(updated_since);
  if (since === undefined) {
    throw refuseParameter("updated_since", "format", "updated_since must be a time.");
  }
  const place = readPlace(since.getTime(), cursor ?? null);
  if (place === undefined) {
    const message = "cursor is not valid. Use next_cursor of the answer before.";
    throw refuseParameter("cursor", "pattern", message);
  }
  const owner = account === undefined ? null : await selectAccount(db, account);
  if (owner === undefined) {
    throw refuseParameter("account", "format", "No account has this ID or name.");
  }
  const filter = { status, poNumber: po_number, accountId: owner?.accountId ?? null, place };
  const found = await selectReportedOrders(db, { ...filter, limit: limit + 1 });
  const page = found.slice(0, limit);
  return {
    orders: page.map(toReportJson),
    next_cursor: writeCursor(place, page.at(-1)),
    has_more: found.length > limit,
  };
}

/** The order with an id or a number. */
async function find(db: Database, text: string): Promise<ReportedOrder> {
  const named: Partial<RecordFilter> = isUuid(text)
    ? { orderId: text }
    : { orderNumber: text.toUpperCase() };
  const [found] = await selectReportedOrders(db, { ...named, accountId: null, limit: 1 });
  if (found === undefined) throw new Failure("NOT_FOUND", { message: "There is no such order." });
  return found;
}

async function endOrder(
  { db, mailEncryption: encryption, publicUrl, supportEmail }: MailingContext,
  { param, actor, now }: { param: ApiCall["param"]; actor: KeyActor; now: Date },
  end: OrderEnd,
) {
  const { orderId, version } = await find(db, param("order"));
  const mail: OrderMailSettings = { encryption, publicUrl, supportEmail };
  const { outcome } = await endByOperator(db, { orderId, version, end, actor, now }, mail);
  if (outcome === "busy") throw new Failure("UNAVAILABLE");
  const latest = await find(db, orderId);
  if (outcome !== "changed") return { order: toReportJson(latest) };
  const message = `The order is ${latest.status}; nothing changed.`;
  const details = [{ path: "", code: "changed", message, state: latest.status }];
  throw new Failure("CONFLICT", { message, details });
}

const answer = Type.Object({ order });

/** One line, as in the console. */
const line = { minLength: 1, pattern: printable };

export const orderOperations: readonly Operation<MailingContext>[] = [
  {
    id: "listOrders",
    method: "GET",
    path: "/orders",
    scope: "orders:read",
    summary: "Follow the orders of all accounts: the oldest change first, none missed",
    query,
    answer: Type.Object({
      orders: Type.Array(order),
      next_cursor: Type.String({ examples: ["AAZC…"] }),
      has_more: Type.Boolean({ examples: [false] }),
    }),
    handle: listChanges,
  },
  {
    id: "readOrder",
    method: "GET",
    path: "/orders/:order",
    scope: "orders:read",
    summary: "Get an order by its ID or number",
    query: Type.Object({}),
    answer,
    errors: ["NOT_FOUND"],
    handle: async ({ db }, { param }) => ({ order: toReportJson(await find(db, param("order"))) }),
  },
  {
    id: "fulfilOrder",
    method: "POST",
    path: "/orders/:order/fulfil",
    scope: "orders:write",
    summary: "Fulfil a confirmed order; the same request again changes nothing",
    query: Type.Object({}),
    body: Type.Object({
      reference: Type.String({ ...line, maxLength: 100, examples: ["DN-4711"] }),
    }),
    answer,
    errors: ["NOT_FOUND", "CONFLICT"],
    handle(context, call) {
      const { reference } = call.body as { readonly reference: string };
      return endOrder(context, call, { kind: "fulfilled", reference });
    },
  },
  {
    id: "cancelOrder",
    method: "POST",
    path: "/orders/:order/cancel",
    scope: "orders:write",
    summary: "Cancel a confirmed order; the same request again changes nothing",
    query: Type.Object({}),
    body: Type.Object({
      reason: Type.String({ ...line, maxLength: 500, examples: ["Out of stock"] }),
    }),
    answer,
    errors: ["NOT_FOUND", "CONFLICT"],
    handle(context, call) {
      const { reason } = call.body as { readonly reason: string };
      return endOrder(context, call, { kind: "cancelled", reason });
    },
  },
];
