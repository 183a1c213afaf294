// The bodies of the API. A test compares them with the schemas of the service.

export type Money = { amount: string; currency: string; exact_amount?: string };

export type AccountPrice = {
  unit_price: Money;
  quantity_breaks: { min_quantity: number; unit_price: Money }[];
};

export type PartDetails = {
  min_quantity: number;
  multiple: number;
  lead_time_days: number | null;
  manufacturer: string | null;
  cage: string | null;
  nsn: string | null;
  certificates: string[];
  shelf_life_expires: string | null;
  alternates: string[];
  superseded_by: string | null;
};

export type Part = {
  part_id: string;
  part_number: string;
  part_name: string | null;
  title: string | null;
  description: string | null;
  condition: string;
  unit_of_measure: string;
  available_stock: number;
  price: Money | null;
  status: string;
  vendor: string;
  account_price?: AccountPrice | null;
  details?: PartDetails;
};

export type CatalogRequest = {
  part_numbers?: string[] | null;
  part_names?: string[] | null;
  in_stock?: boolean | null;
  include?: ("matches" | "suggestions" | "account_price" | "unpriced" | "details")[] | null;
};

export type CatalogAnswer = {
  success: true;
  found_parts: Part[];
  not_found: string[];
  summary: { total_requested: number; found: number; not_found: number };
  matches?: { entry: string; kind: "part_number" | "part_name"; part_ids: string[] }[];
  suggestions?: {
    entry: string;
    part_number: string;
    reason:
      | "price_on_request"
      | "punctuation"
      | "superseded"
      | "alternate"
      | "within"
      | "nsn"
      | "similar"
      | "term"
      | "spelling";
    read_as?: string;
  }[];
};

/** A request without parts whose price is on request, and its answer: every part has a price. */
export type PricedRequest = CatalogRequest & {
  include?: ("matches" | "suggestions" | "account_price" | "details")[] | null;
};
export type PricedPart = Part & { price: Money; account_price?: AccountPrice };
export type PricedAnswer = Omit<CatalogAnswer, "found_parts"> & { found_parts: PricedPart[] };

export type OrderRequest = {
  items: {
    part_id: string;
    quantity: number;
    remark?: string | null;
    /** A day, YYYY-MM-DD. */
    needed_by?: string | null;
  }[];
  po_number?: string | null;
  /** The ship-to address, with its lines. */
  ship_to?: string | null;
  notes?: string | null;
};

/** What a list on the web site asked for. */
export type Requested = {
  /** As it was listed, if another one is ordered. */
  part_number?: string;
  /** In `unit`, if something else is ordered. */
  quantity?: number;
  unit?: string;
  /** Any of these is enough; unknown ones are as they were written. */
  conditions?: string[];
  certificates?: string[];
  /** As it was written, if it is no clear date. */
  needed_by?: string;
};

export type LineItem = {
  part_number: string;
  title: string | null;
  condition: string;
  unit_of_measure: string;
  vendor: string;
  /** Missing, like the next two, only in the replayed response of an old order. */
  manufacturer?: string | null;
  cage?: string | null;
  /** Codes, separated by semicolons. */
  certificate?: string | null;
  quantity: number;
  unit_price: Money;
  line_total: Money;
  /** Only if the line has one. */
  remark?: string;
  /** Only if the line has one: a day, YYYY-MM-DD. */
  needed_by?: string;
  /** Only if something was asked for. */
  requested?: Requested;
};

export type OrderStatus = "draft" | "confirmed" | "fulfilled" | "cancelled" | "expired";

export type Order = {
  order_id: string;
  /** Missing only in the replayed response of an order placed before numbers existed. */
  order_number?: string;
  status: OrderStatus;
  po_number: string | null;
  /** Only if the order has one. */
  ship_to?: string;
  notes: string | null;
  line_items: LineItem[];
  subtotal: Money;
  created_at: string;
  /** Missing, like what follows, only in the replayed response of an old order. */
  updated_at?: string;
  confirmed_at?: string | null;
  fulfilled_at?: string | null;
  fulfilment_reference?: string | null;
  cancelled_at?: string | null;
  cancellation_reason?: string | null;
};

/** What a list of orders contains. The service refuses values out of range. */
export type OrderFilter = {
  order_number?: string | undefined;
  po_number?: string | undefined;
  status?: OrderStatus | undefined;
  /** Only changes from this ISO 8601 time on, the oldest first. */
  updated_since?: string | undefined;
  limit?: number | undefined;
  cursor?: string | undefined;
};

export type OrderAnswer = { success: true; order: Order };

export type OrderListAnswer = {
  success: true;
  orders: Order[];
  next_cursor: string | null;
  has_more: boolean;
};

/** A part to be quoted: its `part_id` or its `part_number`, not both. */
export type RequestedQuoteLine = {
  part_id?: string | null;
  part_number?: string | null;
  quantity: number;
  condition?: string | null;
  certificate?: string | null;
  /** A day, YYYY-MM-DD. */
  needed_by?: string | null;
  remark?: string | null;
};

export type QuoteRequestBody = {
  lines: RequestedQuoteLine[];
  po_number?: string | null;
  notes?: string | null;
};

export type QuoteOption = {
  option: number;
  part_number: string;
  part_name: string | null;
  manufacturer: string | null;
  condition: string;
  unit_of_measure: string;
  certificate: string | null;
  unit_price: Money;
  quantity: number;
  /** What no draft or order of the account has. */
  left: number;
  min_quantity: number;
  multiple: number;
  lead_time_days: number | null;
  /** The last day of the price, YYYY-MM-DD. */
  valid_until: string;
};

export type QuoteLine = {
  line: number;
  part_number: string;
  quantity: number | null;
  condition: string | null;
  certificate: string | null;
  needed_by: string | null;
  remark: string | null;
  options: QuoteOption[];
  no_quote: string | null;
};

export type QuoteRequestStatus = "open" | "answered" | "accepted" | "withdrawn";

export type QuoteRequest = {
  quote_request_id: string;
  quote_request_number: string;
  status: QuoteRequestStatus;
  po_number: string | null;
  lines: QuoteLine[];
  messages: { author: "buyer" | "distributor"; name: string; text: string; created_at: string }[];
  created_at: string;
  updated_at: string;
};

export type QuoteRequestAnswer = { success: true; quote_request: QuoteRequest };

/** What a list of quote requests contains. */
export type QuoteRequestFilter = {
  status?: QuoteRequestStatus | undefined;
  /** Only changes from this ISO 8601 time on, the oldest first. */
  updated_since?: string | undefined;
  limit?: number | undefined;
  cursor?: string | undefined;
};

export type QuoteRequestListAnswer = {
  success: true;
  quote_requests: QuoteRequest[];
  next_cursor: string | null;
  has_more: boolean;
};

/** Options of a quote, by line and option number. */
export type QuoteAcceptance = {
  lines: { line: number; option: number; quantity: number }[];
  po_number?: string | null;
  notes?: string | null;
};

type Fault<Code extends string> = { path: string; code: Code; message: string };

/** A fault in the form of a request. `count` and `limit` only if there are too many. */
export type ValidationFault = Fault<
  | "required"
  | "additionalProperties"
  | "type"
  | "enum"
  | "pattern"
  | "format"
  | "maxLength"
  | "minItems"
  | "maxItems"
  | "minimum"
  | "maximum"
  | "no_entries"
  | "too_many_entries"
  | "bad_idempotency_key"
  | "bad_json"
  | "bad_utf8"
  | "bad_gzip"
  | "bad_content_type"
  | "bad_content_length"
  | "bad_path"
> & { count?: number; limit?: number };

/** What the key was used for. */
export type KeyReuseFault = Fault<"IDEMPOTENCY_KEY_REUSED"> &
  ({ order_id: string } | { quote_request_id: string });

/** Why an option of a quote cannot be ordered. */
export type QuoteFault = Fault<"QUOTE_CORRECTED" | "QUOTE_EXPIRED" | "QUOTE_USED_UP"> & {
  part_number?: string;
  line: number;
  /** Only if it is used up. */
  left?: number;
};

/** Why a line cannot be ordered. */
export type LineFault =
  | Fault<"PART_NOT_FOUND" | "PART_ID_EXPIRED">
  | (Fault<"PART_NOT_ORDERABLE"> & {
      part_number: string;
      status: string;
      superseded_by: string | null;
    })
  | (Fault<"PRICE_ON_REQUEST"> & { part_number: string; priced_from: number | null })
  | (Fault<"QUANTITY_NOT_ALLOWED"> & {
      part_number: string;
      min_quantity: number;
      multiple: number;
      nearest_allowed: number;
    })
  | (Fault<"CURRENCY_MISMATCH"> & { part_number: string; currency: string })
  | (Fault<"INSUFFICIENT_STOCK"> & { part_number: string; available_stock: number });

/** One fault of a request; its code says which fields it has. */
export type FaultDetail = ValidationFault | KeyReuseFault | LineFault | QuoteFault;

type ErrorOf<Code extends string> = { code: Code; message: string; request_id: string };

type PlainCode =
  | "NOT_FOUND"
  | "METHOD_NOT_ALLOWED"
  | "INVALID_API_KEY"
  | "KEY_REVOKED"
  | "ACCOUNT_SUSPENDED"
  | "RATE_LIMITED"
  | "REQUEST_TIMEOUT"
  | "HEADERS_TOO_LARGE"
  | "PAYLOAD_TOO_LARGE"
  | "UNSUPPORTED_ENCODING"
  | "IDEMPOTENCY_IN_PROGRESS"
  | "INTERNAL_ERROR"
  | "UPSTREAM_ERROR"
  | "UNAVAILABLE";

/** The code of the error is that of a fault of a line; other lines can have other faults. */
export type ErrorAnswer = {
  success: false;
  error:
    | (ErrorOf<"VALIDATION_FAILED"> & { details?: ValidationFault[] })
    | (ErrorOf<"IDEMPOTENCY_KEY_REUSED"> & { details: KeyReuseFault[] })
    | (ErrorOf<LineFault["code"]> & { details: LineFault[] })
    | (ErrorOf<QuoteFault["code"]> & { details: (QuoteFault | LineFault)[] })
    | ErrorOf<PlainCode>;
};
