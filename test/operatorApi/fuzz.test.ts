// Requests that are made from the API's own OpenAPI document, and some that are near them.
import assert from "node:assert/strict";
import { before, test } from "node:test";
import fc from "fast-check";
import type {
  JsonSchema,
  OpenApiDocument,
  Operation,
} from "../../src/server/http/openApiDocument.ts";
import { confirmOne } from "../support/confirmedOrder.ts";
import { openSystem } from "../support/operatorApi.ts";
import { openQuoteRequestFixture } from "../support/quoteRequestFixture.ts";
import { share } from "../support/share.ts";
import { openTestApp } from "../support/testApp.ts";

const app = share(() => openTestApp({ rateLimitOrders: 0 }));

type Listed = { path: string; method: string; operation: Operation };
const operations: Listed[] = [];
let system: Awaited<ReturnType<typeof openSystem>>;
/** Ids of things that exist. */
const ids: string[] = [];

before(async () => {
  system = await openSystem(app);
  const document: OpenApiDocument = (await app.server.inject("/operator/openapi.json")).json();
  for (const [path, methods] of Object.entries(document.paths)) {
    for (const [method, operation] of Object.entries(methods)) {
      operations.push({ path, method: method.toUpperCase(), operation });
    }
  }
  const { accountId, keyId } = await app.openAccount();
  const quote = await openQuoteRequestFixture(app).send();
  const { orderId } = await confirmOne(app, null);
  ids.push(
    orderId,
    accountId,
    keyId,
    quote.request.requestId,
    "01900000-0000-7000-8000-000000000000",
  );
});

const anyText = fc.oneof(
  fc.string({ unit: "binary", maxLength: 30 }),
  fc.constantFrom("", "\0", "\ud800", "%", "'", "null", "-1", "1e9", "99999999999999999999"),
);

/** A value that fits a schema most of the time. */
function valueFor(schema: JsonSchema): fc.Arbitrary<unknown> {
  const anything = fc.oneof(fc.jsonValue({ maxDepth: 1 }), anyText);
  const fitting = (): fc.Arbitrary<unknown> => {
    if (schema.enum !== undefined) return fc.constantFrom(...schema.enum);
    const type = [schema.type ?? "string"].flat()[0];
    if (type === "integer") {
      const { minimum: min = -5, maximum: max = 1_000 } = schema;
      return fc.integer({ min, max });
    }
    if (type === "boolean") return fc.boolean();
    if (type === "object") return bodyFor(schema);
    return fc.oneof(anyText, fc.constantFrom(...ids));
  };
  return fc.oneof({ weight: 4, arbitrary: fitting() }, { weight: 1, arbitrary: anything });
}

function bodyFor({ properties = {} }: JsonSchema): fc.Arbitrary<unknown> {
  const fields = Object.entries(properties).map(([name, schema]) => [name, valueFor(schema)]);
  return fc.record(Object.fromEntries(fields), { requiredKeys: [] });
}

function requestFor({ path, method, operation }: Listed) {
  const parameters = operation.parameters ?? [];
  const query = parameters.filter((parameter) => parameter.in === "query");
  const schema = operation.requestBody?.content["application/json"]?.schema;
  return fc.record({
    path: fc.constant(path),
    method: fc.constant(method),
    operation: fc.constant(operation),
    id: fc.oneof(fc.constantFrom(...ids), anyText),
    query: fc.uniqueArray(
      fc.oneof(
        ...query.map(({ name, schema: one }) => fc.tuple(fc.constant(name), valueFor(one))),
        fc.tuple(fc.constantFrom("other", "limit"), anyText),
      ),
      { maxLength: 3, selector: ([name]) => name },
    ),
    body: schema === undefined ? fc.constant(undefined) : valueFor(schema),
  });
}

type Fuzzed = ReturnType<typeof requestFor> extends fc.Arbitrary<infer Request> ? Request : never;

/** Answers with the status, which must be documented and below 500. */
async function send({ path, method, id, query, body }: Fuzzed): Promise<number> {
  const filled = path.replace(/\{\w+\}/g, encodeURIComponent(id.toWellFormed()) || "x");
  const pairs = query.map(([name, value]): [string, string] => [
    name,
    (typeof value === "string" ? value : JSON.stringify(value ?? null)).toWellFormed(),
  ]);
  const search = new URLSearchParams(pairs).toString();
  const answer = await app.server.inject({
    method: method as "GET",
    url: search === "" ? filled : `${filled}?${search}`,
    headers: {
      authorization: `Bearer ${system.key}`,
      ...(body !== undefined && { "content-type": "application/json" }),
    },
    ...(body !== undefined && { payload: JSON.stringify(body) }),
  });
  return answer.statusCode;
}

async function expectDocumented(request: Fuzzed): Promise<void> {
  const status = await send(request);
  const documented = Object.keys(request.operation.responses);
  assert.ok(status < 500 && documented.includes(String(status)), `${status}`);
}

const numRuns = Number(process.env["FUZZ_RUNS"] ?? 400);
const maxRunMs = 100;

test("whatever is sent, the answer is documented and no failure", {
  timeout: 60_000 + numRuns * maxRunMs,
}, async () => {
  assert.ok(operations.length > 10);
  const requests = fc.oneof(...operations.map(requestFor));
  await fc.assert(fc.asyncProperty(requests, expectDocumented), { numRuns });
});

test("an answer that is not documented is noticed", async () => {
  const [first] = operations;
  const operation = { ...(first?.operation as Operation), responses: {} };
  const request = { path: "/operator/v1/accounts", method: "GET", operation, id: "x", query: [] };
  await assert.rejects(expectDocumented({ ...request, body: undefined }), /200/);
});
