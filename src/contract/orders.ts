// The wire format of orders.
import Type from "typebox";
import {
  described,
  integerField,
  MoneyObject,
  nullableString,
  optional,
  stringField,
} from "./fields.ts";
import { limits } from "./limits.ts";

// Excludes characters that cannot be stored: NUL and, by the validator's `u` flag, lone surrogates.
const storable = "^[^\\u0000\\uD800-\\uDFFF]*$";

export const RequestedLine = Type.Object(
  {
    part_id: stringField(
      "From a catalog lookup of this account, not older than an hour.",
      "pt_8Q2mWk0vT5yZr1aXc7LbNg",
    ),
    quantity: Type.Integer({
      description: 'An integer; `1.0` is valid, `"1"` is not.',
      minimum: 1,
      maximum: limits.quantity,
      examples: [25],
    }),
  },
  {
    $id: "RequestedLine",
    title: "Requested line",
    description: "A part and its quantity. Several lines may have the same part.",
  },
);

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

export const LineItem = Type.Object(
  {
    part_number: stringField("Manufacturer part number.", "DA65152-14"),
    title: nullableString(
      "Human-readable name.",
      "Preformed packing, fluorocarbon rubber, size 14",
    ),
    condition: stringField("Condition code.", "NE"),
    unit_of_measure: stringField("Unit in which the part is sold.", "EA"),
    vendor: stringField("Name of the supplier.", "Example Aero Distribution"),
    quantity: integerField("Ordered quantity.", 25),
    unit_price: described(
      MoneyObject,
      "The account's actual unit price; may be lower than the catalog `price`.",
    ),
    line_total: described(MoneyObject, "Exactly `unit_price` multiplied by `quantity`."),
  },
  {
    $id: "LineItem",
    title: "Line item",
    description: "A line of an order. Lines are in the order sent.",
  },
);
export type LineItem = Type.Static<typeof LineItem>;

/** A field of a later version: responses that were stored before it lack it. */
function added(description: string, example: string) {
  return Type.Optional(nullableString(description, example));
}

const timeExample = "2026-11-21T14:02:00.000Z";

export const orderStatuses = ["draft", "confirmed", "fulfilled", "cancelled", "expired"] as const;

export const Order = Type.Object(
  {
    order_id: stringField("Opaque order identifier.", "01a1fe69-f7c0-7d20-8e4b-3f6a91c2d705"),
    status: Type.Enum([...orderStatuses], {
      description:
        "`draft` until a buyer confirms the order on the web site. The API cannot change the " +
        "status.",
      examples: ["draft"],
    }),
    po_number: nullableString("As sent, or null.", "PO-4711"),
    notes: nullableString("As sent, or null.", "Deliver to dock 3."),
    line_items: Type.Array(LineItem, { description: "One per line of the request." }),
    subtotal: described(MoneyObject, "Exactly the sum of the line totals."),
    created_at: Type.String({
      description: "Time of the order, ISO 8601 in UTC.",
      format: "date-time",
      examples: [timeExample],
    }),
    updated_at: Type.Optional(
      Type.String({
        description: "Time of the last change.",
        format: "date-time",
        examples: [timeExample],
      }),
    ),
    confirmed_at: added("When a buyer confirmed the order, or null.", timeExample),
    fulfilled_at: added("When the distributor delivered the order, or null.", timeExample),
    fulfilment_reference: added("The distributor's reference of the delivery.", "DN-20391"),
    cancelled_at: added("When the order was cancelled or discarded, or null.", timeExample),
    cancellation_reason: added("Why the distributor cancelled the order.", "Part on recall"),
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
    status: Type.Optional(
      Type.Enum([...orderStatuses], {
        description: "Only orders in this status.",
        examples: ["draft"],
      }),
    ),
    updated_since: Type.Optional(
      Type.String({
        description:
          "Only orders that changed at this time or later, ISO 8601 with a time zone, the oldest " +
          "change first.",
        pattern: "^\\d{4}(-\\d{2}){2}T\\d{2}(:\\d{2}){2}(\\.\\d{1,9})?(Z|[+-]\\d{2}:\\d{2})$",
        examples: ["2026-11-21T00:00:00Z"],
      }),
    ),
    limit: Type.Optional(
      Type.String({
        description: `Orders per page, 1 to ${limits.pageSize}.`,
        pattern: "^([1-9][0-9]?|100)$",
        default: "20",
        examples: ["20"],
      }),
    ),
    cursor: Type.Optional(
      Type.String({
        description: "`next_cursor` of the previous page.",
        pattern: "^([A-Za-z0-9_-]{22}|[A-Za-z0-9_-]{32})$",
        examples: ["AaH-affAfSCOSz9qkcLXBQ"],
      }),
    ),
  },
  { additionalProperties: false },
);
export type OrderListQuery = Type.Static<typeof OrderListQuery>;

export const OrderListAnswer = Type.Object(
  {
    success: Type.Literal(true, { description: "`true` for every 2xx response." }),
    orders: Type.Array(Order, {
      description: "A page of orders, newest first; with `updated_since` the oldest change first.",
    }),
    next_cursor: Type.Union([Type.String(), Type.Null()], {
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
