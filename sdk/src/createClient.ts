// The client for buyers' systems. Invariant: what is tried again can have happened once at most:
// lookups change nothing, and every order carries an Idempotency-Key that stays the same over its
// tries.
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
} from "./wireTypes.ts";

export type ClientOptions = {
  /** Where the service is, without the path of the interface. */
  readonly baseUrl: string;
  readonly apiKey: string;
  /** How long one try may take. */
  readonly timeoutMs?: number;
  /** How often a call is tried at most. */
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
  /** Finds parts by up to 50 numbers and names. */
  lookUpParts(request: CatalogRequest): Promise<CatalogAnswer>;
  /**
   * Places a draft order once, however often it is sent under one key; without one it makes its
   * own.
   */
  placeOrder(request: OrderRequest, options?: { idempotencyKey?: string }): Promise<Order>;
  readOrder(orderId: string): Promise<Order>;
  listOrders(filter?: OrderFilter): Promise<OrderListAnswer>;
};

const prefix = "/public/api/v1/b2b";
const passing = new Set([408, 409, 429, 502, 503]);
const longestWaitMs = 60_000;

type Call = {
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
          message: `The answer with status ${response.status} is not the interface's.`,
          request_id: response.headers.get("x-request-id") ?? "",
        },
      };
  return new OrderingError(response.status, readable, readRetryAfter(response));
}

function canPass(error: unknown): boolean {
  return error instanceof OrderingError ? passing.has(error.status) : true;
}

function wait(error: unknown, attempt: number): Promise<void> {
  const saidS = error instanceof OrderingError ? error.retryAfterS : undefined;
  const ms = Math.min(saidS === undefined ? 250 * 2 ** attempt : saidS * 1000, longestWaitMs);
  return new Promise((resolve) => setTimeout(resolve, ms));
}

/**
 * A client of one account. Refusals are thrown as `OrderingError`, a lost connection as it came.
 */
export function createClient(options: ClientOptions): Client {
  const { apiKey, timeoutMs = 10_000, tries = 3, fetch = globalThis.fetch } = options;
  const base = options.baseUrl.replace(/\/+$/, "") + prefix;

  async function tryOnce<Answer>(call: Call): Promise<Answer> {
    const response = await fetch(base + call.path, {
      method: call.method,
      headers: {
        authorization: `Bearer ${apiKey}`,
        ...(call.body === undefined ? {} : { "content-type": "application/json" }),
        ...call.headers,
      },
      body: call.body === undefined ? null : JSON.stringify(call.body),
      signal: AbortSignal.timeout(timeoutMs),
    });
    if (!response.ok) throw await toError(response);
    return (await response.json()) as Answer;
  }

  async function send<Answer>(call: Call): Promise<Answer> {
    for (let attempt = 0; ; attempt += 1) {
      try {
        return await tryOnce<Answer>(call);
      } catch (error) {
        if (attempt + 1 >= tries || !canPass(error)) throw error;
        await wait(error, attempt);
      }
    }
  }

  return {
    lookUpParts: (body) => send<CatalogAnswer>({ method: "POST", path: "/catalog", body }),
    async placeOrder(body, { idempotencyKey = crypto.randomUUID() } = {}) {
      const headers = { "idempotency-key": idempotencyKey };
      const call = { method: "POST", path: "/orders", body, headers } as const;
      return (await send<OrderAnswer>(call)).order;
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
