// What the examples of proxies do with a request, in front of two nodes that return what they get.
// The certificate of HAProxy is the test's own.
import assert from "node:assert/strict";
import { once } from "node:events";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { createServer, type IncomingHttpHeaders, type Server } from "node:http";
import { request } from "node:https";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import { lacksCaddy, openCaddy } from "../support/caddy.ts";
import { createCertificate, lacksOpenssl } from "../support/createCertificate.ts";
import { lacksHaproxy, openHaproxy } from "../support/haproxy.ts";

type Node = {
  readonly port: number;
  isReady: boolean;
  /** Ends a connection without an answer. */
  isBroken: boolean;
  posts: number;
  /** Resolves after so many further checks. */
  countChecks(checks: number): Promise<void>;
};

async function openNode(t: TestContext): Promise<Node> {
  let checked: () => void = () => undefined;
  const server: Server = createServer((req, res) => {
    if (req.url === "/readyz") {
      res.writeHead(node.isReady ? 200 : 503).end();
      checked();
      return;
    }
    if (req.method === "POST") node.posts += 1;
    if (node.isBroken) req.socket.destroy();
    else res.writeHead(200, { ratelimit: "r=1" }).end(JSON.stringify({ port, ...req.headers }));
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  const node: Node = {
    port,
    isReady: true,
    isBroken: false,
    posts: 0,
    countChecks: (checks) =>
      new Promise((resolve) => {
        let left = checks;
        checked = () => {
          left -= 1;
          if (left === 0) resolve();
        };
      }),
  };
  t.after(() => {
    server.close();
    server.closeAllConnections();
  });
  return node;
}

const openNodes = (t: TestContext) => Promise.all([openNode(t), openNode(t)]);

/** The headers that a node received. */
async function echo(url: string, headers: Record<string, string>): Promise<IncomingHttpHeaders> {
  const response = await fetch(url, { method: "POST", headers, body: "{}" });
  assert.equal(response.status, 200);
  assert.equal(response.headers.get("ratelimit"), "r=1");
  return (await response.json()) as IncomingHttpHeaders;
}

async function checkForwarding(url: string): Promise<void> {
  const sent = {
    authorization: "Bearer key",
    "idempotency-key": "one",
    "x-forwarded-for": "192.0.2.1",
  };
  const got = await echo(`${url}/api/b2b/orders`, sent);
  assert.equal(got["x-forwarded-for"], "127.0.0.1");
  assert.equal(got.authorization, "Bearer key");
  assert.equal(got["idempotency-key"], "one");
  assert.equal((await fetch(`${url}/metrics`)).status, 404);
}

async function checkFailures(url: string, [first, second]: readonly [Node, Node]): Promise<void> {
  first.isReady = false;
  // The fourth failed check is noticed before the fifth is sent.
  await first.countChecks(5);
  for (let n = 0; n < 10; n += 1) {
    const got = (await echo(url, {})) as unknown as { readonly port: number };
    assert.equal(got.port, second.port);
  }
  second.isBroken = true;
  const [ofFirst, ofSecond] = [first.posts, second.posts];
  // HAProxy closes the connection if it had used the one to the node before.
  const status = await fetch(url, { method: "POST", body: "{}" }).then(
    (response) => response.status,
    () => "closed",
  );
  assert.ok(status === 502 || status === "closed", `answered with ${status}`);
  assert.deepEqual([first.posts - ofFirst, second.posts - ofSecond], [0, 1]);
}

const titled =
  "a node gets the client's address, a request goes once, to a node that is ready, and /metrics is not public";

test(`behind HAProxy ${titled}`, { skip: lacksHaproxy }, async (t) => {
  const nodes = await openNodes(t);
  const haproxy = await openHaproxy([nodes[0].port, nodes[1].port], null);
  t.after(() => haproxy.close());
  await haproxy.waitUntilAllUp();
  await checkForwarding(haproxy.url);
  await checkFailures(haproxy.url, nodes);
});

test("HAProxy serves TLS, and redirects to it without TLS", {
  skip: lacksHaproxy || lacksOpenssl,
}, async (t) => {
  const nodes = await openNodes(t);
  const folder = await mkdtemp(join(tmpdir(), "partsdesk-tls-"));
  t.after(() => rm(folder, { recursive: true, force: true }));
  const certificate = await createCertificate(folder);
  const haproxy = await openHaproxy([nodes[0].port, nodes[1].port], certificate);
  t.after(() => haproxy.close());
  await haproxy.waitUntilAllUp();
  const sent = request(haproxy.url, { ca: await readFile(certificate), servername: "localhost" });
  sent.end();
  const [response] = await once(sent, "response");
  assert.equal(response.statusCode, 200);
  const got = JSON.parse((await response.toArray()).join(""));
  assert.equal(got["x-forwarded-proto"], "https");
  const plain = await fetch(`${haproxy.plainUrl}/parts?q=1`, { redirect: "manual" });
  assert.equal(plain.status, 308);
  assert.match(plain.headers.get("location") ?? "", /^https:\/\/127\.0\.0\.1.*\/parts\?q=1$/);
});

test(`behind Caddy ${titled}`, { skip: lacksCaddy }, async (t) => {
  const nodes = await openNodes(t);
  const caddy = await openCaddy([nodes[0].port, nodes[1].port]);
  t.after(() => caddy.close());
  await checkForwarding(caddy.url);
  await checkFailures(caddy.url, nodes);
});
