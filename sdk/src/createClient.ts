import type {
  CallOptions,
  Client,
  ClientOptions,
  OrderOptions,
  WithResponse,
} from "./clientTypes.ts";
import { OrderingError } from "./orderingError.ts";
import { sendRequest } from "./sendRequest.ts";
import type {
  OrderAnswer,
  OrderFilter,
  OrderListAnswer,
  PricedAnswer,
  QuoteRequestAnswer,
  QuoteRequestFilter,
  QuoteRequestListAnswer,
} from "./wireTypes.ts";

/** Refuses what a URL would resolve to another address. */
function encodeId(id: string): string {
  if (/^\.{0,2}$/.test(id)) throw new TypeError(`"${id}" is not an id.`);
  return encodeURIComponent(id);
}

function formatQuery(filter: OrderFilter | QuoteRequestFilter): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(filter)) {
    if (value !== undefined) query.set(name, String(value));
  }
  return `?${query}`;
}

/** The error for a page after which the list would start again, without end. */
function describeRepeat({ next_cursor, response }: WithResponse<OrderListAnswer>): OrderingError {
  const { status, requestId, attempts } = response;
  const code = "UNREADABLE_ANSWER";
  const message = `next_cursor is ${next_cursor} again: the response is not from the partsdesk API.`;
  const failure = { code, message, isTemporary: false, isLost: false, status, requestId } as const;
  return new OrderingError(failure, attempts, undefined);
}

/** Creates a client of one account. Throws a TypeError if an option is not usable. */
export function createClient(options: ClientOptions): Client {
  new URL(options.baseUrl);
  new Headers({ authorization: options.apiKey });

  /** Sends what creates something, once per key. */
  function create<Answer>(path: string, body: unknown, call: OrderOptions = {}) {
    const { idempotencyKey = crypto.randomUUID(), ...limits } = call;
    return sendRequest<Answer>(options, { method: "POST", path, body, idempotencyKey }, limits);
  }

  function listOrders(
    filter: OrderFilter = {},
    call: CallOptions = {},
  ): Promise<WithResponse<OrderListAnswer>> {
    return sendRequest(options, { method: "GET", path: `/orders${formatQuery(filter)}` }, call);
  }

  async function* listOrderPages(filter: OrderFilter = {}, call: CallOptions = {}) {
    let cursor = filter.cursor;
    const read = new Set([cursor]);
    for (;;) {
      const page = await listOrders({ ...filter, cursor }, call);
      yield page;
      if (!page.has_more) return;
      cursor = page.next_cursor ?? undefined;
      if (read.has(cursor)) throw describeRepeat(page);
      read.add(cursor);
    }
  }

  async function* listAllOrders(filter: OrderFilter = {}, call: CallOptions = {}) {
    for await (const { orders } of listOrderPages(filter, call)) yield* orders;
  }

  return {
    lookUpParts: (body, call = {}) =>
      sendRequest<PricedAnswer>(options, { method: "POST", path: "/catalog", body }, call),
    placeOrder: (body, call) => create<OrderAnswer>("/orders", body, call),
    readOrder: async (orderId, call = {}) =>
      sendRequest<OrderAnswer>(
        options,
        { method: "GET", path: `/orders/${encodeId(orderId)}` },
        call,
      ),
    listOrders,
    listOrderPages,
    listAllOrders,
    requestQuote: (body, call) => create<QuoteRequestAnswer>("/quote-requests", body, call),
    readQuoteRequest: async (id, call = {}) =>
      sendRequest<QuoteRequestAnswer>(
        options,
        { method: "GET", path: `/quote-requests/${encodeId(id)}` },
        call,
      ),
    listQuoteRequests: (filter = {}, call = {}) =>
      sendRequest<QuoteRequestListAnswer>(
        options,
        { method: "GET", path: `/quote-requests${formatQuery(filter)}` },
        call,
      ),
    acceptQuote: async (id, body, call) =>
      create<OrderAnswer>(`/quote-requests/${encodeId(id)}/accept`, body, call),
  };
}
