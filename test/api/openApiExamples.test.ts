import assert from "node:assert/strict";
import { before, test } from "node:test";
import type { LightMyRequestResponse } from "fastify";
import { shellActor } from "../../src/audit/actor.ts";
import { demoShowcase } from "../../src/demo/demoShowcase.ts";
import { revokeKey } from "../../src/keys/revokeKey.ts";
import type { Part } from "../../src/kit/contract/catalog.ts";
import { openApiExamples } from "../../src/server/api/openApiExamples.ts";
import type { Answer, OpenApiDocument } from "../../src/server/http/openApiDocument.ts";
import { insertOffer, type OfferFields } from "../support/insertOffer.ts";
import { createSchemaCheck, listNodes } from "../support/schemaCheck.ts";
import { share } from "../support/share.ts";
import { canonicalPrefix, openTestApp } from "../support/testApp.ts";

const anyones = (keyId: string) => ({ keyId, accountId: null });

const { catalogRequests, catalogAnswers, orderRequests, orderAnswers } = openApiExamples;
const catalog = `${canonicalPrefix}/catalog`;
const orders = `${canonicalPrefix}/orders`;

const app = share(openTestApp);
const buyer = share(() => app.openAccount({ discount: 750 }));
let document: OpenApiDocument;

/** The parts of the examples as offers. */
function listExampleParts(): Part[] {
  const found = Object.values(catalogAnswers).flatMap(({ value }) => value.found_parts);
  return [...new Map(found.map((part) => [part.part_number, part])).values()];
}

const unorderable: readonly OfferFields[] = [
  { partNumber: demoShowcase.superseded, status: "SUPERSEDED", supersededBy: "DA27845-3" },
  { partNumber: demoShowcase.packOf100, minQuantity: 100, multiple: 100, stock: 12_400 },
  { partNumber: demoShowcase.inEuros, currency: "EUR" },
  { partNumber: demoShowcase.onRequest, price: null },
];

before(async () => {
  document = (await app.server.inject("/openapi.json")).json();
  const { db } = app.database;
  const [line] = orderAnswers.twoLines.value.order.line_items;
  for (const part of listExampleParts()) {
    assert.ok(part.price !== null);
    await insertOffer(db, {
      ...part,
      manufacturer: line?.manufacturer ?? null,
      cage: line?.cage ?? null,
      certificate: line?.certificate ?? null,
      partNumber: part.part_number,
      partName: part.part_name,
      unit: part.unit_of_measure,
      stock: part.available_stock,
      price: Number(part.price.amount.replace(".", "")),
      currency: part.price.currency,
    });
  }
  for (const offer of unorderable) await insertOffer(db, offer);
});

async function partIdOf(partNumber: string, account = buyer): Promise<string> {
  const body = { part_numbers: [partNumber], include: ["unpriced"] };
  const response = await account.post("catalog", body);
  return response.json().found_parts[0].part_id;
}

/** Replaces values that are always different by those of the example. */
function swap(answer: unknown, shown: ReadonlyMap<string, string>): unknown {
  const text = JSON.stringify(answer);
  return JSON.parse([...shown].reduce((all, [own, one]) => all.replaceAll(own, one), text));
}

/** Maps the `part_id`s of the example parts to those in the examples. The clock is fixed. */
async function mapPartIds(account = buyer): Promise<Map<string, string>> {
  const ids = new Map<string, string>();
  for (const { part_number: number, part_id: shown } of listExampleParts()) {
    ids.set(await partIdOf(number, account), shown);
  }
  return ids;
}

test("the example lookups return the example responses", async () => {
  const ids = await mapPartIds();
  for (const [name, { value: request }] of Object.entries(catalogRequests)) {
    const response = await buyer.post("catalog", request);
    const due = catalogAnswers[name as keyof typeof catalogAnswers].value;
    assert.deepEqual(swap(response.json(), ids), due, name);
  }
});

test("the example order returns the example response and can be read and listed", async () => {
  const account = await app.openAccount({ discount: 750 });
  const ids = await mapPartIds(account);
  const own = new Map([...ids].map(([minted, shown]) => [shown, minted]));
  const { order_id: shownId, order_number = "", created_at } = orderAnswers.twoLines.value.order;
  const placed = await account.post("orders", swap(orderRequests.twoLines.value, own));
  const { order } = placed.json();
  const shown = new Map([
    [order.order_id, shownId],
    [order.order_number, order_number],
    [order.created_at, created_at],
  ]);
  assert.deepEqual(swap(placed.json(), shown), orderAnswers.twoLines.value);
  const read = await account.get(`orders/${order.order_id}`);
  assert.deepEqual(swap(read.json(), shown), orderAnswers.twoLines.value);
  const list = await account.get("orders");
  assert.deepEqual(swap(list.json(), shown), openApiExamples.orderListAnswers.onePage.value);
});

/** Compares a response with the document for its address, method and status. */
function expectAnswer(response: LightMyRequestResponse, answer: Answer | undefined, place: string) {
  assert.ok(answer, `${place} is documented`);
  const check = createSchemaCheck(document);
  assert.deepEqual(check(answer.content["application/json"].schema, response.json()), [], place);
  const known = Object.entries(document.components.headers);
  for (const [name, { required }] of known) {
    const sent: boolean = response.headers[name.toLowerCase()] !== undefined;
    const isListed: boolean = name in answer.headers;
    assert.ok(isListed || !sent, `${place} lists ${name}`);
    assert.ok(sent || !(isListed && required), `${place} has ${name}`);
  }
}

function findAnswer(path: string, method: string, status: number): [Answer | undefined, string] {
  const operation = document.paths[path]?.[method.toLowerCase()];
  return [operation?.responses[status], `${method} ${path} ${status}`];
}

/** Lists the fields of details besides path, code and message. */
function listExtras(body: unknown): string[] {
  const details = listNodes(body).filter(([, node]) => "path" in node && "message" in node);
  return [...new Set(details.flatMap(([, node]) => Object.keys(node)))].sort();
}

/** Checks that the code of an error response has an example with the same details. */
function expectRefusal(response: LightMyRequestResponse, path: string, code: string): void {
  const method = String(response.raw.req.method);
  const [answer, place] = findAnswer(path, method, response.statusCode);
  expectAnswer(response, answer, `${place} ${code}`);
  assert.equal(response.json().error.code, code, response.body);
  const example = answer?.content["application/json"].examples[code];
  const named = document.components.examples[code];
  const value = example !== undefined && "value" in example ? example.value : named?.value;
  assert.ok(example, `${place} has an example of ${code}`);
  assert.deepEqual(listExtras(response.json()), listExtras(value), `${place} ${code}`);
}

test("every successful response is documented", async () => {
  const line = { part_id: await partIdOf(demoShowcase.inStock), quantity: 1 };
  const key = { "idempotency-key": "documented" };
  const everything = await buyer.post("catalog", catalogRequests.everything.value);
  expectAnswer(everything, ...findAnswer(catalog, "POST", 200));
  const placed = await buyer.post("orders", { items: [line] }, key);
  expectAnswer(placed, ...findAnswer(orders, "POST", 201));
  const replayed = await buyer.post("orders", { items: [line] }, key);
  assert.equal(replayed.headers["idempotent-replayed"], "true");
  expectAnswer(replayed, ...findAnswer(orders, "POST", 201));
  expectAnswer(await buyer.get("orders?limit=1"), ...findAnswer(orders, "GET", 200));
  const read = await buyer.get(`orders/${placed.json().order.order_id}`);
  expectAnswer(read, ...findAnswer(`${orders}/{order_id}`, "GET", 200));
});

test("every rejection of an order is documented with the same details", async () => {
  const good = { part_id: await partIdOf(demoShowcase.inStock), quantity: 1 };
  const line = async (number: string, quantity: number) => ({
    part_id: await partIdOf(number),
    quantity,
  });
  const refusals: [string, unknown[]][] = [
    ["VALIDATION_FAILED", [{ ...good, quantity: 0 }]],
    ["PART_NOT_FOUND", [{ ...good, part_id: "pt_0" }]],
    ["PART_NOT_ORDERABLE", [await line(demoShowcase.superseded, 1)]],
    ["PRICE_ON_REQUEST", [await line(demoShowcase.onRequest, 1)]],
    ["QUANTITY_NOT_ALLOWED", [await line(demoShowcase.packOf100, 250)]],
    ["CURRENCY_MISMATCH", [good, await line(demoShowcase.inEuros, 1)]],
    ["INSUFFICIENT_STOCK", [await line(demoShowcase.severalOffers, 4)]],
  ];
  for (const [code, items] of refusals) {
    expectRefusal(await buyer.post("orders", { items }), orders, code);
  }
  const key = { "idempotency-key": "once" };
  await buyer.post("orders", { items: [good] }, key);
  const reused = await buyer.post("orders", { items: [good, good] }, key);
  expectRefusal(reused, orders, "IDEMPOTENCY_KEY_REUSED");
  const before = app.clock.now;
  app.clock.now = new Date(before.getTime() + 3_901_000);
  expectRefusal(await buyer.post("orders", { items: [good] }), orders, "PART_ID_EXPIRED");
  app.clock.now = before;
});

test("every rejection of a key or an address is documented", async () => {
  const { db } = app.database;
  const call = (authorization?: string) =>
    app.server.inject({ url: orders, headers: authorization ? { authorization } : {} });
  expectRefusal(await call(), orders, "INVALID_API_KEY");
  expectRefusal(await buyer.get("orders?limit=0"), orders, "VALIDATION_FAILED");
  const absent = await buyer.get("orders/none");
  expectRefusal(absent, `${orders}/{order_id}`, "NOT_FOUND");
  const large = await buyer.post("catalog", { part_names: ["x".repeat(300_000)] });
  expectRefusal(large, catalog, "PAYLOAD_TOO_LARGE");
  const packed = await buyer.post("orders", {}, { "content-encoding": "br" });
  expectRefusal(packed, orders, "UNSUPPORTED_ENCODING");
  expectRefusal(await buyer.post("catalog", { part_numbers: [1] }), catalog, "VALIDATION_FAILED");
  const gone = await app.openAccount();
  await revokeKey(db, anyones(gone.keyId), app.clock.now, shellActor);
  expectRefusal(await gone.get("orders"), orders, "KEY_REVOKED");
  const { UnknownAddress, MethodNotAllowed } = document.components.responses;
  expectAnswer(await buyer.get("nothing"), UnknownAddress, "an unknown address");
  expectAnswer(await buyer.get("catalog"), MethodNotAllowed, "a wrong method");
});

test("a request above the rate limit gets the documented response", async () => {
  const limited = await openTestApp({ rateLimitOrders: 1 });
  try {
    const caller = await limited.openAccount();
    await caller.get("orders");
    expectRefusal(await caller.get("orders"), orders, "RATE_LIMITED");
  } finally {
    await limited.close();
  }
});
