// Spans of requests, as a collector of OpenTelemetry gets them.
import assert from "node:assert/strict";
import { once } from "node:events";
import { createServer, type IncomingMessage, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { type TestContext, test } from "node:test";
import { parseTraceparent } from "../../src/server/http/tracing/traceContext.ts";
import { readVersion } from "../../src/version.ts";
import { startServed } from "../support/servedNode.ts";
import { share } from "../support/share.ts";
import { openTestDatabase } from "../support/testDatabase.ts";

const traceId = "4bf92f3577b34da6a3ce929d0e0e4736";
const callerId = "00f067aa0ba902b7";
const traceparent = `00-${traceId}-${callerId}-01`;

const database = share(openTestDatabase);

type Attribute = { readonly key: string; readonly value: Record<string, unknown> };

type Span = {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly name: string;
  readonly kind: number;
  readonly status: { readonly code?: number };
  readonly attributes: readonly Attribute[];
};

type Batch = {
  readonly resourceSpans: readonly {
    readonly resource: { readonly attributes: readonly Attribute[] };
    readonly scopeSpans: readonly { readonly spans: readonly Span[] }[];
  }[];
};

function valuesOf(attributes: readonly Attribute[]): Record<string, unknown> {
  return Object.fromEntries(attributes.map(({ key, value }) => [key, Object.values(value)[0]]));
}

async function listen(t: TestContext, collector: Server): Promise<string> {
  collector.listen(0, "127.0.0.1");
  await once(collector, "listening");
  t.after(() => {
    collector.close();
    collector.closeAllConnections();
  });
  return `http://127.0.0.1:${(collector.address() as AddressInfo).port}`;
}

test("with a collector, a request is a span under that of its caller", async (t) => {
  const batches: Batch[] = [];
  const paths = new Set<string | undefined>();
  const receive = async (request: IncomingMessage): Promise<void> => {
    paths.add(request.url);
    batches.push(JSON.parse(await text(request)));
  };
  const collector = createServer((request, response) => {
    receive(request).then(
      () => response.setHeader("content-type", "application/json").end("{}"),
      () => response.writeHead(400).end(),
    );
  });
  const OTEL_EXPORTER_OTLP_ENDPOINT = await listen(t, collector);
  const served = await startServed(database, { OTEL_EXPORTER_OTLP_ENDPOINT });
  const ask = async (path: string, header: string | undefined) => {
    const headers: Record<string, string> = header === undefined ? {} : { traceparent: header };
    const answer = await fetch(`${served.url}${path}`, { headers });
    return parseTraceparent(answer.headers.get("traceparent") ?? "");
  };
  const child = await ask("/api/b2b/orders?limit=7", traceparent);
  const root = await ask("/sign-in", undefined);
  const unsampled = await ask("/sign-in", `00-${"a".repeat(32)}-${callerId}-00`);
  await ask("/readyz", undefined);
  assert.equal(await served.end(), 0);

  assert.deepEqual([...paths], ["/v1/traces"]);
  const resources = batches.flatMap(({ resourceSpans }) => resourceSpans);
  const resource = valuesOf(resources[0]?.resource.attributes ?? []);
  assert.equal(resource["service.name"], "partsdesk");
  assert.equal(resource["service.version"], readVersion());
  const spans = resources.flatMap(({ scopeSpans }) => scopeSpans.flatMap((scope) => scope.spans));
  assert.deepEqual(spans.map(({ name }) => name).toSorted(), [
    "GET /api/b2b/orders",
    "GET /sign-in",
  ]);
  const [span] = spans.filter(({ name }) => name === "GET /api/b2b/orders");
  assert.deepEqual(
    [span?.traceId, span?.parentSpanId, span?.spanId, span?.kind],
    [traceId, callerId, child?.spanId, 2],
  );
  const attributes = valuesOf(span?.attributes ?? []);
  assert.match(String(attributes["partsdesk.request_id"]), /^req_[0-9a-f]{32}$/);
  delete attributes["partsdesk.request_id"];
  assert.deepEqual(attributes, {
    "http.request.method": "GET",
    "http.route": "/api/b2b/orders",
    "http.response.status_code": 401,
  });
  const [other] = spans.filter(({ name }) => name === "GET /sign-in");
  assert.deepEqual([other?.traceId, other?.parentSpanId], [root?.traceId, undefined]);
  assert.deepEqual([unsampled?.traceId, unsampled?.flags], ["a".repeat(32), 0]);
});

test("a collector that does not answer delays neither requests nor a stop", async (t) => {
  const OTEL_EXPORTER_OTLP_ENDPOINT = await listen(t, createServer());
  const served = await startServed(database, { OTEL_EXPORTER_OTLP_ENDPOINT });
  assert.equal((await fetch(`${served.url}/sign-in`)).status, 200);
  assert.equal(await served.end(), 0);
  assert.match(served.output(), /"msg":"traces"/);
});
