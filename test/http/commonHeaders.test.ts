import assert from "node:assert/strict";
import { before, test } from "node:test";
import { bodyOf, sendRaw } from "../support/sendRaw.ts";
import { share } from "../support/share.ts";
import { canonicalPrefix, openTestApp } from "../support/testApp.ts";

const publicUrl = "https://parts.example.com";
const dayMs = 86_400_000;

const app = share(() => openTestApp({ publicUrl, supportEmail: "parts%desk@example.com" }));
const buyer = share(() => app.openAccount());
let port: number;

before(async () => {
  await app.server.listen({ port: 0, host: "127.0.0.1" });
  port = (app.server.server.address() as { port: number }).port;
});

test("answers of the API are in no cache, whatever they say", async () => {
  const answers = [
    await buyer.post("catalog", { part_numbers: ["x"], account_price: true }),
    await buyer.post("catalog", {}),
    await buyer.get("orders"),
    await buyer.get("orders/x"),
    await app.server.inject({ url: `${canonicalPrefix}/orders` }),
    await app.server.inject({ url: `${canonicalPrefix}/%zz` }),
  ];
  assert.deepEqual(
    answers.map(({ statusCode }) => statusCode),
    [200, 400, 200, 404, 401, 400],
  );
  for (const { headers } of answers) assert.equal(headers["cache-control"], "no-store");
});

test("browsers are told to use https if PUBLIC_URL does", async (t) => {
  for (const url of ["/sign-in", "/docs", "/nothing", "/%zz", `${canonicalPrefix}/orders`]) {
    const { headers } = await app.server.inject({ url });
    assert.equal(headers["strict-transport-security"], "max-age=31536000", url);
  }
  const plain = await openTestApp({ publicUrl: "http://parts.example.com" });
  t.after(() => plain.close());
  const { headers } = await plain.server.inject({ url: "/sign-in" });
  assert.equal(headers["strict-transport-security"], undefined);
  const contact = await plain.server.inject({ url: "/.well-known/security.txt" });
  assert.doesNotMatch(contact.body, /Canonical/, "only https addresses are allowed there");
});

test("security.txt has a contact, and expires within a year of the request", async () => {
  const read = async () => app.server.inject({ url: "/.well-known/security.txt" });
  const answer = await read();
  assert.equal(answer.headers["content-type"], "text/plain; charset=utf-8");
  const fields = answer.body.trimEnd().split("\n");
  const [, expires = ""] = fields[1]?.split(": ") ?? [];
  assert.deepEqual(fields, [
    "Contact: mailto:parts%25desk@example.com",
    `Expires: ${expires}`,
    "Preferred-Languages: en",
    "Canonical: https://parts.example.com/.well-known/security.txt",
  ]);
  const aheadMs = Date.parse(expires) - app.clock.now.getTime();
  assert.ok(aheadMs > 30 * dayMs && aheadMs < 365 * dayMs, expires);
  app.clock.now = new Date(app.clock.now.getTime() + dayMs);
  assert.notEqual((await read()).body, answer.body);
});

test("a missing or repeated Host is 400 in the envelope, and the connection closes", async () => {
  const cases: [string, RegExp][] = [
    ["GET /livez HTTP/1.1\r\n\r\n", /Host header is missing/],
    ["GET /livez HTTP/1.1\r\nHost: a\r\nHost: a\r\n\r\n", /Host header is repeated/],
    ["GET /livez HTTP/1.0\r\nHost: a\r\nhost: b\r\n\r\n", /Host header is repeated/],
    ["GET /nothing HTTP/1.1\r\n\r\n", /Host header is missing/],
  ];
  for (const [bytes, message] of cases) {
    const answer = await sendRaw(port, [bytes]);
    assert.match(answer, /^HTTP\/1.1 400 /, bytes);
    assert.match(answer, /connection: close/i);
    const { success, error } = bodyOf(answer);
    assert.deepEqual([success, error["code"]], [false, "VALIDATION_FAILED"]);
    assert.match(String(error["message"]), message);
    assert.match(String(error["request_id"]), /^req_/);
  }
  assert.match(await sendRaw(port, ["GET /livez HTTP/1.0\r\n\r\n"]), /^HTTP\/1.1 200 /);
});
