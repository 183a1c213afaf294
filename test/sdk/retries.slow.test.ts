// Retries, delays, timeouts and aborts of the client, against a server that follows a script.
import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { once } from "node:events";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, beforeEach, type TestContext, test } from "node:test";
import { promisify } from "node:util";
import {
  type ClientOptions,
  createClient,
  type OrderingError,
  version,
} from "../../sdk/src/client.ts";
import { chooseDelayMs } from "../../sdk/src/retryDelay.ts";

type Step = (response: ServerResponse, request: IncomingMessage) => void;

let server: Server;
let baseUrl: string;
/** What the server does with the next requests; afterwards it answers 200. */
let script: Step[];
let keys: (string | undefined)[];

const order = { order_id: "1" };

beforeEach(async () => {
  script = [];
  keys = [];
  server = createServer((request, response) => {
    keys.push(request.headers["idempotency-key"] as string | undefined);
    request.resume();
    const step = script.shift() ?? ((one) => one.end(JSON.stringify({ success: true, order })));
    step(response, request);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});

afterEach(() => {
  server.closeAllConnections();
  server.close();
});

function open(options: Partial<ClientOptions> = {}) {
  return createClient({ baseUrl, apiKey: "k", retryDelayMs: 1, ...options });
}

function fail(status: number, code = "SOME_CODE", headers: Record<string, string> = {}): Step {
  const error = { code, message: "No.", request_id: "req_1" };
  return (response) => {
    response.writeHead(status, headers).end(JSON.stringify({ success: false, error }));
  };
}

const loseConnection: Step = (_, request) => request.socket.destroy();
const loseBody: Step = (response) => {
  response.writeHead(201, { "content-length": 1_000 }).write('{"success": true', () => {
    response.destroy();
  });
};
const stayedSilent = Promise.withResolvers<void>();
const stayUnanswered: Step = () => stayedSilent.resolve();

/** Aborts while the client waits for as long as the server asks. */
function abortDuringPause({ mock }: TestContext): AbortSignal {
  const delayed = new AbortController();
  script = [fail(503, "UNAVAILABLE", { "retry-after": "50" })];
  const { setTimeout } = globalThis;
  mock.method(globalThis, "setTimeout", (...timer: Parameters<typeof setTimeout>) => {
    if (Number(timer[1]) > 49_000) setImmediate(() => delayed.abort());
    return setTimeout(...timer);
  });
  return delayed.signal;
}

/** The error of a call that must fail. */
async function errorOf(call: Promise<unknown>): Promise<OrderingError> {
  const error = await call.then(
    () => assert.fail("the call succeeded"),
    (reason: OrderingError) => reason,
  );
  assert.equal(error.name, "OrderingError", String(error));
  return error;
}

/** A client whose retries are immediate, and the delays that it would make. */
function openImpatient(t: TestContext, retryDelayMs: number, retryAfter: readonly string[]) {
  const delays: number[] = [];
  const { setTimeout } = globalThis;
  t.mock.method(globalThis, "setTimeout", (run: () => void, ms: number) => {
    if (ms > 9_999 && ms <= 10_000) return setTimeout(run, ms);
    delays.push(ms);
    return setTimeout(run, 0);
  });
  const waits = retryAfter.values();
  const fetch = async () => {
    const wait = waits.next().value;
    const error = { code: "UNAVAILABLE", message: "No.", request_id: "req_1" };
    const headers = new Headers(wait === undefined ? [] : [["retry-after", wait]]);
    return Response.json({ success: false, error }, { status: 503, headers });
  };
  return { delays, client: open({ retryDelayMs, fetch }) };
}

for (const status of [408, 409, 429, 500, 502, 503, 504]) {
  test(`a call that fails with ${status} is retried until it succeeds`, async () => {
    script = [fail(status), fail(status)];
    const { response } = await open().readOrder("1");
    assert.deepEqual([response.attempts, keys.length], [3, 3]);
  });
}

for (const status of [301, 400, 401, 403, 404, 405, 413, 422, 431, 501]) {
  test(`a call that fails with ${status} is not retried`, async () => {
    script = [fail(status)];
    const error = await errorOf(open().placeOrder({ items: [] }));
    assert.deepEqual([error.status, error.code, error.attempts], [status, "SOME_CODE", 1]);
    assert.equal(keys.length, 1);
  });
}

test("an order is retried with its key after lost connections and responses, and so can its caller", async () => {
  script = [loseConnection, loseBody, fail(503), loseConnection];
  const error = await errorOf(open().placeOrder({ items: [] }));
  assert.deepEqual([error.code, error.status, error.attempts], ["NETWORK_ERROR", undefined, 4]);
  assert.match(error.message, /send it again with the idempotencyKey/);
  assert.ok(error.cause instanceof Error);
  const { idempotencyKey } = error;
  assert.match(idempotencyKey ?? "", /^[0-9a-f-]{36}$/);
  await open().placeOrder({ items: [] }, { idempotencyKey });
  assert.deepEqual(keys, new Array(5).fill(idempotencyKey));
  await open().placeOrder({ items: [] });
  assert.notEqual(keys[5], idempotencyKey);
});

test("a message does not say that an order may exist if the service refused it", async () => {
  script = [loseConnection, fail(422)];
  const refused = await errorOf(open().placeOrder({ items: [] }));
  assert.deepEqual([refused.message, refused.attempts], ["No.", 2]);
  script = [loseConnection, fail(429), fail(429), fail(429)];
  assert.match((await errorOf(open().placeOrder({ items: [] }))).message, /may have done it/);
  script = new Array(4).fill(fail(429));
  assert.equal((await errorOf(open().placeOrder({ items: [] }))).message, "No.");
});

test("a message says that an order may exist if an earlier attempt failed in the service", async (t) => {
  script = [fail(503), fail(429), fail(429), fail(429)];
  assert.match((await errorOf(open().placeOrder({ items: [] }))).message, /may have done it/);
  script = [fail(503), fail(422)];
  assert.equal((await errorOf(open().placeOrder({ items: [] }))).message, "No.");
  script = [fail(503)];
  const once = await errorOf(open({ maxAttempts: 1 }).placeOrder({ items: [] }));
  assert.equal(once.message, "No.", "the message of the service says what it knows");

  const signal = abortDuringPause(t);
  const aborted = await errorOf(open().placeOrder({ items: [] }, { signal }));
  assert.equal(aborted.code, "ABORTED");
  assert.match(aborted.message, /may have done it/);
});

test("a list whose cursor repeats ends with an error after the pages before it", async () => {
  for (const [cursor, next, pages] of [
    [undefined, ["a", "b", "a"], 3],
    ["a", ["a"], 1],
    [undefined, [null], 1],
  ] as const) {
    const answer = (next_cursor: string | null): Step => {
      const body = JSON.stringify({ success: true, orders: [], next_cursor, has_more: true });
      return (response) => response.setHeader("x-request-id", "req_9").end(body);
    };
    script = next.map(answer);
    let read = 0;
    const all = async () => {
      for await (const _ of open().listOrderPages({ cursor })) read += 1;
    };
    const { code, status, requestId } = await errorOf(all());
    assert.deepEqual([read, code, status, requestId], [pages, "UNREADABLE_ANSWER", 200, "req_9"]);
  }
});

test("a request has the name and version of the client as its User-Agent", async () => {
  const agents: (string | undefined)[] = [];
  script = [(_, request) => agents.push(request.headers["user-agent"]) && request.socket.destroy()];
  await errorOf(open({ maxAttempts: 1 }).readOrder("1"));
  assert.deepEqual(agents, [`partsdesk-client/${version}`]);
});

test("requests are sent through the proxy of the environment, as the README says", async () => {
  const targets: (string | undefined)[] = [];
  script = [
    (response, request) => {
      targets.push(request.url);
      response.end(JSON.stringify({ success: true, order }));
    },
  ];
  const code = `import { createClient } from ${JSON.stringify(import.meta.resolve("../../sdk/src/client.ts"))};
    await createClient({ baseUrl: "http://parts.example", apiKey: "k" }).readOrder("1");`;
  const env = { NODE_USE_ENV_PROXY: "1", HTTP_PROXY: baseUrl };
  await promisify(execFile)(process.execPath, ["--input-type=module", "--eval", code], { env });
  assert.deepEqual(targets, ["http://parts.example/public/api/v1/b2b/orders/1"]);
});

test("a lookup has no key", async () => {
  script = new Array(4).fill(loseConnection);
  const error = await errorOf(open().lookUpParts({ part_numbers: ["P1"] }));
  assert.deepEqual([error.idempotencyKey, error.attempts], [undefined, 4]);
  assert.doesNotMatch(error.message, /order/);
  assert.deepEqual(keys, new Array(4).fill(undefined));
});

test("a service that is not there is a network error", async () => {
  server.close();
  await once(server, "close");
  const error = await errorOf(open({ maxAttempts: 1 }).readOrder("1"));
  assert.deepEqual([error.code, error.attempts], ["NETWORK_ERROR", 1]);
  assert.match(error.message, /ECONNREFUSED/);
});

test("a retry waits as long as Retry-After says, in seconds or until a date", async (t) => {
  t.mock.timers.enable({ apis: ["Date"], now: Date.parse("2026-11-22T12:00:00Z") });
  const { client, delays } = openImpatient(t, 100, ["7", "Sun, 22 Nov 2026 12:00:30 GMT"]);
  await errorOf(client.readOrder("1", { maxAttempts: 3 }));
  assert.equal(delays.length, 2);
  const [first = 0, second = 0] = delays;
  assert.ok(first >= 7_000 && first < 7_050, String(first));
  assert.ok(second >= 30_000 && second < 30_100, String(second));
});

test("a Retry-After that is neither whole seconds nor a date of HTTP is as if absent", async (t) => {
  for (const text of ["1.5", "-5", "2099-01-01", "5 s", "0x10"]) {
    const { client, delays } = openImpatient(t, 400, [text]);
    const error = await errorOf(client.readOrder("1", { maxAttempts: 2 }));
    const [delay = 0] = delays;
    assert.ok(delay >= 200 && delay < 400, `${text}: ${delay}`);
    assert.equal(error.retryAfterS, undefined, text);
    t.mock.restoreAll();
  }
});

test("by default a call waits for the end of a rate limit's minute", async (t) => {
  const { client, delays } = openImpatient(t, 1_000, ["60"]);
  await errorOf(client.readOrder("1", { maxAttempts: 2 }));
  assert.ok((delays[0] ?? 0) >= 60_000, String(delays));
});

test("delays double with jitter, and differ between clients", async (t) => {
  const { client, delays } = openImpatient(t, 400, []);
  for (let call = 0; call < 20; call += 1) {
    await errorOf(client.readOrder("1", { maxAttempts: 6 }));
  }
  for (const [index, delay] of delays.entries()) {
    const longest = [400, 800, 1_600, 3_200, 3_200][index % 5] ?? 0;
    assert.ok(delay >= longest / 2 && delay < longest, `${delay} of ${longest}`);
  }
  assert.equal(delays.length, 100);
  assert.ok(new Set(delays).size > 90);
});

test("a delay is never shorter than Retry-After", () => {
  assert.equal(chooseDelayMs(1, 1_000, 5, 0), 5_000);
  assert.equal(chooseDelayMs(1, 1_000, 0, 0), 0);
  assert.equal(chooseDelayMs(9, 1_000, undefined, 0), 4_000);
});

test("a retry that would end after the total limit is not made", async () => {
  script = [fail(429, "RATE_LIMITED", { "retry-after": "3600" })];
  const error = await errorOf(open().placeOrder({ items: [] }));
  assert.deepEqual([error.code, error.attempts, error.retryAfterS], ["RATE_LIMITED", 1, 3_600]);
});

test("an attempt without a response times out and is retried; the total limit ends the call", async () => {
  script = new Array(9).fill(stayUnanswered);
  const error = await errorOf(open({ timeoutMs: 20, maxAttempts: 2 }).placeOrder({ items: [] }));
  assert.deepEqual([error.code, error.attempts], ["TIMEOUT", 2]);
  assert.match(error.message, /No response within 20 milliseconds. The service may have done it/);
  assert.ok(error.idempotencyKey);
  const limits = { timeoutMs: 10_000, totalTimeoutMs: 20 };
  assert.equal((await errorOf(open(limits).readOrder("1"))).code, "TIMEOUT");
});

const patient = { timeoutMs: 600_000, totalTimeoutMs: 600_000 };

test("a signal ends a call during an attempt, during a delay and before it starts", {
  timeout: 30_000,
}, async (t) => {
  const reason = new Error("closed");
  const during = new AbortController();
  script = [stayUnanswered];
  const order = open(patient).placeOrder({ items: [] }, { signal: during.signal });
  await stayedSilent.promise;
  during.abort(reason);
  const error = await errorOf(order);
  assert.deepEqual([error.code, error.attempts, error.cause], ["ABORTED", 1, reason]);
  assert.ok(error.idempotencyKey);

  const signal = abortDuringPause(t);
  const waiting = await errorOf(open().readOrder("1", { signal }));
  assert.deepEqual([waiting.code, waiting.attempts], ["ABORTED", 1]);

  const sent = keys.length;
  const early = await errorOf(open().readOrder("1", { signal: AbortSignal.abort() }));
  assert.deepEqual([early.code, early.attempts, keys.length], ["ABORTED", 0, sent]);
});

test("a response that is not from the API is reported, and redirects are not followed", async () => {
  script = [(response) => response.end("<html>")];
  const page = await errorOf(open().placeOrder({ items: [] }));
  assert.deepEqual([page.code, page.status, page.attempts], ["UNREADABLE_ANSWER", 200, 1]);
  script = [(response) => response.writeHead(301, { location: "https://parts.example/" }).end()];
  const moved = await errorOf(open().placeOrder({ items: [] }));
  assert.deepEqual([moved.code, moved.status], ["UNREADABLE_ANSWER", 301]);
  assert.match(moved.message, /redirects to https:\/\/parts.example\//);
  assert.doesNotMatch(moved.message, /may have done it/);
  script = new Array(4).fill((response: ServerResponse) => response.writeHead(504).end("<html>"));
  const gateway = await errorOf(open().placeOrder({ items: [] }));
  assert.deepEqual([gateway.code, gateway.status, gateway.attempts], ["UNREADABLE_ANSWER", 504, 4]);
  assert.match(gateway.message, /may have done it/);
});

test("an error of a proxy in JSON is reported as one that is not from the API", async () => {
  for (const error of ["Blocked.", {}, null]) {
    const body = JSON.stringify({ success: false, error });
    script = [(response) => response.writeHead(403).end(body)];
    const blocked = await errorOf(open().placeOrder({ items: [] }));
    assert.deepEqual(
      [blocked.code, blocked.status, blocked.attempts],
      ["UNREADABLE_ANSWER", 403, 1],
      body,
    );
  }
});
