// Traces: the header of the caller, and what the response and the log say.
import assert from "node:assert/strict";
import { test } from "node:test";
import { formatTraceparent, parseTraceparent } from "../../src/server/http/tracing/traceContext.ts";
import { share } from "../support/share.ts";
import { openTestApp } from "../support/testApp.ts";

const traceId = "4bf92f3577b34da6a3ce929d0e0e4736";
const callerId = "00f067aa0ba902b7";
const traceparent = `00-${traceId}-${callerId}-01`;

const app = share(openTestApp);

test("a valid traceparent is read, one of a later version as far as it is known", () => {
  const read = { traceId, spanId: callerId, flags: 1 };
  assert.deepEqual(parseTraceparent(traceparent), read);
  assert.equal(formatTraceparent(read), traceparent);
  assert.deepEqual(parseTraceparent(`cc-${traceId}-${callerId}-01`), read);
  assert.deepEqual(parseTraceparent(`cc-${traceId}-${callerId}-01-what-comes-later`), read);
  const flagged = parseTraceparent(`00-${traceId}-${callerId}-ff`);
  assert.ok(flagged !== undefined);
  assert.equal(formatTraceparent(flagged), `00-${traceId}-${callerId}-03`);
});

const invalid = [
  "",
  "00",
  traceId,
  `ff-${traceId}-${callerId}-01`,
  `00-${traceId}-${callerId}-01-more`,
  `cc-${traceId}-${callerId}-01.more`,
  `00-${traceId}-${callerId}-1`,
  `00-${traceId.toUpperCase()}-${callerId}-01`,
  `00-${"0".repeat(32)}-${callerId}-01`,
  `00-${traceId}-${"0".repeat(16)}-01`,
  `00-${traceId.slice(1)}-${callerId}-01`,
  `00-${traceId}-${callerId}-0g`,
  ` ${traceparent}\n`,
  `${traceparent}, ${traceparent}`,
];

test("an invalid traceparent is as none, and the request is answered", async () => {
  for (const header of invalid) {
    assert.equal(parseTraceparent(header), undefined, JSON.stringify(header));
    app.logLines.length = 0;
    const { statusCode, headers } = await app.server.inject({
      url: "/livez",
      headers: { traceparent: header },
    });
    assert.deepEqual([statusCode, headers["traceparent"]], [200, undefined]);
    const line = app.logLines.find(({ msg }) => msg === "request");
    assert.ok(line !== undefined && !("trace_id" in line));
  }
});

test("the response and the log line continue the trace, with a span of their own", async () => {
  const spans = new Set<string>();
  for (const url of ["/livez", "/api/b2b/orders", "/", "/nowhere"]) {
    app.logLines.length = 0;
    const { headers } = await app.server.inject({ url, headers: { traceparent } });
    const own = parseTraceparent(String(headers["traceparent"]));
    assert.equal(own?.traceId, traceId);
    assert.equal(own?.flags, 1);
    const line = app.logLines.find(({ msg }) => msg === "request");
    assert.deepEqual([line?.["trace_id"], line?.["span_id"]], [traceId, own?.spanId]);
    spans.add(own?.spanId ?? "");
  }
  assert.equal(spans.size, 4);
  assert.ok(!spans.has(callerId));
});
