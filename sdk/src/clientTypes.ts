import type { ResponseMetadata } from "./responseMetadata.ts";
import type {
  CatalogAnswer,
  CatalogRequest,
  Order,
  OrderAnswer,
  OrderFilter,
  OrderListAnswer,
  OrderRequest,
  PricedAnswer,
  PricedRequest,
  QuoteAcceptance,
  QuoteRequestAnswer,
  QuoteRequestBody,
  QuoteRequestFilter,
  QuoteRequestListAnswer,
} from "./wireTypes.ts";

/** Options of one call, or the defaults of a client. */
export type CallOptions = {
  /** Ends the call with the code `ABORTED`. */
  readonly signal?: AbortSignal | undefined;
  /** Maximum time of one attempt; 10,000 by default. The service answers within 5,000. */
  readonly timeoutMs?: number | undefined;
  /**
   * Maximum time of all attempts and the delays between them; 90,000 by default. A rate limit can
   * make a call wait for a minute.
   */
  readonly totalTimeoutMs?: number | undefined;
  /** Maximum number of attempts; 4 by default, and 1 means no retry. */
  readonly maxAttempts?: number | undefined;
};

export type OrderOptions = CallOptions & {
  /** 1 to 255 printable ASCII characters, unique within the account; random by default. */
  readonly idempotencyKey?: string | undefined;
};

export type ClientOptions = Omit<CallOptions, "signal"> & {
  /** Address of the service, with or without the path of the API. */
  readonly baseUrl: string;
  readonly apiKey: string;
  /** Delay before the first retry; 1,000 by default. It doubles with each, up to 8 times. */
  readonly retryDelayMs?: number | undefined;
  readonly fetch?: typeof globalThis.fetch | undefined;
};

/** The body of a response, and what its status and headers say. */
export type WithResponse<Answer> = Answer & { readonly response: ResponseMetadata };

/**
 * Every call throws an `OrderingError` if it does not succeed, and a TypeError if an id or a key
 * cannot be sent.
 */
export type Client = {
  /** Finds parts by up to 50 numbers and names; with `unpriced` also those without a price. */
  lookUpParts(request: PricedRequest, options?: CallOptions): Promise<WithResponse<PricedAnswer>>;
  lookUpParts(request: CatalogRequest, options?: CallOptions): Promise<WithResponse<CatalogAnswer>>;
  /**
   * Places a draft order. All attempts have the same `Idempotency-Key`, and so can a later call
   * with it: they place one order.
   */
  placeOrder(request: OrderRequest, options?: OrderOptions): Promise<WithResponse<OrderAnswer>>;
  readOrder(orderId: string, options?: CallOptions): Promise<WithResponse<OrderAnswer>>;
  /** Lists one page of orders. */
  listOrders(filter?: OrderFilter, options?: CallOptions): Promise<WithResponse<OrderListAnswer>>;
  /** Lists all pages, one request each, from `cursor` if the filter has it. */
  listOrderPages(
    filter?: OrderFilter,
    options?: CallOptions,
  ): AsyncGenerator<WithResponse<OrderListAnswer>, void, undefined>;
  /** Lists the orders of all pages. */
  listAllOrders(
    filter?: OrderFilter,
    options?: CallOptions,
  ): AsyncGenerator<Order, void, undefined>;
  /** Requests a quote; its `idempotencyKey` is one of quote requests. */
  requestQuote(
    request: QuoteRequestBody,
    options?: OrderOptions,
  ): Promise<WithResponse<QuoteRequestAnswer>>;
  readQuoteRequest(
    quoteRequestId: string,
    options?: CallOptions,
  ): Promise<WithResponse<QuoteRequestAnswer>>;
  /** Lists one page of quote requests. */
  listQuoteRequests(
    filter?: QuoteRequestFilter,
    options?: CallOptions,
  ): Promise<WithResponse<QuoteRequestListAnswer>>;
  /** Accepts options of a quote into a draft order; its `idempotencyKey` is one of orders. */
  acceptQuote(
    quoteRequestId: string,
    acceptance: QuoteAcceptance,
    options?: OrderOptions,
  ): Promise<WithResponse<OrderAnswer>>;
};
