import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { before, test } from "node:test";
import { Validator } from "@seriousme/openapi-schema-validator";
import { allErrors, type ErrorCode, errorCatalogue } from "../../src/kit/errors.ts";
import { operationErrors } from "../../src/server/api/describeAnswers.ts";
import { apiMethods } from "../../src/server/api/registerApi.ts";
import type { JsonContent, OpenApiDocument } from "../../src/server/http/openApiDocument.ts";
import { createSchemaCheck, listNodes } from "../support/schemaCheck.ts";
import { share } from "../support/share.ts";
import { canonicalPrefix, openTestApp, type TestApp } from "../support/testApp.ts";

const committed = new URL("../../docs/openapi.json", import.meta.url);

const app = share(openTestApp);
let document: OpenApiDocument;

async function fetchDocument(from: TestApp): Promise<OpenApiDocument> {
  const response = await from.server.inject("/openapi.json");
  assert.equal(response.statusCode, 200);
  assert.match(String(response.headers["content-type"]), /^application\/json/);
  return response.json();
}

before(async () => {
  document = await fetchDocument(app);
});

function listOperations() {
  return Object.entries(document.paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(([method, operation]) => ({ path, method, operation })),
  );
}

/** Lists every body: of requests, responses and named responses. */
function listContents(): [string, JsonContent][] {
  return listNodes(document).flatMap(([path, node]) =>
    "application/json" in node ? [[path, node as unknown as JsonContent]] : [],
  );
}

test("the document is valid OpenAPI 3.1", async () => {
  const { valid, errors } = await new Validator().validate(structuredClone(document));
  assert.ok(valid, JSON.stringify(errors, null, 2));
  assert.match(document.openapi, /^3\.1\./);
});

test("docs/openapi.json is the document of a service with default settings", () => {
  const text = `${JSON.stringify(document, null, 2)}\n`;
  if (process.env["UPDATE_DOCS"] === "1") writeFileSync(committed, text);
  const written = readFileSync(committed, "utf8");
  assert.equal(written, text, "Run UPDATE_DOCS=1 bin/test test/api/openapi.test.ts");
});

test("the document has the base URL of the service", async () => {
  const other = await openTestApp({ publicUrl: "https://parts.example" });
  try {
    const servers = (await fetchDocument(other)).servers as typeof document.servers;
    const [server] = servers as { variables: { base_url: { default: string } } }[];
    assert.equal(server?.variables.base_url.default, "https://parts.example");
  } finally {
    await other.close();
  }
});

test("every address and method of the API is documented under the canonical prefix", () => {
  const found = listOperations().map(({ path, method }) => `${method.toUpperCase()} ${path}`);
  const quote = "quote-requests/{quote_request_id}";
  const paths = [
    ...["catalog", "orders", "orders/{order_id}"],
    ...["quote-requests", quote, `${quote}/accept`],
  ].map((one) => `${canonicalPrefix}/${one}`);
  const due = paths.flatMap((path) =>
    apiMethods(path)
      .filter((method) => method !== "HEAD")
      .map((method) => `${method} ${path}`),
  );
  assert.deepEqual(found.sort(), due.sort());
});

test("every body has an example that is valid for its schema", () => {
  const check = createSchemaCheck(document);
  const { examples: named, headers } = document.components;
  for (const [path, content] of listContents()) {
    const { schema, examples } = content["application/json"];
    assert.ok(Object.keys(examples).length > 0, path);
    for (const [name, example] of Object.entries(examples)) {
      const found = "$ref" in example ? named[name] : example;
      assert.deepEqual(check(schema, found?.value), [], `${path} ${name}`);
    }
  }
  for (const { schema, example } of Object.values(headers)) {
    assert.deepEqual(check(schema, example), []);
  }
  const parameters = listOperations().flatMap(({ operation }) => operation.parameters ?? []);
  for (const { schema, example } of parameters) assert.deepEqual(check(schema, example), []);
});

test("every error of an operation is documented under its status with one example per code", () => {
  for (const { operation } of listOperations()) {
    const codes: readonly ErrorCode[] = operationErrors[operation.operationId as "placeOrder"];
    const due = codes.map((code) => `${allErrors[code].status} ${code}`);
    const found = Object.entries(operation.responses)
      .filter(([status]) => !status.startsWith("2"))
      .flatMap(([status, answer]) =>
        Object.keys(answer.content["application/json"].examples).map((code) => `${status} ${code}`),
      );
    assert.deepEqual(found.sort(), due.sort(), operation.operationId);
  }
  const anywhere = JSON.stringify([document.paths, document.components.responses]);
  for (const code of Object.keys(errorCatalogue)) assert.ok(anywhere.includes(`"${code}"`), code);
});
