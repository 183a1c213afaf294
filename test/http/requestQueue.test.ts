import assert from "node:assert/strict";
import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { type AddressInfo, connect, type Socket } from "node:net";
import { type TestContext, test } from "node:test";
import {
  createRequestQueue,
  findRefused,
  type QueueOptions,
  type RequestQueue,
} from "../../src/server/http/connections/requestQueue.ts";

/** More than the buffers of a loopback connection take without a reader. */
const answerBytes = 8_000_000;
const request = "POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 3\r\n\r\nabc";

const limits = {
  connectionBytes: 2 * 2 ** 20,
  queuedBytes: 64 * 2 ** 20,
  unsentBytes: 64 * 2 ** 20,
  slots: 8,
};

function openQueue(given: Partial<QueueOptions> = {}): RequestQueue {
  const readCaller = () => ({ group: "others", line: "", needsSlot: true });
  return createRequestQueue({ ...limits, readCaller, ...given });
}

type Probe = {
  readonly client: Socket;
  readonly queue: RequestQueue;
  /** Requests that reached the handler, and the most that ran at the same time. */
  readonly counts: { started: number; running: number; maxRunning: number };
};

/** Starts a server whose answers have `bytes` bytes, and connects to it. */
async function probe(
  t: TestContext,
  options: { bytes: number; checkMs?: number; limits?: Partial<QueueOptions> },
): Promise<Probe> {
  const queue = openQueue(options.limits);
  const counts = { started: 0, running: 0, maxRunning: 0 };
  const answer = (incoming: IncomingMessage, response: ServerResponse): void => {
    counts.started += 1;
    counts.running += 1;
    counts.maxRunning = Math.max(counts.maxRunning, counts.running);
    response.prependOnceListener("close", () => {
      counts.running -= 1;
    });
    incoming
      .resume()
      .once("end", () => setImmediate(() => response.end(Buffer.alloc(options.bytes))));
  };
  const server = createServer(queue.serialize(answer));
  if (options.checkMs !== undefined) server.setTimeout(options.checkMs, queue.checkSilent);
  await once(server.listen(0, "127.0.0.1"), "listening");
  const client = connect((server.address() as AddressInfo).port, "127.0.0.1");
  client.on("error", () => undefined);
  t.after(() => {
    client.destroy();
    server.close();
  });
  return { client, queue, counts };
}

test("pipelined requests of a connection are handled one at a time, and all are answered", {
  timeout: 60_000,
}, async (t) => {
  const { client, counts } = await probe(t, { bytes: 10 });
  let text = "";
  client.on("data", (data) => {
    text += data.toString("latin1");
    if (text.split("HTTP/1.1 200").length === 61) client.end();
  });
  client.write(request.repeat(60));
  await once(client, "close");
  assert.deepEqual(counts, { started: 60, running: 0, maxRunning: 1 });
});

test("a client that does not read has one unsent response, and its next request waits", {
  timeout: 60_000,
}, async (t) => {
  const { client, queue, counts } = await probe(t, { bytes: answerBytes });
  client.pause();
  client.write(request.repeat(60));
  while (queue.countUnsentBytes() === 0) await new Promise(setImmediate);
  for (let turn = 0; turn < 1_000; turn += 1) await new Promise(setImmediate);
  assert.equal(counts.started, 1);
  assert.ok(queue.countUnsentBytes() <= answerBytes + 1_000);
});

test("a client that does not read is disconnected, one that reads slowly is not", {
  timeout: 60_000,
}, async (t) => {
  const paused = await probe(t, { bytes: answerBytes, checkMs: 300 });
  paused.client.pause();
  paused.client.write(request);
  const slow = await probe(t, { bytes: answerBytes, checkMs: 300 });
  let received = 0;
  const slowEnd = new Promise<void>((resolve) => {
    slow.client.on("data", (data) => {
      received += data.length;
      slow.client.pause();
      setTimeout(() => slow.client.resume(), 5);
      if (received > answerBytes) resolve();
    });
  });
  slow.client.write(request);
  while (paused.counts.started === 0 || paused.counts.running === 1) {
    await new Promise(setImmediate);
  }
  assert.equal(paused.queue.countUnsentBytes(), 0);
  await slowEnd;
});

test("a connection whose waiting requests exceed the limit is destroyed", {
  timeout: 60_000,
}, async (t) => {
  const fits = { connectionBytes: 3 * (4_096 + 1 + 4 * 64 + 20 + 3), queuedBytes: 1_000_000 };
  const { client, counts } = await probe(t, { bytes: answerBytes, limits: fits });
  client.pause();
  client.write(request.repeat(4));
  while (counts.started === 0) await new Promise(setImmediate);
  for (let turn = 0; turn < 1_000; turn += 1) await new Promise(setImmediate);
  assert.equal(counts.running, 1);
  client.write(request);
  while (counts.running === 1) await new Promise(setImmediate);
  assert.equal(counts.started, 1);
});

test("the length of headers counts", { timeout: 60_000 }, async (t) => {
  const fits = { connectionBytes: 3 * 10_000, queuedBytes: 1_000_000 };
  const { client, counts } = await probe(t, { bytes: answerBytes, limits: fits });
  client.pause();
  client.write(request.replace("Host", `Cookie: ${"a".repeat(10_000)}\r\nHost`).repeat(4));
  client.resume();
  await once(client, "close");
  assert.ok(counts.started <= 1);
});

test("a connection that has its last response is closed, although its client keeps it open", {
  timeout: 60_000,
}, async (t) => {
  const queue = openQueue();
  const received = Promise.withResolvers<Socket>();
  const server = createServer(queue.serialize(({ socket }) => received.resolve(socket)));
  server.setTimeout(100, queue.checkSilent);
  await once(server.listen(0, "127.0.0.1"), "listening");
  const { port } = server.address() as AddressInfo;
  const client = connect({ port, host: "127.0.0.1", allowHalfOpen: true });
  t.after(() => {
    client.destroy();
    server.close();
  });
  client.resume().write("POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\n\r\nabc");
  const socket = await received.promise;
  socket.end("HTTP/1.1 408 Request Timeout\r\n\r\n");
  await once(socket, "close");
});

/** Sends a request with each of these paths at once. Each takes 20 ms without waiting. */
async function sendAtOnce(
  t: TestContext,
  paths: readonly string[],
  queue: RequestQueue,
  onStart?: (path: string, clients: Map<string, Socket>, sockets: Map<string, Socket>) => void,
): Promise<string[]> {
  const started: string[] = [];
  const clients = new Map<string, Socket>();
  /** The same connections, as the server has them. */
  const accepted: Socket[] = [];
  const server = createServer(
    queue.serialize((incoming, response) => {
      const { url = "" } = incoming;
      started.push(url);
      onStart?.(
        url,
        clients,
        new Map(paths.map((path, place) => [path, accepted[place] as Socket])),
      );
      const endMs = performance.now() + 20;
      while (performance.now() < endMs);
      response.end();
    }),
  );
  server.on("connection", (socket) => accepted.push(socket));
  await once(server.listen(0, "127.0.0.1"), "listening");
  const { port } = server.address() as AddressInfo;
  const ends: Promise<void>[] = [];
  for (const path of paths) {
    const client = connect(port, "127.0.0.1").on("error", () => undefined);
    await once(client, "connect");
    clients.set(path, client);
    ends.push(new Promise((resolve) => client.on("data", () => resolve()).on("close", resolve)));
  }
  t.after(() => {
    for (const client of clients.values()) client.destroy();
    server.close();
  });
  for (const [path, client] of clients) client.write(`GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`);
  await Promise.all(ends);
  while (queue.count().waiting > 0) await new Promise(setImmediate);
  return started;
}

const paths = ["/1", "/2", "/3", "/4", "/5"];

test("a late request whose client has disconnected is not started", {
  timeout: 60_000,
}, async (t) => {
  const queue = openQueue();
  const started = await sendAtOnce(t, paths, queue, (path, clients) => {
    if (path === "/1") clients.get("/4")?.resetAndDestroy();
  });
  assert.deepEqual(started, ["/1", "/2", "/3", "/5"]);
});

test("a late request that has its response is not started", { timeout: 60_000 }, async (t) => {
  const queue = openQueue();
  const started = await sendAtOnce(t, paths, queue, (path, clients, sockets) => {
    if (path === "/5") clients.get("/4")?.resume();
    if (path !== "/1") return;
    // As after a timeout of the request, whose client has not read that yet.
    clients.get("/4")?.pause();
    sockets.get("/4")?.end("HTTP/1.1 408 Request Timeout\r\n\r\n");
  });
  assert.deepEqual(started, ["/1", "/2", "/3", "/5"]);
});

test("a request that finds no slot is refused within a second, and a health check waits for nothing", {
  timeout: 60_000,
}, async (t) => {
  const seen: (readonly [path: string | undefined, isRefused: boolean])[] = [];
  const caller = { group: "others", line: "", needsSlot: true };
  const queue = openQueue({
    slots: 1,
    readCaller: ({ url }) => (url === "/readyz" ? null : caller),
  });
  const first = Promise.withResolvers<ServerResponse>();
  const server = createServer(
    queue.serialize((incoming, response) => {
      seen.push([incoming.url, findRefused(incoming) === caller]);
      if (incoming.url === "/1") first.resolve(response);
      else response.end();
    }),
  );
  await once(server.listen(0, "127.0.0.1"), "listening");
  t.after(() => server.close());
  const { port } = server.address() as AddressInfo;
  const clients = ["/1", "/2", "/readyz"].map((path) => {
    const client = connect(port, "127.0.0.1");
    client.write(`GET ${path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`);
    return client;
  });
  const [held, refused, health] = clients as [Socket, Socket, Socket];
  const startedMs = performance.now();
  await once(health.resume(), "close");
  await once(refused.resume(), "close");
  assert.ok(performance.now() - startedMs > 700, "it waited for a slot");
  assert.deepEqual(queue.count(), { running: 1, waiting: 0 });
  (await first.promise).end();
  await once(held.resume(), "close");
  assert.deepEqual(queue.count(), { running: 0, waiting: 0 });
  assert.deepEqual(seen.toSorted(), [
    ["/1", false],
    ["/2", true],
    ["/readyz", false],
  ]);
});
