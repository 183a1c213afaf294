// Two nodes behind HAProxy are restarted one after the other while clients look up and order parts.
// The faults are the restarts; HAProxy repeats nothing, so a failure reaches its client.
import assert from "node:assert/strict";
import { Agent, request } from "node:http";
import { after, before, test } from "node:test";
import { findFreePort } from "../support/findFreePort.ts";
import { type Haproxy, lacksHaproxy, openHaproxy } from "../support/haproxy.ts";
import { insertOffer } from "../support/insertOffer.ts";
import { runCommand } from "../support/runCommand.ts";
import { type ServedNode, startServed } from "../support/servedNode.ts";
import { openTestDatabase, type TestDatabase } from "../support/testDatabase.ts";

const requests = 100_000;
const clients = 16;
/** One of so many requests is an order. */
const orderEvery = 20;

let database: TestDatabase;
let key: string;

before(async () => {
  database = await openTestDatabase();
  await insertOffer(database.db, { partNumber: "P1", stock: 1_000_000 });
  await runCommand(database, ["account", "create", "--name", "A", "--email", "a@b.example"]);
  ({ key } = (await runCommand(database, ["key", "issue", "--account", "A", "--json"])).json());
});

after(() => database.close());

type Cluster = {
  readonly haproxy: Haproxy;
  readonly nodes: ServedNode[];
  readonly ports: number[];
};

async function startNode(port: number, stopDelayS: string): Promise<ServedNode> {
  const settings = {
    PORT: String(port),
    STOP_DELAY_SECONDS: stopDelayS,
    RATE_LIMIT_CATALOG: "0",
    RATE_LIMIT_ORDERS: "0",
    REQUEST_LOG: "off",
    LOG_LEVEL: "warn",
  };
  return startServed(database, settings);
}

async function startCluster(stopDelayS: string): Promise<Cluster> {
  const ports = [await findFreePort(), await findFreePort()];
  const nodes = await Promise.all(ports.map((port) => startNode(port, stopDelayS)));
  const haproxy = await openHaproxy(ports, null);
  await haproxy.waitUntilAllUp();
  return { haproxy, nodes, ports };
}

async function stopCluster({ haproxy, nodes }: Cluster): Promise<void> {
  await Promise.all(nodes.map((node) => node.end("SIGINT")));
  await haproxy.close();
}

/** Restarts the nodes in turn until `isOver`, and counts the restarts. */
async function restartNodes(
  { haproxy, nodes, ports }: Cluster,
  stopDelayS: string,
  load: Load,
  isOver: () => boolean,
): Promise<void> {
  for (; !isOver(); load.restarts += 1) {
    const turn = load.restarts % nodes.length;
    assert.equal(await nodes[turn]?.end(), 0);
    nodes[turn] = await startNode(ports[turn] ?? 0, stopDelayS);
    await haproxy.waitUntilAllUp();
  }
}

type Answer = { readonly status: number; readonly body: string };

function post(agent: Agent, url: string, body: unknown): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const headers = { authorization: `Bearer ${key}`, "content-type": "application/json" };
    const sent = request(url, { agent, method: "POST", headers }, (response) => {
      let text = "";
      response.setEncoding("utf8");
      response.on("data", (piece: string) => {
        text += piece;
      });
      response.on("end", () => resolve({ status: response.statusCode ?? 0, body: text }));
      response.on("error", reject);
    });
    sent.on("error", reject);
    sent.end(JSON.stringify(body));
  });
}

type Load = { sent: number; restarts: number; failures: string[] };

/** Sends requests from all clients until `isOver`, and counts those without the expected answer. */
async function sendRequests(url: string, load: Load, isOver: () => boolean): Promise<void> {
  const agent = new Agent({ keepAlive: true, maxSockets: clients });
  const prefix = `${url}/public/api/v1/b2b`;
  const expectStatus = async (path: string, body: unknown, status: number): Promise<Answer> => {
    const answer = await post(agent, `${prefix}/${path}`, body);
    if (answer.status !== status) throw new Error(`${path} ${answer.status}: ${answer.body}`);
    return answer;
  };
  const look = async () => expectStatus("catalog", { part_numbers: ["P1"] }, 200);
  const partId = JSON.parse((await look()).body).found_parts[0].part_id;
  const items = [{ part_id: partId, quantity: 1 }];
  await Promise.all(
    Array.from({ length: clients }, async () => {
      while (!isOver()) {
        load.sent += 1;
        const send = load.sent % orderEvery === 0 ? expectStatus("orders", { items }, 201) : look();
        await send.catch((error: Error) => load.failures.push(error.message));
      }
    }),
  );
  agent.destroy();
}

test("four restarts behind HAProxy fail none of 100,000 requests", {
  skip: lacksHaproxy,
  timeout: 500_000,
}, async (t) => {
  const cluster = await startCluster("5");
  t.after(() => stopCluster(cluster));
  const load: Load = { sent: 0, restarts: 0, failures: [] };
  const isOver = (): boolean => load.sent >= requests && load.restarts >= 4;
  await Promise.all([
    restartNodes(cluster, "5", load, isOver),
    sendRequests(cluster.haproxy.url, load, isOver),
  ]);
  t.diagnostic(
    `${load.restarts} restarts, ${load.failures.length} of ${load.sent} requests failed`,
  );
  assert.deepEqual(load.failures.slice(0, 5), []);
});

test("negative control: without the delay, restarts fail requests", {
  skip: lacksHaproxy,
  timeout: 120_000,
}, async (t) => {
  const cluster = await startCluster("0");
  t.after(() => stopCluster(cluster));
  const load: Load = { sent: 0, restarts: 0, failures: [] };
  const isOver = (): boolean => load.failures.length > 0;
  await Promise.all([
    restartNodes(cluster, "0", load, isOver),
    sendRequests(cluster.haproxy.url, load, isOver),
  ]);
  t.diagnostic(`failed after ${load.restarts} restarts: ${load.failures[0]}`);
  assert.ok(load.failures.length > 0);
});
