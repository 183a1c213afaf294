// The wire format of draft orders (interface, "POST …/orders"; decisions 24 to 32).
import Type from "typebox";
import { limits } from "./limits.ts";
import { MoneyObject, nullableString, optional } from "./wireTypes.ts";

// Characters a text field cannot hold: NUL and, by the validator's `u` flag, halves of surrogate pairs.
const storable = "^[^\\u0000\\uD800-\\uDFFF]*$";

export const OrderRequest = Type.Object(
  {
    items: Type.Array(
      Type.Object({
        part_id: Type.String({ description: "From a catalog lookup of this account." }),
        quantity: Type.Integer({ minimum: 1, maximum: limits.quantity, examples: [2] }),
      }),
      { minItems: 1, maxItems: limits.orderLines },
    ),
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
  { title: "Draft order" },
);
export type OrderRequest = Type.Static<typeof OrderRequest>;

export const LineItem = Type.Object(
  {
    part_number: Type.String(),
    title: nullableString("Human-readable name.", "Fuel pump"),
    condition: Type.String({ examples: ["NE"] }),
    unit_of_measure: Type.String({ examples: ["EA"] }),
    vendor: Type.String(),
    quantity: Type.Integer(),
    unit_price: MoneyObject,
    line_total: MoneyObject,
  },
  { $id: "LineItem", title: "Line item" },
);
export type LineItem = Type.Static<typeof LineItem>;

export const orderStatuses = ["draft", "confirmed", "fulfilled", "cancelled", "expired"] as const;
export type OrderStatus = (typeof orderStatuses)[number];

export const Order = Type.Object(
  {
    order_id: Type.String({ description: "Opaque order identifier." }),
    status: Type.Enum([...orderStatuses]),
    po_number: nullableString("As sent; null where none was.", "PO-4711"),
    notes: nullableString("As sent; null where none were.", null),
    line_items: Type.Array(LineItem),
    subtotal: MoneyObject,
    created_at: Type.String({ format: "date-time", examples: ["2026-11-21T14:02:00.000Z"] }),
  },
  { $id: "Order", title: "Order" },
);
export type Order = Type.Static<typeof Order>;

export const OrderAnswer = Type.Object(
  { success: Type.Literal(true), order: Order },
  { $id: "OrderAnswer", title: "Order answer" },
);
export type OrderAnswer = Type.Static<typeof OrderAnswer>;

export const OrderListQuery = Type.Object({
  po_number: Type.Optional(
    Type.String({
      description: "Only orders with exactly this number.",
      maxLength: limits.poNumberLength,
      pattern: storable,
    }),
  ),
  status: Type.Optional(Type.Enum([...orderStatuses])),
  limit: Type.Optional(
    Type.String({
      description: `Orders a page, 1 to ${limits.pageSize}.`,
      pattern: "^([1-9][0-9]?|100)$",
      default: "20",
    }),
  ),
  cursor: Type.Optional(
    Type.String({
      description: "`next_cursor` of the page before.",
      pattern: "^[A-Za-z0-9_-]{22}$",
    }),
  ),
});
export type OrderListQuery = Type.Static<typeof OrderListQuery>;

export const OrderListAnswer = Type.Object(
  {
    success: Type.Literal(true),
    orders: Type.Array(Order),
    next_cursor: Type.Union([Type.String(), Type.Null()], {
      description: "For the next page; null on the last.",
    }),
  },
  { $id: "OrderListAnswer", title: "Order list" },
);
export type OrderListAnswer = Type.Static<typeof OrderListAnswer>;
