// Lookups and orders in compressed bodies, and compressed answers.
import assert from "node:assert/strict";
import { before, test } from "node:test";
import { brotliCompressSync, brotliDecompressSync, gunzipSync, gzipSync } from "node:zlib";
import { limits } from "../../src/kit/contract/limits.ts";
import { stylesheet } from "../../src/kit/html/assets/assets.ts";
import { clientPackagePath } from "../../src/server/http/clientPackage.ts";
import { chooseEncoding } from "../../src/server/http/compressAnswers.ts";
import { decodeBody } from "../../src/server/http/parseBody.ts";
import { insertOffer } from "../support/insertOffer.ts";
import { share } from "../support/share.ts";
import { canonicalPrefix, openTestApp } from "../support/testApp.ts";

const app = share(openTestApp);
const buyer = share(() => app.openAccount());
const numbers = Array.from({ length: 50 }, (_, part) => `P${part}`);

before(async () => {
  for (const partNumber of numbers) await insertOffer(app.database.db, { partNumber });
});

const unpack = { br: brotliDecompressSync, gzip: gunzipSync };

test("answers above 1 KB are compressed with br or gzip, and vary by Accept-Encoding", async () => {
  const lookUp = (headers: Record<string, string>) =>
    buyer.post("catalog", { part_numbers: numbers }, headers);
  const plain = await lookUp({});
  assert.equal(plain.headers["content-encoding"], undefined);
  assert.equal(plain.headers["vary"], "Accept-Encoding");
  for (const encoding of ["br", "gzip"] as const) {
    const packed = await lookUp({ "accept-encoding": encoding });
    assert.equal(packed.headers["content-encoding"], encoding);
    assert.equal(packed.headers["vary"], "Accept-Encoding");
    assert.equal(packed.headers["content-length"], String(packed.rawPayload.length));
    assert.ok(packed.rawPayload.length < plain.rawPayload.length / 4);
    const answer = JSON.parse(unpack[encoding](packed.rawPayload).toString());
    assert.equal(answer.found_parts.length, numbers.length);
  }
  const short = await buyer.get("orders");
  assert.ok(short.rawPayload.length < 1_024);
  assert.equal(short.headers["vary"], undefined);
});

test("HEAD has the headers of GET", async () => {
  for (const url of ["/docs", "/openapi.json", stylesheet.path]) {
    const headers = { "accept-encoding": "br, gzip" };
    const [get, head] = await Promise.all(
      (["GET", "HEAD"] as const).map((method) => app.server.inject({ method, url, headers })),
    );
    assert.equal(get?.headers["content-encoding"], "br", url);
    for (const name of ["content-encoding", "content-length", "vary", "content-type"]) {
      assert.equal(head?.headers[name], get?.headers[name], `${name} of ${url}`);
    }
    assert.equal(head?.rawPayload.length, 0);
  }
});

test("what is compressed is sent as it is", async () => {
  const { headers, statusCode } = await app.server.inject({
    url: clientPackagePath,
    headers: { "accept-encoding": "br, gzip" },
  });
  assert.equal(statusCode, 200);
  assert.equal(headers["content-encoding"], undefined);
  assert.equal(headers["content-type"], "application/gzip");
});

test("a personal page is not compressed if another site may have requested it", async () => {
  const read = (site?: string) =>
    app.server.inject({
      url: "/sign-in",
      headers: { "accept-encoding": "br", ...(site && { "sec-fetch-site": site }) },
    });
  assert.equal((await read()).headers["content-encoding"], undefined);
  for (const site of ["cross-site", "same-site"]) {
    assert.equal((await read(site)).headers["content-encoding"], undefined, site);
  }
  for (const site of ["same-origin", "none"]) {
    const { headers } = await read(site);
    assert.deepEqual([headers["cache-control"], headers["content-encoding"]], ["no-store", "br"]);
  }
});

test("the accepted encoding of the highest quality is used", () => {
  const cases: [string, string | undefined][] = [
    ["", undefined],
    ["identity", undefined],
    ["gzip", "gzip"],
    ["gzip, deflate, br", "br"],
    ["GZIP;q=1.0, br;q=0.5", "gzip"],
    ["br;q=0, gzip; q=0.1", "gzip"],
    ["*", "br"],
    ["*;q=0", undefined],
    ["br;q=0, *", "gzip"],
    ["brotli, x-gzip", undefined],
  ];
  for (const [accepted, encoding] of cases) assert.equal(chooseEncoding(accepted), encoding);
});

before(async () => {
  await insertOffer(app.database.db, { partNumber: "Z1" });
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

const lookup = JSON.stringify({ part_numbers: ["Z1"] });
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
