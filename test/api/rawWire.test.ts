import assert from "node:assert/strict";
import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { text } from "node:stream/consumers";
import { before, test } from "node:test";
import { bodyOf, sendRaw } from "../support/sendRaw.ts";
import { share } from "../support/share.ts";
import { shortenTimeouts } from "../support/shortenTimeouts.ts";
import { openTestApp } from "../support/testApp.ts";

const app = share(() => openTestApp({ rateLimitCatalog: 0, rateLimitOrders: 0 }));
const buyer = share(() => app.openAccount());
let port: number;

before(async () => {
  shortenTimeouts(app.server);
  await app.server.listen({ port: 0, host: "127.0.0.1" });
  port = (app.server.server.address() as { port: number }).port;
});

/** The head of a lookup without Content-Length. */
function headOfLookup(): string {
  const lines = [
    "POST /api/b2b/catalog HTTP/1.1",
    "Host: x",
    `Authorization: Bearer ${buyer.key}`,
    "Content-Type: application/json",
  ];
  return lines.map((line) => `${line}\r\n`).join("");
}

test("ten megabytes, declared or chunked, are rejected with 413 in the envelope", async () => {
  const head = headOfLookup();
  const megabyte = "x".repeat(1_000_000);
  const declared = await sendRaw(port, [
    `${head}Content-Length: 10000000\r\n\r\n`,
    ...Array(10).fill(megabyte),
  ]);
  const chunk = `${megabyte.length.toString(16)}\r\n${megabyte}\r\n`;
  const chunked = await sendRaw(port, [
    `${head}Transfer-Encoding: chunked\r\nConnection: close\r\n\r\n`,
    ...Array(10).fill(chunk),
    "0\r\n\r\n",
  ]);
  for (const answer of [declared, chunked]) {
    assert.match(answer, /^HTTP\/1.1 413 /);
    assert.equal(bodyOf(answer).error["code"], "PAYLOAD_TOO_LARGE");
  }
});

const large = Buffer.alloc(5_000_000, "x");

/** Sends all before it reads anything, as Python's urllib does. */
async function sendThenRead(head: string): Promise<string> {
  const socket = connect(port, "127.0.0.1").pause();
  await once(socket, "connect");
  for (const bytes of [Buffer.from(head), large]) {
    await new Promise<void>((resolve, reject) =>
      socket.write(bytes, (error) => (error ? reject(error) : resolve())),
    );
  }
  return text(socket);
}

for (const [status, authorize] of [
  [413, () => `Bearer ${buyer.key}`],
  [401, () => "Bearer wrong"],
] as const) {
  test(`clients that send five megabytes read their ${status}`, async () => {
    const url = `http://127.0.0.1:${port}/api/b2b/catalog`;
    const authorization = authorize();
    const headers = { authorization, "content-type": "application/json", connection: "close" };
    for (let turn = 0; turn < 12; turn += 1) {
      const answer = await fetch(url, { method: "POST", headers, body: large });
      assert.equal(answer.status, status);
      const lines = Object.entries({ host: "x", ...headers, "content-length": large.length });
      const head = lines.map(([name, value]) => `${name}: ${value}\r\n`).join("");
      const read = await sendThenRead(`POST /api/b2b/catalog HTTP/1.1\r\n${head}\r\n`);
      assert.equal(bodyOf(read).success, false);
      assert.ok(read.startsWith(`HTTP/1.1 ${status} `));
    }
  });
}

/** Sends the head of an endless body; returns the server's side when that is destroyed. */
async function sendEndless(goOn: (socket: Socket) => void): Promise<Socket> {
  const accepted = once(app.server.server, "connection");
  const socket = connect({ port, host: "127.0.0.1", allowHalfOpen: true }).resume();
  socket.on("error", () => undefined);
  socket.write(`${headOfLookup()}Content-Length: 1000000000000\r\n\r\n`);
  goOn(socket);
  const [served]: Socket[] = await accepted;
  assert.ok(served);
  await once(served, "close");
  socket.destroy();
  return served;
}

test("after a 413, a client that sends nothing more has the time of a request", async () => {
  await sendEndless(() => undefined);
});

test("after a 413, a client can send 16 MB more", { timeout: 20_000 }, async () => {
  const { server } = app.server;
  const { requestTimeout } = server;
  server.requestTimeout = 60_000;
  const served = await sendEndless(function send(to) {
    if (to.writable) to.write(large, () => send(to));
  });
  server.requestTimeout = requestTimeout;
  assert.ok(served.bytesRead > 16_000_000);
});

test("invalid HTTP gets the error envelope, and the connection is closed", async () => {
  const broken: [string, number][] = [
    ["nonsense\r\n\r\n", 400],
    ["GET / HTTP/1.1\r\nHost: x\r\nBad Header\r\n\r\n", 400],
    [
      "POST /api/b2b/catalog HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\nContent-Length: 6\r\n\r\n",
      400,
    ],
    ["POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n", 400],
    [`GET / HTTP/1.1\r\nHost: x\r\nX: ${"y".repeat(20_000)}\r\n\r\n`, 431],
  ];
  for (const [bytes, status] of broken) {
    const answer = await sendRaw(port, [bytes]);
    assert.match(answer, new RegExp(`^HTTP/1.1 ${status} `), bytes.slice(0, 60));
    assert.equal(bodyOf(answer).success, false);
    assert.match(answer, /X-Request-Id: req_/i);
  }
});

test("a request that arrives while the server closes is answered as any other", async () => {
  const closing = await openTestApp();
  await closing.server.listen({ port: 0, host: "127.0.0.1" });
  const { server } = closing.server;
  const { port: own } = server.address() as { port: number };
  const close = server.close.bind(server);
  let answer = "";
  // Its routes are closed by then, and its port is not.
  server.close = (done) => {
    void sendRaw(own, ["GET /livez HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n"])
      .then((text) => (answer = text))
      .finally(() => close(done));
    return server;
  };
  await closing.close();
  assert.match(answer, /^HTTP\/1.1 200 /);
});

test("an unknown Expect header is ignored", async () => {
  const body = '{"part_numbers":["x"]}';
  const head = `${headOfLookup()}Expect: bar\r\nConnection: close\r\n`;
  const answer = await sendRaw(port, [`${head}Content-Length: ${body.length}\r\n\r\n${body}`]);
  assert.match(answer, /^HTTP\/1.1 200 /);
  assert.match(answer, /x-request-id: req_/i);
});

test("garbage after a valid request does not replace its response", async () => {
  const body = '{"part_numbers":["x"]}';
  const good = `${headOfLookup()}Content-Length: ${body.length}\r\n\r\n${body}`;
  const answer = await sendRaw(port, [`${good}RUBBISH\r\n\r\n`]);
  assert.match(answer, /^HTTP\/1.1 200 /);
  assert.match(answer, /"not_found":\["x"\]/);
});

test("headers and bodies that arrive too slowly get 408", { timeout: 30_000 }, async () => {
  const head = `POST /api/b2b/catalog HTTP/1.1\r\nHost: x\r\n`;
  const full = `${headOfLookup()}Content-Length: 100\r\n\r\n{`;
  const [headers, body] = await Promise.all([sendRaw(port, [head]), sendRaw(port, [full])]);
  for (const answer of [headers, body]) {
    assert.match(answer, /^HTTP\/1.1 408 /);
    assert.equal(bodyOf(answer).error["code"], "REQUEST_TIMEOUT");
  }
});

test("a repeated Idempotency-Key header is rejected, even if both values are equal", async () => {
  const body = '{"items":[{"part_id":"x","quantity":1}]}';
  const head = headOfLookup().replace("/catalog", "/orders");
  const keys = "Idempotency-Key: one\r\nIdempotency-Key: one\r\nConnection: close\r\n";
  const answer = await sendRaw(port, [
    `${head}${keys}Content-Length: ${body.length}\r\n\r\n${body}`,
  ]);
  assert.match(answer, /^HTTP\/1.1 400 /);
  const [detail] = bodyOf(answer).error["details"] as { path: string }[];
  assert.equal(detail?.path, "Idempotency-Key");
});

test("a client that disconnects during a request does not affect the service", async () => {
  const request = `${headOfLookup()}Content-Length: 22\r\n\r\n`;
  await Promise.all(
    Array.from({ length: 50 }, async () => {
      const socket = connect(port, "127.0.0.1");
      const gone = new Promise((resolve) => socket.on("close", resolve));
      socket.on("connect", () => {
        socket.write(`${request}{"part_numbers":["x"]}`);
        socket.destroy();
      });
      await gone;
    }),
  );
  const { db } = app.database;
  for (let attempt = 0; attempt < 100 && db.countConnections().waiting > 0; attempt += 1) {
    assert.equal((await buyer.post("catalog", { part_numbers: ["x"] })).statusCode, 200);
  }
  const { waiting, total, idle } = db.countConnections();
  assert.deepEqual([waiting, total - idle], [0, 0]);
});
