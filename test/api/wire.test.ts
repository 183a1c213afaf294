import assert from "node:assert/strict";
import { before, test } from "node:test";
import { limits } from "../../src/kit/contract/limits.ts";
import { sendRaw } from "../support/sendRaw.ts";
import { share } from "../support/share.ts";
import { canonicalPrefix, openTestApp } from "../support/testApp.ts";

const app = share(() => openTestApp({ rateLimitCatalog: 0, rateLimitOrders: 0 }));
const buyer = share(() => app.openAccount());
let port: number;

before(async () => {
  await app.server.listen({ port: 0, host: "127.0.0.1" });
  port = (app.server.server.address() as { port: number }).port;
});

function inject(
  method: "GET" | "POST" | "PUT" | "DELETE" | "PATCH" | "HEAD" | "OPTIONS",
  url: string,
  payload?: string | Buffer,
  headers: Record<string, string> = {},
) {
  return app.server.inject({
    method,
    url,
    headers: {
      authorization: `Bearer ${buyer.key}`,
      "content-type": "application/json",
      ...headers,
    },
    ...(payload === undefined ? {} : { payload }),
  });
}

const withoutId = (body: string) => body.replace(/req_[0-9a-f]{32}/g, "ID");

test("both prefixes respond equally, including errors and unknown paths", async () => {
  const calls: ["GET" | "POST" | "PUT" | "HEAD", string, string?][] = [
    ["POST", "/catalog", '{"part_numbers":["x"]}'],
    ["POST", "/catalog", "{}"],
    ["POST", "/catalog", "nonsense"],
    ["POST", "/orders", '{"items":[{"part_id":"x","quantity":1}]}'],
    ["GET", "/orders"],
    ["GET", "/orders/x"],
    ["PUT", "/orders"],
    ["GET", "/catalog"],
    ["GET", "/nothing"],
    ["GET", "/catalog/"],
    ["GET", "/"],
    ["GET", ""],
  ];
  for (const [method, path, payload] of calls) {
    const [one, two] = [
      await inject(method, `${canonicalPrefix}${path}`, payload),
      await inject(method, `/api/b2b${path}`, payload),
    ];
    assert.equal(one.statusCode, two.statusCode, path);
    assert.equal(withoutId(one.body), withoutId(two.body), path);
    assert.match(String(one.headers["content-type"]), /^application\/json/);
  }
});

test("an unknown path is 404 NOT_FOUND in the envelope", async () => {
  const paths = [
    "/nothing",
    "/catalog/",
    "/catalog/x",
    "/orders/x/lines",
    "/Catalog",
    "/%63atalog2",
    `/orders/${"x".repeat(200)}`,
    `/orders/${"x".repeat(201)}`,
  ];
  for (const path of paths) {
    const response = await inject("GET", `${canonicalPrefix}${path}`);
    assert.equal(response.statusCode, 404, path);
    assert.equal(response.json().error.code, "NOT_FOUND");
  }
});

test("a wrong method is 405 with Allow, known or not", async () => {
  const allowed: [string, string][] = [
    ["/catalog", "POST"],
    ["/orders", "GET, HEAD, POST"],
    ["/orders/x", "GET, HEAD"],
  ];
  for (const [path, allow] of allowed) {
    for (const method of ["PUT", "DELETE", "PATCH", "OPTIONS"] as const) {
      const response = await inject(method, `${canonicalPrefix}${path}`);
      assert.equal(response.statusCode, 405, `${method} ${path}`);
      assert.equal(response.headers["allow"], allow);
      assert.equal(response.json().error.code, "METHOD_NOT_ALLOWED");
    }
  }
  const odd = await sendRaw(port, [
    `PROPFIND /api/b2b/catalog HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`,
  ]);
  assert.match(odd, /^HTTP\/1.1 405 /);
});

test("every response has an X-Request-Id that is also in the error body and the log line", async () => {
  for (const url of ["/livez", `${canonicalPrefix}/nothing`, `${canonicalPrefix}/orders`, "/%zz"]) {
    const response = await inject("GET", url);
    const id = response.headers["x-request-id"];
    assert.match(String(id), /^req_[0-9a-f]{32}$/, url);
    if (response.statusCode >= 400) assert.equal(response.json().error.request_id, id);
    assert.ok(
      app.logLines.some((line) => line["request_id"] === id),
      url,
    );
  }
});

test("the log line has account, route, status, duration and error code, but no body", async () => {
  const response = await buyer.post("catalog", { part_numbers: ["SECRET-77"], part_names: 5 });
  const line = app.logLines.find(
    (entry) => entry["request_id"] === response.headers["x-request-id"] && entry["status"],
  );
  assert.equal(line?.["account_id"], buyer.accountId);
  assert.equal(line?.["route"], `${canonicalPrefix}/catalog`);
  assert.equal(line?.["status"], 400);
  assert.equal(typeof line?.["duration_ms"], "number");
  assert.equal(line?.["error_code"], "VALIDATION_FAILED");
  assert.ok(!JSON.stringify(app.logLines).includes("SECRET-77"));
});

test("invalid JSON, wrong content types, invalid UTF-8 and bodies that are not objects are 400", async () => {
  const cases: [string | Buffer, string, string][] = [
    ["", "application/json", "object"],
    ["{", "application/json", "bad_json"],
    ['{"part_numbers":["a"],}', "application/json", "bad_json"],
    ["NaN", "application/json", "bad_json"],
    ["\ufeff{}", "application/json", "bad_json"],
    [Buffer.from('{"part_numbers":["\xff"]}', "latin1"), "application/json", "bad_utf8"],
    ["part_numbers=x", "application/x-www-form-urlencoded", "bad_content_type"],
    ['{"part_numbers":["x"]}', "text/plain", "bad_content_type"],
    ['{"part_numbers":["x"]}', "application/jsonp", "bad_content_type"],
    ["[]", "application/json", "type"],
    ['"x"', "application/json", "type"],
    ["null", "application/json", "type"],
  ];
  for (const [payload, type, code] of cases) {
    const response = await inject("POST", "/api/b2b/catalog", payload, { "content-type": type });
    assert.equal(response.statusCode, 400, `${payload} as ${type}: ${response.body}`);
    assert.equal(response.json().error.code, "VALIDATION_FAILED");
    if (code !== "object") assert.equal(response.json().error.details[0].code, code);
  }
});

test("a body of the maximum size is accepted; one byte more is 413", async () => {
  const body = '{"part_numbers":["x"]}';
  const full = body.padEnd(limits.bodyBytes, " ");
  assert.equal((await inject("POST", "/api/b2b/catalog", full)).statusCode, 200);
  const response = await inject("POST", "/api/b2b/catalog", `${full} `);
  assert.equal(response.statusCode, 413);
  assert.equal(response.json().error.code, "PAYLOAD_TOO_LARGE");
});

test("deep nesting, huge numbers, unusual keys and escapes never cause 500", async () => {
  const bodies = [
    `${"[".repeat(100_000)}${"]".repeat(100_000)}`,
    `{"part_numbers":${"[".repeat(50_000)}${"]".repeat(50_000)}}`,
    `{"items":${'{"a":'.repeat(20_000)}1${"}".repeat(20_000)}}`,
    '{"part_numbers":["x"],"__proto__":{"in_stock":true},"constructor":{"prototype":1}}',
    '{"part_numbers":[1e400,-1e400,123456789012345678901234567890]}',
    '{"items":[{"part_id":"x","quantity":1e400}]}',
    '{"items":[{"part_id":"\\ud800\\u0000","quantity":1}],"po_number":"\\ud800"}',
    '{"part_numbers":["\\u0000","\\ud800","\\udfff\\ud800"]}',
    '{"part_names":["\\u0000","%","\'","\\\\","(((","a:*&!|b","<->"]}',
    '{"part_numbers":{"length":50,"0":"x"}}',
    '{"part_numbers":["x"],"part_numbers":["y"]}',
  ];
  for (const body of bodies) {
    for (const path of ["catalog", "orders"]) {
      const response = await inject("POST", `/api/b2b/${path}`, body);
      assert.ok(response.statusCode < 500, `${response.statusCode} for ${body.slice(0, 80)}`);
      assert.equal(typeof response.json().success, "boolean");
    }
  }
});

test("the key is checked before the body, and the body before the parts", async () => {
  const noKey = await app.server.inject({ method: "POST", url: "/api/b2b/orders", payload: "{" });
  assert.equal(noKey.statusCode, 401);
  const oversized = await app.server.inject({
    method: "POST",
    url: "/api/b2b/orders",
    headers: { "content-type": "application/json" },
    payload: "x".repeat(limits.bodyBytes + 1),
  });
  assert.equal(oversized.statusCode, 401);
  const both = await buyer.post("orders", { items: [{ part_id: "unknown", quantity: 0 }] });
  assert.equal(both.json().error.code, "VALIDATION_FAILED");
});
