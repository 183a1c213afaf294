// Lookups while PostgreSQL is down, frozen, restarted, or replaced by its standby. Two nodes run
// behind HAProxy, which does not retry. A fault has hit if the database did not respond while
// lookups were sent; these are counted.
import assert from "node:assert/strict";
import { Agent, request } from "node:http";
import { after, before, test } from "node:test";
import { setTimeout as delay } from "node:timers/promises";
import { Client } from "pg";
import type { Database } from "../../src/db/database.ts";
import { migrateSchema } from "../../src/db/migrateSchema.ts";
import { findFreePort } from "../support/findFreePort.ts";
import { createFollowedFolder } from "../support/followedFolder.ts";
import { type Haproxy, lacksHaproxy, openHaproxy } from "../support/haproxy.ts";
import { insertOffer } from "../support/insertOffer.ts";
import { openPostgresServer, type PostgresServer } from "../support/postgresServer.ts";
import { runCommand } from "../support/runCommand.ts";
import { type ServedNode, startServed } from "../support/servedNode.ts";
import { openPool } from "../support/testDatabase.ts";

const limitMs = 200_000;
const outageMs = 30_000;
const skip = lacksHaproxy;

const bodies = {
  numbers: { part_numbers: ["OUT-1", "OUT-2", "MISSING"] },
  names: { part_names: ["fuel pump", "pum", "OUT-1"] },
  suggestions: { part_numbers: ["OUT-1"], include: ["suggestions", "matches"] },
  prices: { part_numbers: ["OUT-1"], include: ["account_price", "details"] },
};

let primary: PostgresServer;
let standby: PostgresServer;
let haproxy: Haproxy;
const nodes: ServedNode[] = [];
const keys: string[] = [];
const agent = new Agent({ keepAlive: true, maxSockets: 16 });

function openDb({ address }: PostgresServer): Database {
  return openPool(address);
}

async function ask(server: PostgresServer, text: string): Promise<number> {
  const client = new Client({ ...server.address, connectionTimeoutMillis: 2_000 });
  client.on("error", () => undefined);
  try {
    await client.connect();
    return (await client.query(text)).rows.length;
  } finally {
    client.end().catch(() => undefined);
  }
}

before(async () => {
  if (skip !== false) return;
  primary = await openPostgresServer();
  await migrateSchema(primary.address);
  standby = await openPostgresServer({ standbyOf: primary });
  const db = openDb(primary);
  for (const partNumber of ["OUT-1", "OUT-2"]) {
    await insertOffer(db, { partNumber, partName: "PUMP, FUEL" });
  }
  await db.close();
  await runCommand(primary, ["account", "create", "--name", "A", "--email", "a@b.example"]);
  for (const _ of [1, 2]) {
    const issued = await runCommand(primary, ["key", "issue", "--account", "A", "--json"]);
    keys.push(issued.json().key);
  }
  const [one, other] = [primary, standby].map(({ address }) => `${address.host}:${address.port}`);
  const url = `postgres://partsdesk@${one},${other}/postgres?target_session_attrs=read-write`;
  const ports = [await findFreePort(), await findFreePort()];
  const settings = { RATE_LIMIT_CATALOG: "0", REQUEST_LOG: "off", LOG_LEVEL: "warn" };
  for (const port of ports)
    nodes.push(await startServed({ url }, { ...settings, PORT: `${port}` }));
  haproxy = await openHaproxy(ports, null);
  await haproxy.waitUntilAllUp();
});

after(async () => {
  if (skip !== false) return;
  await Promise.all(nodes.map((node) => node.end()));
  agent.destroy();
  await haproxy.close();
  await standby.close();
  await primary.close();
});

type Answer = { readonly status: number; readonly text: string };

function lookUp(url: string, key: string, body: unknown): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const headers = { authorization: `Bearer ${key}`, "content-type": "application/json" };
    const sent = request(`${url}/api/b2b/catalog`, { agent, method: "POST", headers }, (answer) => {
      let text = "";
      answer.setEncoding("utf8").on("data", (piece: string) => {
        text += piece;
      });
      answer.on("end", () => resolve({ status: answer.statusCode ?? 0, text }));
    });
    sent.on("error", reject);
    sent.end(JSON.stringify(body));
  });
}

/** What lookups got while the database did not answer, and otherwise. */
type Load = {
  isOver: boolean;
  isAway: boolean;
  readonly sent: { away: number; before: number };
  readonly failures: string[];
  /** The fewest nodes that HAProxy had. */
  fewestUp: number;
};

async function keepLookingUp(load: Load, key: string, body: unknown): Promise<void> {
  while (!load.isOver) {
    load.sent[load.isAway ? "away" : "before"] += 1;
    const { status, text } = await lookUp(haproxy.url, key, body).catch((error: Error) => {
      return { status: 0, text: error.message };
    });
    const isFound = status === 200 && text.includes("OUT-1");
    if (!isFound) load.failures.push(`${JSON.stringify(body)} ${status}: ${text.slice(0, 200)}`);
    await delay(10);
  }
}

async function watchNodes(load: Load): Promise<void> {
  while (!load.isOver) {
    load.fewestUp = Math.min(load.fewestUp, await haproxy.countUp());
    await delay(100);
  }
}

/** Sends lookups of all kinds while `fault` happens, and until two seconds after it. */
async function sendThrough(fault: (load: Load) => Promise<void>): Promise<Load> {
  const load: Load = {
    isOver: false,
    isAway: false,
    sent: { away: 0, before: 0 },
    failures: [],
    fewestUp: nodes.length,
  };
  const clients = keys.flatMap((key) =>
    Object.values(bodies).map((body) => keepLookingUp(load, key, body)),
  );
  const failing = fault(load).then(async () => {
    await delay(2_000);
    load.isOver = true;
  });
  await Promise.all([failing, watchNodes(load), ...clients]).finally(() => {
    load.isOver = true;
  });
  return load;
}

const faults: Readonly<Record<string, (load: Load) => Promise<void>>> = {
  async "down for 30 seconds"(load) {
    await primary.stop("immediate");
    load.isAway = true;
    await delay(outageMs);
    load.isAway = false;
    await primary.start();
  },
  async "frozen for 30 seconds"(load) {
    primary.freeze();
    load.isAway = true;
    await delay(outageMs);
    load.isAway = false;
    primary.thaw();
  },
  async "restarted three times"(load) {
    for (const mode of ["fast", "immediate", "kill"] as const) {
      await primary.stop(mode);
      load.isAway = true;
      await delay(500);
      load.isAway = false;
      await primary.start();
      await delay(1_500);
    }
  },
};

for (const [name, fault] of Object.entries(faults)) {
  test(`no lookup fails while the database is ${name}`, { skip, timeout: limitMs }, async (t) => {
    const load = await sendThrough(fault);
    t.diagnostic(JSON.stringify({ ...load, failures: load.failures.length }));
    assert.deepEqual(load.failures.slice(0, 3), []);
    assert.ok(load.sent.away > 50, "no lookup was sent while the database was away");
    assert.equal(load.fewestUp, nodes.length, "HAProxy removed a node");
  });
}

test("no lookup fails in a failover, and changes that the new primary lacks are not shown", {
  skip,
  timeout: limitMs,
}, async (t) => {
  const proved = await createFollowedFolder({ openSession: openDb(standby).openSession });
  t.after(() => proved.close());
  await assert.rejects(proved.followOnce(), /recovery/, "a standby proves that it is newest");
  await standby.stop("kill");
  const db = openDb(primary);
  await insertOffer(db, { partNumber: "LOST-1" });
  await db.close();
  const isShown = async (partNumber: string): Promise<boolean> => {
    const found = nodes.map(({ url }) =>
      lookUp(url, keys[0] ?? "", { part_numbers: [partNumber] }),
    );
    return (await Promise.all(found)).some(({ text }) => !text.includes('"found_parts":[]'));
  };
  while (!(await isShown("LOST-1"))) await delay(20);
  const load = await sendThrough(async (current) => {
    // The machine of the old primary answers nothing any more, and closes no connection.
    primary.freeze();
    current.isAway = true;
    await standby.start();
    await ask(standby, "select pg_promote(false)");
    while ((await ask(standby, "select where pg_is_in_recovery()")) > 0) await delay(50);
    while (await isShown("LOST-1")) await delay(50);
    current.isAway = false;
  });
  t.diagnostic(JSON.stringify({ ...load, failures: load.failures.length }));
  assert.deepEqual(load.failures.slice(0, 3), []);
  assert.ok(load.sent.away > 50);
  assert.equal(load.fewestUp, nodes.length, "HAProxy removed a node");
  const other = openDb(standby);
  await insertOffer(other, { partNumber: "NEW-1" });
  await other.close();
  while (!(await isShown("NEW-1"))) await delay(20);
});

test("negative control: lookups fail when the replica is too old, and the node is not ready", {
  skip,
  timeout: limitMs,
}, async (t) => {
  const server = await openPostgresServer();
  await migrateSchema(server.address);
  const db = openDb(server);
  await insertOffer(db, { partNumber: "OLD-1" });
  await db.close();
  await runCommand(server, ["account", "create", "--name", "A", "--email", "a@b.example"]);
  const issued = await runCommand(server, ["key", "issue", "--account", "A", "--json"]);
  const node = await startServed(server, { REPLICA_MAX_STALE_SECONDS: "4", LOG_LEVEL: "warn" });
  t.after(async () => {
    await node.end();
    await server.close();
  });
  const look = () => lookUp(node.url, issued.json().key, { part_numbers: ["OLD-1"] });
  const readyStatus = async () => (await fetch(`${node.url}/readyz`)).status;
  assert.equal((await look()).status, 200);
  const stoppedMs = performance.now();
  await server.stop("immediate");
  assert.deepEqual([(await look()).status, await readyStatus()], [200, 200]);
  let last = await look();
  while (last.status === 200) {
    await delay(50);
    last = await look();
  }
  const servedS = (performance.now() - stoppedMs) / 1_000;
  t.diagnostic(`lookups were answered for ${servedS.toFixed(1)} s`);
  assert.ok(servedS > 2 && servedS < 10, `${servedS} s`);
  assert.equal(last.status, 502, last.text);
  assert.equal(JSON.parse(last.text).error.code, "UPSTREAM_ERROR");
  assert.equal(await readyStatus(), 503);
  await server.start();
  while ((await look()).status !== 200 || (await readyStatus()) !== 200) await delay(50);
});
