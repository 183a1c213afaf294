// The wire format of orders.
import Type from "typebox";
import {
  added,
  described,
  documentedAs,
  int32,
  MoneyObject,
  nullableString,
  optional,
  stringField,
} from "./fields.ts";
import { limits, storedLimits } from "./limits.ts";
import { LineItem, RequestedLine } from "./orderLines.ts";

// Excludes characters that cannot be stored: NUL and, by the validator's `u` flag, lone surrogates.
const storable = "^[^\\u0000\\uD800-\\uDFFF]*$";

const shipToExample = "Example Air, Hangar 4\n4200 NW 36th St\nMiami, FL 33166, USA";

export const OrderRequest = Type.Object(
  {
    items: Type.Array(RequestedLine, {
      description: "The lines of the order. All of them are placed, or none.",
      minItems: 1,
      maxItems: limits.orderLines,
    }),
    po_number: optional(
      "string",
      Type.String({
        description: "Your purchase order number.",
        maxLength: limits.poNumberLength,
        pattern: storable,
        examples: ["PO-4711"],
      }),
    ),
    ship_to: optional(
      "string",
      Type.String({
        description:
          "The ship-to address, with its lines. Without one, the distributor ships to the " +
          "address it has on file.",
        maxLength: limits.shipToLength,
        pattern: storable,
        examples: [shipToExample],
      }),
    ),
    notes: optional(
      "string",
      Type.String({
        description: "Free text, for example delivery instructions.",
        maxLength: limits.notesLength,
        pattern: storable,
        examples: ["Deliver to dock 3."],
      }),
    ),
  },
  { $id: "OrderRequest", title: "Order request", description: "The content of a draft order." },
);
export type OrderRequest = Type.Static<typeof OrderRequest>;

const timeExample = "2026-11-21T14:02:00.000Z";

/** A time as the service writes it: ISO 8601 in UTC, with milliseconds. */
export function timeField(description: string) {
  return Type.String({
    description,
    format: "date-time",
    maxLength: storedLimits.timeLength,
    examples: [timeExample],
  });
}

export const orderStatuses = ["draft", "confirmed", "fulfilled", "cancelled", "expired"] as const;

export const Order = Type.Object(
  {
    order_id: stringField(
      "Opaque order identifier.",
      "01a1fe69-f7c0-7d20-8e4b-3f6a91c2d705",
      storedLimits.idLength,
    ),
    order_number: Type.Optional(
      stringField(
        "The order's number for people, on pages, in e-mails and documents. Missing in the " +
          "repeated response of an order placed before numbers existed.",
        "SO-100234",
        storedLimits.orderNumberLength,
      ),
    ),
    status: Type.Enum([...orderStatuses], {
      description:
        "`draft` until a buyer confirms the order on the web site. The API cannot change the " +
        "status.",
      examples: ["draft"],
    }),
    po_number: nullableString("As sent, or null.", "PO-4711", limits.poNumberLength),
    ship_to: Type.Optional(
      stringField("The ship-to address, if the order has one.", shipToExample, limits.shipToLength),
    ),
    notes: nullableString("As sent, or null.", "Deliver to dock 3.", limits.notesLength),
    line_items: Type.Array(LineItem, {
      description: "One per line of the request.",
      maxItems: limits.orderLines,
    }),
    subtotal: described(MoneyObject, "Exactly the sum of the line totals."),
    created_at: timeField("Time of the order, ISO 8601 in UTC."),
    updated_at: Type.Optional(timeField("Time of the last change.")),
    confirmed_at: added(
      "When a buyer confirmed the order, or null.",
      timeExample,
      storedLimits.timeLength,
    ),
    fulfilled_at: added(
      "When the distributor delivered the order, or null.",
      timeExample,
      storedLimits.timeLength,
    ),
    fulfilment_reference: added(
      "The distributor's reference for the delivery. Can be corrected later, which changes " +
        "`updated_at`.",
      "DN-20391",
      storedLimits.referenceLength,
    ),
    cancelled_at: added(
      "When the order was cancelled or discarded, or null.",
      timeExample,
      storedLimits.timeLength,
    ),
    cancellation_reason: added(
      "Why the distributor cancelled the order.",
      "Part on recall",
      storedLimits.reasonLength,
    ),
  },
  {
    $id: "Order",
    title: "Order",
    description: "An order at the account's own prices. An order has one currency.",
  },
);
export type Order = Type.Static<typeof Order>;

export const OrderAnswer = Type.Object(
  {
    success: Type.Literal(true, { description: "`true` for every 2xx response." }),
    order: described(
      Order,
      "The current order; in the response to a repeated request, the order when it was placed.",
    ),
  },
  { $id: "OrderAnswer", title: "Order answer", description: "One order." },
);
export type OrderAnswer = Type.Static<typeof OrderAnswer>;

/** With nine decimal places and an offset. */
const maxTimeLength = 35;
export const defaultPageSize = 20;

export const OrderListQuery = Type.Object(
  {
    po_number: Type.Optional(
      Type.String({
        description: "Only orders with exactly this purchase order number.",
        maxLength: limits.poNumberLength,
        pattern: storable,
        examples: ["PO-4711"],
      }),
    ),
    order_number: Type.Optional(
      Type.String({
        description: "Only the order with this number.",
        maxLength: storedLimits.orderNumberLength,
        pattern: storable,
        examples: ["SO-100234"],
      }),
    ),
    status: Type.Optional(
      Type.Enum([...orderStatuses], {
        description: "Only orders in this status.",
        examples: ["draft"],
      }),
    ),
    updated_since: Type.Optional(
      documentedAs(
        Type.String({
          description:
            "Only orders that changed at this time or later, the oldest change first. ISO 8601 " +
            "with a time zone; in an address, write `+` as `%2B`.",
          pattern: "^\\d{4}(-\\d{2}){2}T\\d{2}(:\\d{2}){2}(\\.\\d{1,9})?(Z|[+-]\\d{2}:\\d{2})$",
          examples: ["2026-11-21T00:00:00Z"],
        }),
        { maxLength: maxTimeLength },
      ),
    ),
    limit: Type.Optional(
      documentedAs(
        Type.String({ description: "Orders per page.", pattern: "^([1-9][0-9]?|100)$" }),
        {
          ...int32,
          type: "integer",
          pattern: undefined,
          minimum: 1,
          maximum: limits.pageSize,
          default: defaultPageSize,
          examples: [defaultPageSize],
        },
      ),
    ),
    cursor: Type.Optional(
      documentedAs(
        Type.String({
          description: "`next_cursor` of the previous page.",
          pattern: "^([A-Za-z0-9_-]{22}|[A-Za-z0-9_-]{32})$",
          examples: ["AaH-affAfSCOSz9qkcLXBQ"],
        }),
        { maxLength: storedLimits.cursorLength },
      ),
    ),
  },
  { additionalProperties: false },
);
export type OrderListQuery = Type.Static<typeof OrderListQuery>;

const Cursor = Type.String({ maxLength: storedLimits.cursorLength });

export const OrderListAnswer = Type.Object(
  {
    success: Type.Literal(true, { description: "`true` for every 2xx response." }),
    orders: Type.Array(Order, {
      description: "A page of orders, newest first; with `updated_since` the oldest change first.",
      maxItems: limits.pageSize,
    }),
    next_cursor: Type.Union([Cursor, Type.Null()], {
      description:
        "The `cursor` of the next page; null on the last page. With `updated_since` never null: " +
        "it also continues with later changes.",
      examples: ["AaH-affAfSCOSz9qkcLXBQ"],
    }),
    has_more: Type.Boolean({ description: "`true` if there is another page now." }),
  },
  { $id: "OrderListAnswer", title: "Order list", description: "A page of the account's orders." },
);
export type OrderListAnswer = Type.Static<typeof OrderListAnswer>;
