import assert from "node:assert/strict";
import { before, test } from "node:test";
import type Type from "typebox";
import { createClient, OrderingError } from "../../sdk/src/client.ts";
import type * as sdk from "../../sdk/src/wireTypes.ts";
import type { CatalogAnswer, CatalogRequest } from "../../src/kit/contract/catalog.ts";
import type { ErrorAnswer } from "../../src/kit/contract/errorAnswer.ts";
import type {
  OrderAnswer,
  OrderListAnswer,
  OrderListQuery,
  OrderRequest,
} from "../../src/kit/contract/orders.ts";
import type {
  QuoteAcceptance,
  QuoteRequestAnswer,
  QuoteRequestBody,
  QuoteRequestListAnswer,
  QuoteRequestListQuery,
} from "../../src/kit/contract/quotes.ts";
import { insertOffer } from "../support/insertOffer.ts";
import { share } from "../support/share.ts";
import { openTestApp } from "../support/testApp.ts";

const app = share(openTestApp);
const buyer = share(() => app.openAccount());
let baseUrl: string;

before(async () => {
  await insertOffer(app.database.db, { partNumber: "P1" });
  baseUrl = await app.server.listen({ port: 0, host: "127.0.0.1" });
});

type Same<A, B> = [A] extends [B] ? ([B] extends [A] ? true : false) : false;

test("the client's types are the contract's", () => {
  const same: [
    Same<sdk.CatalogRequest, CatalogRequest>,
    Same<sdk.CatalogAnswer, CatalogAnswer>,
    Same<sdk.OrderRequest, OrderRequest>,
    Same<sdk.OrderAnswer, OrderAnswer>,
    Same<sdk.OrderListAnswer, OrderListAnswer>,
    Same<sdk.ErrorAnswer, Type.Static<typeof ErrorAnswer>>,
    Same<keyof sdk.OrderFilter, keyof OrderListQuery>,
    Same<sdk.QuoteRequestBody, QuoteRequestBody>,
    Same<sdk.QuoteRequestAnswer, QuoteRequestAnswer>,
    Same<sdk.QuoteRequestListAnswer, QuoteRequestListAnswer>,
    Same<sdk.QuoteAcceptance, QuoteAcceptance>,
    Same<keyof sdk.QuoteRequestFilter, keyof QuoteRequestListQuery>,
  ] = [true, true, true, true, true, true, true, true, true, true, true, true];
  assert.ok(same.every(Boolean));
});

test("a part can be looked up and ordered, and the order read and listed", async () => {
  const client = createClient({ baseUrl: `${baseUrl}/`, apiKey: buyer.key });
  const { found_parts, not_found } = await client.lookUpParts({ part_numbers: ["p1", "P2"] });
  assert.deepEqual(not_found, ["P2"]);
  assert.equal(found_parts[0]?.price.amount, "10.00");
  const items = [{ part_id: found_parts[0]?.part_id ?? "", quantity: 2 }];
  const key = { idempotencyKey: "PO-1" };
  const { order, response } = await client.placeOrder({ items, po_number: "PO-1" }, key);
  assert.equal(order.subtotal.amount, "20.00");
  assert.deepEqual([response.status, response.replayed], [201, false]);
  const repeated = await client.placeOrder({ items, po_number: "PO-1" }, key);
  assert.deepEqual([repeated.order, repeated.response.replayed], [order, true]);
  assert.deepEqual((await client.readOrder(order.order_id)).order, order);
  const listed = await client.listOrders({ po_number: "PO-1", limit: 10 });
  assert.deepEqual(listed.orders, [order]);
});

test("a response has its status, request id, rate limit, headers and the number of attempts", async () => {
  const client = createClient({ baseUrl, apiKey: buyer.key });
  const { response } = await client.lookUpParts({ part_numbers: ["P1"] });
  assert.equal(response.status, 200);
  assert.match(response.requestId ?? "", /^req_/);
  assert.equal(response.attempts, 1);
  assert.equal(response.rateLimit?.limit, 3_000);
  assert.equal(response.headers.get("ratelimit-policy"), '"catalog";q=3000;w=60');
});

test("a rate limit is on the response, and the seconds to wait on the error", async (t) => {
  const limited = await openTestApp({ rateLimitCatalog: 1 }, app.database);
  t.after(() => limited.server.close());
  limited.clock.now = new Date("2026-11-22T12:00:00.000Z");
  const address = await limited.server.listen({ port: 0, host: "127.0.0.1" });
  const client = createClient({ baseUrl: address, apiKey: buyer.key, maxAttempts: 1 });
  const { response } = await client.lookUpParts({ part_numbers: ["P1"] });
  assert.deepEqual(response.rateLimit, { limit: 1, remaining: 0, resetS: 60 });
  const refused = { code: "RATE_LIMITED", status: 429, retryAfterS: 60 };
  await assert.rejects(client.lookUpParts({ part_numbers: ["P1"] }), refused);
});

test("an order_id is sent as one segment of the path, or refused if it cannot be one", async () => {
  const paths: string[] = [];
  const client = createClient({
    baseUrl,
    apiKey: buyer.key,
    fetch: (url, request) => {
      paths.push(new URL(String(url)).pathname);
      return fetch(url, request);
    },
  });
  const isNotFound = { name: "OrderingError", code: "NOT_FOUND", status: 404, attempts: 1 };
  for (const id of ["a/../b", "x?limit=1", "ä #", "%2e%2e"]) {
    await assert.rejects(client.readOrder(id), isNotFound);
  }
  assert.deepEqual(
    paths.map((path) => path.replace("/public/api/v1/b2b/orders/", "")),
    ["a%2F..%2Fb", "x%3Flimit%3D1", "%C3%A4%20%23", "%252e%252e"],
  );
  for (const id of ["", ".", ".."]) await assert.rejects(client.readOrder(id), TypeError);
  assert.equal(paths.length, 4);
});

test("the pages of orders, and all their orders, are listed to the end", async () => {
  const account = await app.openAccount();
  const client = createClient({ baseUrl, apiKey: account.key });
  const { found_parts } = await client.lookUpParts({ part_numbers: ["P1"] });
  const items = [{ part_id: found_parts[0]?.part_id ?? "", quantity: 1 }];
  const placed: string[] = [];
  for (let count = 0; count < 5; count += 1) {
    placed.unshift((await client.placeOrder({ items })).order.order_id);
  }
  const pages: string[][] = [];
  for await (const { orders, response } of client.listOrderPages({ limit: 2 })) {
    assert.equal(response.status, 200);
    pages.push(orders.map((order) => order.order_id));
  }
  assert.deepEqual([pages.map((page) => page.length), pages.flat()], [[2, 2, 1], placed]);
  const all = await Array.fromAsync(client.listAllOrders({ limit: 2, status: "draft" }));
  assert.deepEqual(
    all.map((order) => order.order_id),
    placed,
  );
  const second = await client.listOrderPages({ limit: 2 }).next();
  const cursor = second.value?.next_cursor ?? undefined;
  assert.equal((await Array.fromAsync(client.listAllOrders({ limit: 2, cursor }))).length, 3);
});

test("the address may contain the path of the API, as the developers page shows it", async () => {
  for (const path of ["/public/api/v1/b2b", "/api/b2b/", "/", ""]) {
    const client = createClient({ baseUrl: baseUrl + path, apiKey: buyer.key });
    assert.equal((await client.listOrders({ limit: 1 })).response.status, 200);
  }
  assert.throws(() => createClient({ baseUrl: "parts.example", apiKey: "" }), TypeError);
  assert.throws(() => createClient({ baseUrl, apiKey: "sk\n1" }), TypeError);
});

test("an error response is an OrderingError with code, request id and details, without retry", async () => {
  let calls = 0;
  const client = createClient({
    baseUrl,
    apiKey: buyer.key,
    fetch: (...args) => {
      calls += 1;
      return fetch(...args);
    },
  });
  await assert.rejects(client.placeOrder({ items: [{ part_id: "x", quantity: 1 }] }), (error) => {
    assert.ok(error instanceof OrderingError);
    assert.deepEqual([error.status, error.code], [422, "PART_NOT_FOUND"]);
    assert.match(error.requestId ?? "", /^req_/);
    assert.equal(error.details[0]?.path, "items[0].part_id");
    return true;
  });
  assert.equal(calls, 1);
});

test("an order whose response is lost is retried with the same key and placed once", async () => {
  const lookup = await buyer.post("catalog", { part_numbers: ["P1"] });
  const items = [{ part_id: lookup.json().found_parts[0].part_id, quantity: 1 }];
  const keys = new Set<string | null>();
  const client = createClient({
    baseUrl,
    apiKey: buyer.key,
    retryDelayMs: 1,
    fetch: async (url, request) => {
      keys.add(new Headers(request?.headers).get("idempotency-key"));
      const response = await fetch(url, request);
      if (keys.size === 1 && response.headers.get("idempotent-replayed") === null) {
        throw new TypeError("the connection was lost");
      }
      return response;
    },
  });
  const before = (await client.listOrders({ limit: 100 }).catch(() => undefined))?.orders.length;
  keys.clear();
  const { order } = await client.placeOrder({ items });
  assert.equal(keys.size, 1);
  const after = (await buyer.get("orders?limit=100")).json().orders;
  assert.equal(after.filter((each: sdk.Order) => each.order_id === order.order_id).length, 1);
  assert.ok(before === undefined || after.length === before + 1);
});
