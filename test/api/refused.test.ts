import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { insertOffer } from "../support/insertOffer.ts";
import { sendRaw } from "../support/sendRaw.ts";
import {
  canonicalPrefix,
  openTestApp,
  type TestAccount,
  type TestApp,
} from "../support/testApp.ts";

let app: TestApp;
let port: number;

before(async () => {
  app = await openTestApp();
  await insertOffer(app.database.db, { partNumber: "B-1" });
  await app.server.listen({ port: 0, host: "127.0.0.1" });
  port = (app.server.server.address() as { port: number }).port;
});

after(() => app.close());

function send({ key }: TestAccount, method: string, path: string, body = ""): Promise<string> {
  const lines = [
    `${method} ${canonicalPrefix}/${path} HTTP/1.1`,
    "Host: x",
    "Connection: close",
    `Authorization: Bearer ${key}`,
    "Content-Type: application/json",
    `Content-Length: ${body.length}`,
  ];
  return sendRaw(port, [`${lines.join("\r\n")}\r\n\r\n${body}`]);
}

/** Replaces what differs between two responses. */
function normalize(text: string): string {
  return text.replaceAll(/req_[0-9a-f]+/g, "REQUEST").replace(/date: .*/i, "date");
}

test("an account whose requests hang in the database is refused further ones within a second; its lookups and other accounts are served", {
  timeout: 60_000,
}, async () => {
  const [account, other] = [await app.openAccount(), await app.openAccount()];
  const session = await app.database.openOwner();
  await session.client.query("begin; lock table orders in access exclusive mode");
  const linesBefore = app.logLines.length;
  const hanging: Promise<string>[] = [];
  const { requestQueue } = app.server;
  while (requestQueue.count().waiting === 0) {
    hanging.push(send(account, "GET", "orders"));
    await new Promise(setImmediate);
  }
  const lookup = await send(account, "POST", "catalog", '{"part_numbers":["B-1"]}');
  assert.match(lookup, /^HTTP\/1.1 200 /);
  const order = '{"items":[{"part_id":"x","quantity":1}]}';
  const sent = send(account, "POST", "orders", order);
  const again = send(account, "POST", "orders?", order);
  const { running } = requestQueue.count();
  const ofOther = send(other, "GET", "orders");
  while (requestQueue.count().running === running) await new Promise(setImmediate);
  const refused = await Promise.race(hanging);
  assert.match(
    refused,
    /^HTTP\/1.1 503 [\s\S]*retry-after: 1\r\n[\s\S]*did not start this request/i,
  );
  const line = app.logLines.slice(linesBefore).find(({ status }) => status === 503);
  assert.deepEqual(
    [line?.["account_id"], line?.["error_code"]],
    [account.accountId, "UNAVAILABLE"],
    "the log names who was refused",
  );
  const [early, normal] = await Promise.all([sent, again]);
  assert.equal(normalize(early), normalize(normal), "with and without the framework");
  const lines = app.logLines.slice(linesBefore).filter(({ method }) => method === "POST");
  const shapeOf = (line = {}) => ({ ...line, time: 0, request_id: "", duration_ms: 0 });
  assert.deepEqual(shapeOf(lines.at(-1)), shapeOf(lines.at(-2)));
  await session.close();
  const statuses = (await Promise.all(hanging)).map((text) => text.slice(9, 12));
  assert.ok(statuses.filter((status) => status === "200").length >= 1);
  assert.match(await ofOther, /^HTTP\/1.1 200 /);
});
