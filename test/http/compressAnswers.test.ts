import assert from "node:assert/strict";
import { before, test } from "node:test";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { stylesheet } from "../../src/kit/html/assets/assets.ts";
import { clientPackagePath } from "../../src/server/http/clientPackage.ts";
import { chooseEncoding } from "../../src/server/http/compressAnswers.ts";
import { insertOffer } from "../support/insertOffer.ts";
import { share } from "../support/share.ts";
import { openTestApp } from "../support/testApp.ts";

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
