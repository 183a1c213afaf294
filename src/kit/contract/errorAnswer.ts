// The body of every error. Its code says which details it has.
import Type, { type TProperties } from "typebox";
import { int32, integerField, nullableString, stringField } from "./fields.ts";
import { limits, storedLimits } from "./limits.ts";

/** What can be wrong with the form of a request: keywords of JSON Schema, and the others. */
const validationCodes = [
  "required",
  "additionalProperties",
  "type",
  "enum",
  "pattern",
  "format",
  "maxLength",
  "minItems",
  "maxItems",
  "minimum",
  "maximum",
  "no_entries",
  "too_many_entries",
  "bad_idempotency_key",
  "bad_json",
  "bad_utf8",
  "bad_gzip",
  "bad_content_type",
  "bad_content_length",
  "bad_path",
] as const;
export type ValidationCode = (typeof validationCodes)[number];

/** Why a line cannot be ordered. The first that occurs is the error's. */
export const lineCodes = [
  "PART_NOT_FOUND",
  "PART_ID_EXPIRED",
  "PART_NOT_ORDERABLE",
  "PRICE_ON_REQUEST",
  "QUANTITY_NOT_ALLOWED",
  "CURRENCY_MISMATCH",
  "INSUFFICIENT_STOCK",
] as const;

/** Why an option of a quote cannot be ordered. */
export const quoteCodes = ["QUOTE_CORRECTED", "QUOTE_EXPIRED", "QUOTE_USED_UP"] as const;

/** Errors without details. */
const plainCodes = [
  "NOT_FOUND",
  "METHOD_NOT_ALLOWED",
  "INVALID_API_KEY",
  "KEY_REVOKED",
  "ACCOUNT_SUSPENDED",
  "RATE_LIMITED",
  "REQUEST_TIMEOUT",
  "HEADERS_TOO_LARGE",
  "PAYLOAD_TOO_LARGE",
  "UNSUPPORTED_ENCODING",
  "IDEMPOTENCY_IN_PROGRESS",
  "INTERNAL_ERROR",
  "UPSTREAM_ERROR",
  "UNAVAILABLE",
] as const;

function codeField<Code extends string>(description: string, codes: readonly Code[]) {
  return Type.Enum([...codes], { description, examples: codes.slice(0, 1) });
}

const { messageLength, partNumberLength } = storedLimits;

/** One fault of a request, with the fields of its codes. */
function faultOf<Code extends string, Fields extends TProperties>(
  codes: readonly Code[],
  name: { readonly $id: string; readonly title: string; readonly description: string },
  fields: Fields,
) {
  const place = "Place of the fault, such as `items[2].quantity`; empty for the whole body.";
  const message = "The fault and what to do, for people.";
  return Type.Object(
    {
      path: stringField(place, "items[2].quantity", messageLength),
      code: codeField("The kind of fault, for programs.", codes),
      message: stringField(message, "items[2].quantity is missing.", messageLength),
      ...fields,
    },
    name,
  );
}

const PartNumber = stringField("The part number.", "DA40310-2", partNumberLength);

export const ValidationFault = faultOf(
  validationCodes,
  {
    $id: "ValidationFault",
    title: "Validation fault",
    description: "A fault in the form of a request.",
  },
  {
    count: Type.Optional(integerField("Only if too many: how many.", 51, 0, limits.bodyBytes)),
    limit: Type.Optional(integerField("Only if too many: the maximum.", 50, 0, limits.bodyBytes)),
  },
);

export const KeyReuseFault = faultOf(
  ["IDEMPOTENCY_KEY_REUSED"],
  {
    $id: "KeyReuseFault",
    title: "Key reuse fault",
    description: "What differs. `path` is the first field that does.",
  },
  {
    order_id: stringField(
      "The order placed with this key.",
      "01a1fe69-f7c0-7d20-8e4b-3f6a91c2d705",
      storedLimits.idLength,
    ),
  },
);

export const QuoteKeyReuseFault = faultOf(
  ["IDEMPOTENCY_KEY_REUSED"],
  {
    $id: "QuoteKeyReuseFault",
    title: "Key reuse fault of a quote request",
    description: "What the key of another quote request was used for.",
  },
  {
    quote_request_id: stringField(
      "The quote request sent with this key.",
      "01a1fe69-f7c0-7d20-8e4b-3f6a91c2d706",
      storedLimits.idLength,
    ),
  },
);

export const PartIdFault = faultOf(
  ["PART_NOT_FOUND", "PART_ID_EXPIRED"],
  { $id: "PartIdFault", title: "Part id fault", description: "A `part_id` that cannot be used." },
  {},
);

export const PartStatusFault = faultOf(
  ["PART_NOT_ORDERABLE"],
  { $id: "PartStatusFault", title: "Part status fault", description: "A part is not `ACTIVE`." },
  {
    part_number: PartNumber,
    status: stringField("Status of the part.", "SUPERSEDED", storedLimits.statusLength),
    superseded_by: nullableString("What replaces it.", "DA27845-3", partNumberLength),
  },
);

export const PriceFault = faultOf(
  ["PRICE_ON_REQUEST"],
  { $id: "PriceFault", title: "Price fault", description: "A part has no price for the quantity." },
  {
    part_number: PartNumber,
    priced_from: Type.Union(
      [Type.Integer({ ...int32, minimum: 1, maximum: limits.quantity }), Type.Null()],
      {
        description: "The smallest quantity with a price, or null.",
        examples: [10],
      },
    ),
  },
);

const maxSum = limits.quantity * limits.orderLines;

export const QuantityFault = faultOf(
  ["QUANTITY_NOT_ALLOWED"],
  {
    $id: "QuantityFault",
    title: "Quantity fault",
    description: "A quantity is below the minimum or not a multiple.",
  },
  {
    part_number: PartNumber,
    min_quantity: integerField("The smallest quantity.", 100, 1, limits.quantity),
    multiple: integerField("The quantity must be a multiple of this.", 100, 1, limits.quantity),
    nearest_allowed: integerField("The nearest quantity that is allowed.", 300, 0, maxSum),
  },
);

export const CurrencyFault = faultOf(
  ["CURRENCY_MISMATCH"],
  {
    $id: "CurrencyFault",
    title: "Currency fault",
    description: "A line has a different currency from the first.",
  },
  {
    part_number: PartNumber,
    currency: stringField("ISO 4217 code of the line's currency.", "EUR", 3),
  },
);

export const StockFault = faultOf(
  ["INSUFFICIENT_STOCK"],
  { $id: "StockFault", title: "Stock fault", description: "There is less stock than ordered." },
  {
    part_number: PartNumber,
    available_stock: integerField("Units that can be ordered.", 3, 0, storedLimits.stock),
  },
);

export const QuoteFault = faultOf(
  quoteCodes,
  {
    $id: "QuoteFault",
    title: "Quote fault",
    description: "An option of a quote has ended, was corrected, or has less left than ordered.",
  },
  {
    part_number: Type.Optional(PartNumber),
    line: integerField("The line of the quote request.", 1, 1, limits.quoteLines),
    left: Type.Optional(
      integerField("Only if it is used up: how much is left.", 6, 0, limits.quantity),
    ),
  },
);

const LineFault = Type.Union([
  PartIdFault,
  PartStatusFault,
  PriceFault,
  QuantityFault,
  CurrencyFault,
  StockFault,
]);

/** The fields of an error with one of these codes. */
function errorOf<Code extends string, Fields extends TProperties>(
  codes: readonly Code[],
  name: { readonly $id: string; readonly title: string; readonly description: string },
  fields: Fields,
) {
  return Type.Object(
    {
      code: codeField("Decide by this code, not by the message.", codes),
      message: stringField(
        "The error, for people. The wording may change.",
        "part_numbers[1] must be a string.",
        messageLength,
      ),
      request_id: stringField(
        "The same as the `X-Request-Id` header. Send it when you contact us.",
        "req_01a1fe69f7c07b3e9d41f2a65c80e713",
        storedLimits.requestIdLength,
      ),
      ...fields,
    },
    name,
  );
}

export const ValidationError = errorOf(
  ["VALIDATION_FAILED"],
  { $id: "ValidationError", title: "Validation error", description: "The request is not valid." },
  {
    details: Type.Optional(
      Type.Array(ValidationFault, {
        description: "Every fault, in the order of the request. Missing if that is not valid HTTP.",
        maxItems: storedLimits.validationFaults,
      }),
    ),
  },
);

export const KeyReuseError = errorOf(
  ["IDEMPOTENCY_KEY_REUSED"],
  {
    $id: "KeyReuseError",
    title: "Key reuse error",
    description: "The `Idempotency-Key` belongs to another request.",
  },
  {
    details: Type.Array(Type.Union([KeyReuseFault, QuoteKeyReuseFault]), {
      description: "What it created.",
      maxItems: 1,
    }),
  },
);

export const LineError = errorOf(
  lineCodes,
  { $id: "LineError", title: "Line error", description: "Lines cannot be ordered." },
  {
    details: Type.Array(LineFault, {
      description: "Every fault of every line. Their codes can differ from the error's.",
      minItems: 1,
      maxItems: limits.orderLines * storedLimits.faultsPerLine,
    }),
  },
);

export const QuoteError = errorOf(
  quoteCodes,
  { $id: "QuoteError", title: "Quote error", description: "Options of a quote cannot be ordered." },
  {
    details: Type.Array(Type.Union([QuoteFault, LineFault]), {
      description: "Every fault of every line. Their codes can differ from the error's.",
      minItems: 1,
      maxItems: limits.orderLines * storedLimits.faultsPerLine,
    }),
  },
);

export const PlainError = errorOf(
  plainCodes,
  { $id: "PlainError", title: "Plain error", description: "An error without details." },
  {},
);

export const ErrorAnswer = Type.Object(
  {
    success: Type.Literal(false, { description: "`false` for every error." }),
    error: Type.Union([ValidationError, KeyReuseError, LineError, QuoteError, PlainError], {
      description: "The error. Its `code` says which.",
    }),
  },
  { $id: "Error", title: "Error", description: "The body of every response that is not a 2xx." },
);
export type ErrorAnswer = Type.Static<typeof ErrorAnswer>;
