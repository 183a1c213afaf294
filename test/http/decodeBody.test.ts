import assert from "node:assert/strict";
import { before, test } from "node:test";
import { brotliCompressSync, gzipSync } from "node:zlib";
import { limits } from "../../src/kit/contract/limits.ts";
import { decodeBody } from "../../src/server/http/parseBody.ts";
import { insertOffer } from "../support/insertOffer.ts";
import { share } from "../support/share.ts";
import { canonicalPrefix, openTestApp } from "../support/testApp.ts";

const app = share(openTestApp);
const buyer = share(() => app.openAccount());

before(async () => {
  await insertOffer(app.database.db, { partNumber: "P1" });
});

const send = (path: string, payload: Buffer, headers: Record<string, string>) =>
  app.server.inject({
    method: "POST",
    url: `${canonicalPrefix}/${path}`,
    payload,
    headers: {
      authorization: `Bearer ${buyer.key}`,
      "content-type": "application/json",
      ...headers,
    },
  });

const lookup = JSON.stringify({ part_numbers: ["P1"] });
const gzipped = { "content-encoding": "gzip" };

test("a body compressed with gzip is read, up to the limit of a body", async () => {
  for (const encoding of ["gzip", "GZIP", "x-gzip"]) {
    const answer = await send("catalog", gzipSync(lookup), { "content-encoding": encoding });
    assert.deepEqual([answer.statusCode, answer.json().found_parts.length], [200, 1], encoding);
  }
  const plain = await send("catalog", Buffer.from(lookup), { "content-encoding": "identity" });
  assert.equal(plain.statusCode, 200);
  const full = gzipSync(lookup.padEnd(limits.bodyBytes, " "));
  assert.equal((await send("catalog", full, gzipped)).statusCode, 200);
});

test("more than the limit is 413, compressed or not, and a bomb is not unpacked", async () => {
  const longer = await send("catalog", gzipSync(lookup.padEnd(limits.bodyBytes + 1, " ")), gzipped);
  const bomb = gzipSync(Buffer.alloc(200_000_000));
  const bombed = await send("catalog", bomb.subarray(0, limits.bodyBytes), gzipped);
  const long = await send("catalog", Buffer.alloc(limits.bodyBytes + 1), gzipped);
  for (const answer of [longer, bombed, long]) {
    assert.deepEqual(
      [answer.statusCode, answer.json().error.code],
      [413, "PAYLOAD_TOO_LARGE"],
      answer.body,
    );
  }
  const before = process.memoryUsage().arrayBuffers;
  await assert.rejects(decodeBody("gzip", bomb, limits.bodyBytes), { code: "PAYLOAD_TOO_LARGE" });
  assert.ok(process.memoryUsage().arrayBuffers - before < 20 * limits.bodyBytes);
});

test("truncated or broken gzip is 400, and other encodings are 415 with the supported one", async () => {
  const packed = gzipSync(lookup);
  for (const body of [packed.subarray(0, -4), Buffer.from(lookup), packed.subarray(0, 5)]) {
    const { statusCode, body: text } = await send("catalog", body, gzipped);
    assert.equal(statusCode, 400);
    assert.equal(JSON.parse(text).error.details[0].code, "bad_gzip");
  }
  for (const encoding of ["br", "deflate", "zstd", "gzip, gzip", "nonsense"]) {
    const headers = { "content-encoding": encoding };
    const answer = await send("catalog", brotliCompressSync(lookup), headers);
    assert.deepEqual([answer.statusCode, answer.headers["accept-encoding"]], [415, "gzip"]);
    const { code, message } = answer.json().error;
    assert.deepEqual([code, /Send gzip/.test(message)], ["UNSUPPORTED_ENCODING", true]);
  }
});

test("an order is recognized again, compressed or not", async () => {
  const found = await send("catalog", gzipSync(lookup), gzipped);
  const { part_id } = found.json().found_parts[0];
  const order = JSON.stringify({ items: [{ part_id, quantity: 1 }] });
  const key = { "idempotency-key": "K1" };
  const first = await send("orders", gzipSync(order), { ...gzipped, ...key });
  const again = await send("orders", Buffer.from(order), key);
  assert.equal(first.statusCode, 201, first.body);
  assert.equal(again.json().order.order_id, first.json().order.order_id);
});
