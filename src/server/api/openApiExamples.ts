// Examples with part numbers of the demo catalog. A test sends the same requests to a running
// service and compares the responses.
import type { CatalogAnswer, CatalogRequest, Part } from "../../kit/contract/catalog.ts";
import type { LineItem } from "../../kit/contract/orderLines.ts";
import type {
  Order,
  OrderAnswer,
  OrderListAnswer,
  OrderRequest,
} from "../../kit/contract/orders.ts";

import type {
  QuoteAcceptance,
  QuoteLine,
  QuoteRequest,
  QuoteRequestBody,
} from "../../kit/contract/quotes.ts";

type Named<T> = { readonly summary: string; readonly value: T };

const packing: Part = {
  part_id: "pt_8Q2mWk0vT5yZr1aXc7LbNg",
  part_number: "DA65152-14",
  part_name: "PACKING,PREFORMED",
  title: "Preformed packing, fluorocarbon rubber, size 14",
  description:
    "Preformed packing, fluorocarbon rubber, size 14, for hydraulic systems. ATA chapter 29.",
  condition: "NE",
  unit_of_measure: "EA",
  available_stock: 1840,
  price: { amount: "4.85", currency: "USD" },
  status: "ACTIVE",
  vendor: "Example Aero Distribution",
};

const pump: Part = {
  part_id: "pt_Jd4sPz9uF3hVq6tEo2RwBA",
  part_number: "DA40310-2",
  part_name: "PUMP,FUEL BOOST",
  title: "Fuel boost pump, 28 VDC",
  description: null,
  condition: "OH",
  unit_of_measure: "EA",
  available_stock: 3,
  price: { amount: "3980.00", currency: "USD" },
  status: "ACTIVE",
  vendor: "Sample Rotable Exchange",
};

const byNumber: Named<CatalogRequest> = {
  summary: "Two part numbers",
  value: { part_numbers: ["DA65152-14", "DA6515-214"] },
};

const everything: Named<CatalogRequest> = {
  summary: "Numbers and names in stock, with all options",
  value: {
    part_numbers: ["DA6515-214"],
    part_names: ["fuel boost pump"],
    in_stock: true,
    include: ["matches", "suggestions", "account_price"],
  },
};

const nothing: Named<CatalogRequest> = {
  summary: "A number that is not in the catalog",
  value: { part_numbers: ["DA6515-214"] },
};

const foundByNumber: Named<CatalogAnswer> = {
  summary: "One number found, one not found",
  value: {
    success: true,
    found_parts: [packing],
    not_found: ["DA6515-214"],
    summary: { total_requested: 2, found: 1, not_found: 1 },
  },
};

const foundEverything: Named<CatalogAnswer> = {
  summary: "Numbers and names in stock, with all options",
  value: {
    success: true,
    found_parts: [
      {
        ...pump,
        account_price: {
          unit_price: { amount: "3681.50", currency: "USD" },
          quantity_breaks: [
            { min_quantity: 1, unit_price: { amount: "3681.50", currency: "USD" } },
          ],
        },
      },
    ],
    not_found: ["DA6515-214"],
    summary: { total_requested: 2, found: 1, not_found: 1 },
    matches: [
      { entry: "DA6515-214", kind: "part_number", part_ids: [] },
      { entry: "fuel boost pump", kind: "part_name", part_ids: [pump.part_id] },
    ],
    suggestions: [
      { entry: "DA6515-214", part_number: "DA65152-14", reason: "punctuation" },
      {
        entry: "fuel boost pump",
        part_number: "DA40310-2",
        reason: "term",
        read_as: "pump fuel boost",
      },
    ],
  },
};

const foundNothing: Named<CatalogAnswer> = {
  summary: "Nothing matched",
  value: {
    success: true,
    found_parts: [],
    not_found: ["DA6515-214"],
    summary: { total_requested: 1, found: 0, not_found: 1 },
  },
};

const shipTo = "Example Air, Hangar 4\n4200 NW 36th St\nMiami, FL 33166, USA";

const twoLines: Named<OrderRequest> = {
  summary: "Two lines",
  value: {
    items: [
      { part_id: packing.part_id, quantity: 25 },
      { part_id: pump.part_id, quantity: 2 },
    ],
    po_number: "PO-4711",
    ship_to: shipTo,
    notes: "Deliver to dock 3.",
  },
};

function toLine(part: Part, quantity: number, unitPrice: string, lineTotal: string): LineItem {
  const { part_number, title, condition, unit_of_measure, vendor } = part;
  return {
    part_number,
    title,
    condition,
    unit_of_measure,
    vendor,
    manufacturer: "Example Seals",
    cage: "1ABC5",
    certificate: "8130-3",
    quantity,
    unit_price: { amount: unitPrice, currency: "USD" },
    line_total: { amount: lineTotal, currency: "USD" },
  };
}

const order: Order = {
  order_id: "01a1fe69-f7c0-7d20-8e4b-3f6a91c2d705",
  order_number: "SO-100234",
  status: "draft",
  po_number: "PO-4711",
  ship_to: shipTo,
  notes: "Deliver to dock 3.",
  line_items: [toLine(packing, 25, "4.49", "112.25"), toLine(pump, 2, "3681.50", "7363.00")],
  subtotal: { amount: "7475.25", currency: "USD" },
  created_at: "2026-11-21T14:02:00.000Z",
  updated_at: "2026-11-21T14:02:00.000Z",
  confirmed_at: null,
  fulfilled_at: null,
  fulfilment_reference: null,
  cancelled_at: null,
  cancellation_reason: null,
};

const oneOrder: Named<OrderAnswer> = {
  summary: "An order with two lines",
  value: { success: true, order },
};

const onePage: Named<OrderListAnswer> = {
  summary: "The last page",
  value: { success: true, orders: [order], next_cursor: null, has_more: false },
};

const quoteLines: Named<QuoteRequestBody> = {
  summary: "A part of a lookup, and one that the catalog may not have",
  value: {
    lines: [
      { part_id: pump.part_id, quantity: 5, remark: "Aircraft 5B-DCX" },
      { part_number: "DA6515-214", quantity: 200, condition: "NE", needed_by: "2027-06-30" },
    ],
    po_number: "PO-4711",
    notes: "Please quote by Friday.",
  },
};

const unquoted = { options: [], no_quote: null };
const asked: QuoteRequest = {
  quote_request_id: "01a1fe69-f7c0-7d20-8e4b-3f6a91c2d706",
  quote_request_number: "RFQ-10001",
  status: "open",
  po_number: "PO-4711",
  lines: [
    {
      line: 1,
      part_number: pump.part_number,
      quantity: 5,
      condition: "OH",
      certificate: "8130-3",
      needed_by: null,
      remark: "Aircraft 5B-DCX",
      ...unquoted,
    },
    {
      line: 2,
      part_number: "DA6515-214",
      quantity: 200,
      condition: "NE",
      certificate: null,
      needed_by: "2027-06-30",
      remark: null,
      ...unquoted,
    },
  ],
  messages: [
    {
      author: "buyer",
      name: "Example Air",
      text: "Please quote by Friday.",
      created_at: "2026-11-21T14:02:00.000Z",
    },
  ],
  created_at: "2026-11-21T14:02:00.000Z",
  updated_at: "2026-11-21T14:02:00.000Z",
};

const [askedPump, askedOther] = asked.lines as [QuoteLine, QuoteLine];

const quoted: QuoteRequest = {
  ...asked,
  status: "answered",
  lines: [
    {
      ...askedPump,
      options: [
        {
          option: 1,
          part_number: pump.part_number,
          part_name: pump.title,
          manufacturer: "Example Seals",
          condition: "OH",
          unit_of_measure: "EA",
          certificate: "8130-3",
          unit_price: { amount: "3740.00", currency: "USD" },
          quantity: 5,
          left: 5,
          min_quantity: 1,
          multiple: 1,
          lead_time_days: 21,
          valid_until: "2027-01-31",
        },
      ],
    },
    { ...askedOther, no_quote: "Out of production." },
  ],
  messages: [
    ...asked.messages,
    {
      author: "distributor",
      name: "Olga Example",
      text: "Here is our quote.",
      created_at: "2026-11-21T14:02:00.000Z",
    },
  ],
};

const twoOfFive: Named<QuoteAcceptance> = {
  summary: "2 of the 5 quoted",
  value: { lines: [{ line: 1, option: 1, quantity: 2 }] },
};

const acceptedLine = { ...toLine(pump, 2, "3740.00", "7480.00"), vendor: "", cage: null };
const acceptedOrder: Named<OrderAnswer> = {
  summary: "A part outside the catalog: it has no vendor",
  value: {
    success: true,
    order: {
      ...order,
      notes: null,
      line_items: [{ ...acceptedLine, remark: "Aircraft 5B-DCX" }],
      subtotal: { amount: "7480.00", currency: "USD" },
    },
  },
};

/** A request and a response with the same name belong together. */
export const openApiExamples = {
  catalogRequests: { byNumber, everything, nothing },
  catalogAnswers: { byNumber: foundByNumber, everything: foundEverything, nothing: foundNothing },
  orderRequests: { twoLines },
  orderAnswers: { twoLines: oneOrder },
  orderListAnswers: { onePage },
  quoteRequests: { quoteLines },
  quoteRequestAnswers: {
    quoteLines: { summary: "Not yet answered", value: { success: true, quote_request: asked } },
  },
  answeredQuotes: {
    answered: {
      summary: "A line is quoted, another is not",
      value: { success: true, quote_request: quoted },
    },
  },
  quoteRequestLists: {
    onePage: {
      summary: "The last page",
      value: { success: true, quote_requests: [quoted], next_cursor: null, has_more: false },
    },
  },
  acceptances: { twoOfFive },
  acceptedOrders: { twoOfFive: acceptedOrder },
} as const;
