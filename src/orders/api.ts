// Orders for the distributor's own systems: every change in one order, across accounts, and what
// became of an order back.
import { type Static, type TObject, type TProperties, Type } from "typebox";
import { selectAccount } from "../accounts/queries.ts";
import type { KeyActor } from "../audit/actor.ts";
import type { Database } from "../db/database.ts";
import { isUuid } from "../db/isUuid.ts";
import { orderAddress } from "../home/consoleAddresses.ts";
import { verb } from "../kit/action.ts";
import {
  type ApiCall,
  type Operation,
  recordOperation,
  refuseParameter,
  verbOperation,
} from "../kit/api.ts";
import { printable } from "../kit/contract/orderLines.ts";
import { Order, OrderListQuery } from "../kit/contract/orders.ts";
import type { Context, Noun } from "../kit/declared.ts";
import { Failure } from "../kit/errors.ts";
import { WholeWire } from "../kit/wire.ts";
import type { MailingContext } from "../signIn/peopleContext.ts";
import type { OrderEnd } from "./endOrder.ts";
import { lineFacts } from "./lineFacts.ts";
import { endByOperator } from "./operatorChanges.ts";
import { toReportJson } from "./orderJson.ts";
import {
  parseSince,
  type ReportedOrder,
  readPlace,
  selectReportedOrders,
  writeCursor,
} from "./recordQueries.ts";

const orNull = (type: string) => ({ type: [type, "null"] }) as never;

/** As `toReportJson` writes it. */
function describeOrder(): TObject {
  const { line_items, ...fields } = Order.properties;
  const { properties } = line_items.items;
  const optional = lineFacts
    .filter((fact) => fact.for === "if set")
    .map(({ name, type }) => [name, orNull(type === undefined ? "object" : "string")] as const);
  const line = Type.Object(
    {
      ...properties,
      ...Object.fromEntries(optional),
      lead_time_days: orNull("integer"),
      list_price: orNull("object"),
      rule_id: orNull("string"),
    },
    { title: "order line" },
  );
  return Type.Object(
    {
      account_id: Type.String({
        format: "uuid",
        examples: ["01a1fe69-f7c0-7d20-8e4b-3f6a91c2d704"],
      }),
      account: Type.String({ description: "Name of the account.", examples: ["Example Air"] }),
      ...fields,
      ship_to: orNull("string"),
      confirmed_by: orNull("string"),
      lines: Type.Array(line),
    },
    { title: "order" },
  );
}

const order = describeOrder();

const { status, po_number, updated_since } = OrderListQuery.properties;
const query = Type.Object({
  status,
  updated_since,
  po_number,
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
    Type.String({ maxLength: 200, description: "ID or name of the account." }),
  ),
});

async function listChanges({ db }: Context, { input }: ApiCall) {
  const sent = input as Static<typeof query>;
  const { status, updated_since, cursor, limit = 50, account, po_number } = sent;
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

/** Found by its ID or number. */
const noun: Noun<ReportedOrder, Database> = {
  name: "order",
  async find(db, text) {
    const named = isUuid(text) ? { orderId: text } : { orderNumber: text.toUpperCase() };
    return (await selectReportedOrders(db, { ...named, accountId: null, limit: 1 }))[0];
  },
  idOf: ({ orderId }) => orderId,
  accountOf: ({ accountId }) => accountId,
  address: orderAddress,
  wire: new WholeWire(order, toReportJson),
};

/** One line, as in the console. */
const line = { minLength: 1, pattern: printable };

/** Ends an order as an operator does. */
function endOperation<Sent extends TProperties>(
  name: string,
  sent: Sent,
  toEnd: (sent: Static<TObject<Sent>>) => OrderEnd,
) {
  const end = verb<Context & MailingContext, ReportedOrder, TObject<Sent>, KeyActor>({
    name: `order ${name}`,
    of: noun,
    surfaces: ["api"],
    about: `${name} a confirmed order; the same request again changes nothing`,
    input: Type.Object(sent),
    async run({ db, mailEncryption: encryption, ...mailing }, row, input, { actor, now }) {
      const { orderId, version } = row;
      const asked = { orderId, version, end: toEnd(input), actor, now };
      const { outcome } = await endByOperator(db, asked, { encryption, ...mailing });
      if (outcome === "busy") throw new Failure("UNAVAILABLE");
      if (outcome !== "changed") return { done: "Done." };
      const latest = (await noun.find(db, orderId, { lock: false })) ?? row;
      return { refused: "changed", text: `The order is ${latest.status}; nothing changed.` };
    },
  });
  return verbOperation(end);
}

export const orderOperations: readonly Operation<MailingContext>[] = [
  {
    id: "listOrders",
    method: "GET",
    path: "/orders",
    summary: "Follow the orders of all accounts: the oldest change first, none missed",
    query,
    answer: Type.Object({
      orders: Type.Array(order),
      next_cursor: Type.String({ examples: ["AAZC…"] }),
      has_more: Type.Boolean({ examples: [false] }),
    }),
    handle: listChanges,
  },
  recordOperation(noun),
  endOperation(
    "fulfil",
    { reference: Type.String({ ...line, maxLength: 100, examples: ["DN-4711"] }) },
    ({ reference }) => ({ kind: "fulfilled", reference }),
  ),
  endOperation(
    "cancel",
    { reason: Type.String({ ...line, maxLength: 500, examples: ["Out of stock"] }) },
    ({ reason }) => ({ kind: "cancelled", reason }),
  ),
];
