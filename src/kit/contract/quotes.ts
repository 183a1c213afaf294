// The wire format of quote requests and of the quotes that answer them.
import Type from "typebox";
import {
  described,
  documentedAs,
  int32,
  integerField,
  MoneyObject,
  nullableString,
  optional,
  quantityField,
  stringField,
} from "./fields.ts";
import { limits, storedLimits } from "./limits.ts";
import { printable, RequestedLine } from "./orderLines.ts";
import { OrderListAnswer, OrderListQuery, OrderRequest, timeField } from "./orders.ts";

const { part_id: partId, quantity, needed_by } = RequestedLine.properties;
const { po_number, notes } = OrderRequest.properties;

const line = (description: string, maxLength: number, example: string) =>
  optional(
    "string",
    Type.String({ description, maxLength, pattern: printable, examples: [example] }),
  );

export const RequestedQuoteLine = Type.Object(
  {
    part_id: optional("string", partId),
    part_number: line(
      "The part as you write it, if you have no `part_id` of it.",
      storedLimits.partNumberLength,
      "NAS1149F0363P",
    ),
    quantity,
    condition: line("A condition that you accept; by default any.", 20, "NE"),
    certificate: line("A certificate that you need.", storedLimits.shortTextLength, "8130-3"),
    needed_by,
    remark: line("For example the aircraft.", limits.quoteRemarkLength, "Aircraft 5B-DCX"),
  },
  {
    $id: "RequestedQuoteLine",
    title: "Requested quote line",
    description: "A part to be quoted: its `part_id` or its `part_number`, not both.",
  },
);

export const QuoteRequestBody = Type.Object(
  {
    lines: Type.Array(RequestedQuoteLine, {
      description: "What you want quoted.",
      minItems: 1,
      maxItems: limits.quoteLines,
    }),
    po_number,
    notes,
  },
  { $id: "NewQuoteRequest", title: "New quote request", description: "A request for a quote." },
);
export type QuoteRequestBody = Type.Static<typeof QuoteRequestBody>;

export const QuoteOption = Type.Object(
  {
    option: integerField("Its number within the line, for accepting it.", 1, 1, 32_767),
    part_number: stringField("The part.", "NAS1149F0363P", storedLimits.partNumberLength),
    part_name: nullableString("Its name.", "Washer, flat", storedLimits.nameLength),
    manufacturer: nullableString("Its maker.", "Example Fasteners", storedLimits.shortTextLength),
    condition: stringField("Condition code.", "NE", storedLimits.tradeCodeLength),
    unit_of_measure: stringField("Unit of price and quantity.", "EA", storedLimits.tradeCodeLength),
    certificate: nullableString("Certificate codes.", "8130-3", storedLimits.shortTextLength),
    unit_price: described(MoneyObject, "The price of one unit."),
    quantity: quantityField("How much is quoted.", 200),
    left: integerField("How much of it no draft or order of yours has.", 200, 0, limits.quantity),
    min_quantity: quantityField("The smallest quantity of an order.", 1),
    multiple: quantityField("The pack: quantities are multiples of it.", 1),
    lead_time_days: Type.Union(
      [Type.Integer({ ...int32, minimum: 0, maximum: storedLimits.leadTimeDays }), Type.Null()],
      { description: "Days until delivery, or null.", examples: [14] },
    ),
    valid_until: Type.String({
      description: "The last day of the price, in UTC.",
      format: "date",
      maxLength: storedLimits.dayLength,
      examples: ["2027-01-31"],
    }),
  },
  { $id: "QuoteOption", title: "Quote option", description: "What a line can be ordered as." },
);

export const QuoteLine = Type.Object(
  {
    line: integerField("The place of the line, from 1.", 1, 1, limits.quoteLines),
    part_number: stringField("As requested.", "NAS1149F0363P", 200),
    quantity: Type.Union([quantityField("As requested.", 200), Type.Null()], {
      description: "As requested, or null.",
    }),
    condition: nullableString("As requested.", "NE", 20),
    certificate: nullableString("As requested.", "8130-3", storedLimits.shortTextLength),
    needed_by: nullableString("As requested.", "2026-12-12", storedLimits.dayLength),
    remark: nullableString("As requested.", "Aircraft 5B-DCX", limits.quoteRemarkLength),
    options: Type.Array(QuoteOption, {
      description: "Choose one of them; empty without an answer, and with `no_quote`.",
      maxItems: limits.quoteOptions,
    }),
    no_quote: nullableString(
      "Why the line is not quoted, or null.",
      null,
      storedLimits.reasonLength,
    ),
  },
  { $id: "QuoteLine", title: "Quote line", description: "A requested part, and its quote." },
);
export type QuoteLine = Type.Static<typeof QuoteLine>;

const states = ["open", "answered", "accepted", "withdrawn"] as const;

export const QuoteRequest = Type.Object(
  {
    quote_request_id: stringField(
      "Opaque identifier.",
      "01a1fe69-f7c0-7d20-8e4b-3f6a91c2d706",
      storedLimits.idLength,
    ),
    quote_request_number: stringField(
      "Its number for people.",
      "RFQ-10001",
      storedLimits.orderNumberLength,
    ),
    status: Type.Enum([...states], {
      description:
        "`open` until the distributor answers, `accepted` once an order has lines of the quote.",
      examples: ["answered"],
    }),
    po_number: nullableString("As sent, or null.", "PO-4711", limits.poNumberLength),
    lines: Type.Array(QuoteLine, {
      description: "The lines in the order sent.",
      maxItems: limits.quoteLines,
    }),
    messages: Type.Array(
      Type.Object({
        author: Type.Enum(["buyer", "distributor"], { description: "Who wrote it." }),
        name: stringField("The name of the author.", "Olga Example", storedLimits.nameLength),
        text: stringField("What was written.", "Here is our quote.", 4_000),
        created_at: timeField("When it was written."),
      }),
      {
        description: "What was written about it, the newest last.",
        maxItems: limits.quoteMessages,
      },
    ),
    created_at: timeField("Time of the request, ISO 8601 in UTC."),
    updated_at: timeField("Time of the last change."),
  },
  { $id: "QuoteRequestRecord", title: "Quote request", description: "A request and its quote." },
);
export type QuoteRequest = Type.Static<typeof QuoteRequest>;

const success = Type.Literal(true, { description: "`true` for every 2xx response." });

export const QuoteRequestAnswer = Type.Object(
  { success, quote_request: described(QuoteRequest, "The quote request as it is now.") },
  {
    $id: "QuoteRequestAnswer",
    title: "Quote request answer",
    description: "One quote request, as it is now.",
  },
);
export type QuoteRequestAnswer = Type.Static<typeof QuoteRequestAnswer>;

const { updated_since, limit, cursor } = OrderListQuery.properties;

export const QuoteRequestListQuery = Type.Object(
  {
    status: Type.Optional(
      Type.Enum([...states], {
        description: "Only requests in this status.",
        examples: ["open"],
      }),
    ),
    updated_since,
    limit,
    cursor,
  },
  { additionalProperties: false },
);
export type QuoteRequestListQuery = Type.Static<typeof QuoteRequestListQuery>;

const { next_cursor, has_more } = OrderListAnswer.properties;

export const QuoteRequestListAnswer = Type.Object(
  {
    success,
    quote_requests: Type.Array(QuoteRequest, {
      description: "A page, newest first; with `updated_since` the oldest change first.",
      maxItems: limits.pageSize,
    }),
    next_cursor,
    has_more,
  },
  {
    $id: "QuoteRequestListAnswer",
    title: "Quote request list",
    description: "A page of the account's quote requests.",
  },
);
export type QuoteRequestListAnswer = Type.Static<typeof QuoteRequestListAnswer>;

export const QuoteAcceptance = Type.Object(
  {
    lines: Type.Array(
      Type.Object({
        line: documentedAs(Type.Integer({ minimum: 1, maximum: limits.quoteLines }), {
          ...int32,
          description: "The number of the line.",
          examples: [1],
        }),
        option: documentedAs(Type.Integer({ minimum: 1, maximum: 32_767 }), {
          ...int32,
          description: "The number of the option.",
          examples: [1],
        }),
        quantity,
      }),
      {
        description: "What is ordered. All of it becomes a draft, or nothing.",
        minItems: 1,
        maxItems: limits.orderLines,
      },
    ),
    po_number,
    notes,
  },
  {
    $id: "QuoteAcceptanceRequest",
    title: "Quote acceptance",
    description: "Options of a quote, and how much of each.",
  },
);
export type QuoteAcceptance = Type.Static<typeof QuoteAcceptance>;
