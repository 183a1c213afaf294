// Invariant: retries are safe. Lookups change nothing, and all attempts of an order have the same
// Idempotency-Key.
import { OrderingError } from "./orderingError.ts";
import type {
  CatalogAnswer,
  CatalogRequest,
  ErrorAnswer,
  Order,
  OrderAnswer,
  OrderListAnswer,
  OrderRequest,
  OrderStatus,
  PricedAnswer,
  PricedRequest,
} from "./wireTypes.ts";

export type ClientOptions = {
  /** Address of the service, without a path. */
  readonly baseUrl: string;
  readonly apiKey: string;
  /** Maximum time of one attempt. */
  readonly timeoutMs?: number;
  /** Maximum number of attempts. */
  readonly tries?: number;
  readonly fetch?: typeof globalThis.fetch;
};

export type OrderFilter = {
  readonly po_number?: string;
  readonly status?: OrderStatus;
  readonly limit?: number;
  readonly cursor?: string;
};

export type Client = {
  /** Finds parts by up to 50 numbers and names; with `unpriced` also those without a price. */
  lookUpParts(request: PricedRequest): Promise<PricedAnswer>;
  lookUpParts(request: CatalogRequest): Promise<CatalogAnswer>;
  /**
   * Places a draft order. Repeated calls with the same key place one order; without a key, a random
   * one is used.
   */
  placeOrder(request: OrderRequest, options?: { idempotencyKey?: string }): Promise<Order>;
  readOrder(orderId: string): Promise<Order>;
  listOrders(filter?: OrderFilter): Promise<OrderListAnswer>;
};

const prefix = "/public/api/v1/b2b";
const temporaryStatuses = new Set([408, 409, 429, 502, 503]);
const maxWaitMs = 60_000;

type ApiRequest = {
  readonly method: "GET" | "POST";
  readonly path: string;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
};

function readRetryAfter(response: Response): number | undefined {
  const seconds = Number(response.headers.get("retry-after") ?? Number.NaN);
  return Number.isFinite(seconds) && seconds >= 0 ? seconds : undefined;
}

async function toError(response: Response): Promise<OrderingError> {
  const answer = (await response.json().catch(() => undefined)) as ErrorAnswer | undefined;
  const readable: ErrorAnswer = answer?.error
    ? answer
    : {
        success: false,
        error: {
          code: "UNREADABLE_ANSWER",
          message: `The response with status ${response.status} is not from the partsdesk API.`,
          request_id: response.headers.get("x-request-id") ?? "",
        },
      };
  return new OrderingError(response.status, readable, readRetryAfter(response));
}

function isTemporary(error: unknown): boolean {
  return error instanceof OrderingError ? temporaryStatuses.has(error.status) : true;
}

function wait(error: unknown, attempt: number): Promise<void> {
  const retryAfterS = error instanceof OrderingError ? error.retryAfterS : undefined;
  const ms = retryAfterS === undefined ? 250 * 2 ** attempt : retryAfterS * 1000;
  return new Promise((resolve) => setTimeout(resolve, Math.min(ms, maxWaitMs)));
}

/** Creates a client. Errors of the service are thrown as `OrderingError`, others unchanged. */
export function createClient(options: ClientOptions): Client {
  const { apiKey, timeoutMs = 10_000, tries = 3, fetch = globalThis.fetch } = options;
  const base = options.baseUrl.replace(/\/+$/, "") + prefix;

  async function sendOnce<Answer>(request: ApiRequest): Promise<Answer> {
    const response = await fetch(base + request.path, {
      method: request.method,
      headers: {
        authorization: `Bearer ${apiKey}`,
        ...(request.body === undefined ? {} : { "content-type": "application/json" }),
        ...request.headers,
      },
      body: request.body === undefined ? null : JSON.stringify(request.body),
      signal: AbortSignal.timeout(timeoutMs),
    });
    if (!response.ok) throw await toError(response);
    return (await response.json()) as Answer;
  }

  async function send<Answer>(request: ApiRequest): Promise<Answer> {
    for (let attempt = 0; ; attempt += 1) {
      try {
        return await sendOnce<Answer>(request);
      } catch (error) {
        if (attempt + 1 >= tries || !isTemporary(error)) throw error;
        await wait(error, attempt);
      }
    }
  }

  return {
    lookUpParts: (body) => send<PricedAnswer>({ method: "POST", path: "/catalog", body }),
    async placeOrder(body, { idempotencyKey = crypto.randomUUID() } = {}) {
      const headers = { "idempotency-key": idempotencyKey };
      const request = { method: "POST", path: "/orders", body, headers } as const;
      return (await send<OrderAnswer>(request)).order;
    },
    async readOrder(orderId) {
      const path = `/orders/${encodeURIComponent(orderId)}`;
      return (await send<OrderAnswer>({ method: "GET", path })).order;
    },
    listOrders(filter = {}) {
      const query = new URLSearchParams(
        Object.entries(filter).map(([name, value]) => [name, String(value)]),
      );
      return send<OrderListAnswer>({ method: "GET", path: `/orders?${query}` });
    },
  };
}
