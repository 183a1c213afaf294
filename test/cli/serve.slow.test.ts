import assert from "node:assert/strict";
import { once } from "node:events";
import { createServer } from "node:net";
import { before, test } from "node:test";
import { readConfig } from "../../src/server/config.ts";
import { awaitWaiting } from "../support/awaitLocks.ts";
import { insertOffer } from "../support/insertOffer.ts";
import { runCommand, spawnCommand } from "../support/runCommand.ts";
import { startServed } from "../support/servedNode.ts";
import { share } from "../support/share.ts";
import { openTestDatabase } from "../support/testDatabase.ts";

const database = share(openTestDatabase);
let key: string;
let keyId: string;

before(async () => {
  await insertOffer(database.db, { partNumber: "P1" });
  await runCommand(database, ["account", "create", "--name", "A", "--email", "a@b.example"]);
  const issued = await runCommand(database, ["key", "issue", "--account", "A", "--json"]);
  ({ key, key_id: keyId } = issued.json());
});

const lookUp = (url: string, bearer = key) =>
  fetch(`${url}/api/b2b/catalog`, {
    method: "POST",
    headers: { authorization: `Bearer ${bearer}`, "content-type": "application/json" },
    body: '{"part_numbers":["P1"]}',
  });

// biome-ignore lint/suspicious/noExplicitAny: a test reads what it expects.
const bodyOf = async (response: Response): Promise<any> => response.json();

test("after SIGTERM, running requests finish and the process ends with 0", async (t) => {
  const served = await startServed(database);
  assert.equal((await lookUp(served.url)).status, 200);
  const session = await database.openOwner();
  t.after(() => session.close());
  await session.client.query("begin; lock table orders in access exclusive mode");
  const headers = { authorization: `Bearer ${key}` };
  const inFlight = fetch(`${served.url}/api/b2b/orders`, { headers });
  await awaitWaiting(database.db, "relation");
  const ended = served.end();
  await session.client.query("rollback");
  const response = await inFlight;
  assert.equal(response.status, 200);
  assert.deepEqual((await bodyOf(response)).orders, []);
  assert.equal(await ended, 0);
  await assert.rejects(fetch(`${served.url}/livez`));
});

test("SIGINT also ends the process with 0, and no secret was logged", async () => {
  const served = await startServed(database, { LOG_LEVEL: "trace" });
  await lookUp(served.url);
  await lookUp(served.url, "sk_live_wrong");
  assert.equal(await served.end("SIGINT"), 0);
  const lines = served.output().trim().split("\n");
  for (const line of lines) assert.equal(typeof JSON.parse(line), "object");
  assert.ok(lines.some((line) => JSON.parse(line).status === 200));
  assert.doesNotMatch(served.output(), /sk_live_|long enough|P1/);
});

test("livez and readyz respond, and readyz reports missing migrations", async (t) => {
  const served = await startServed(database);
  t.after(() => served.end());
  for (const path of ["livez", "readyz"]) {
    const response = await fetch(`${served.url}/${path}`);
    assert.deepEqual([response.status, await response.json()], [200, { status: "ok" }]);
  }
  const session = await database.openOwner();
  t.after(() => session.close());
  const forget =
    "delete from schema_migrations where name = '0044-order-keys' returning name, run_on";
  const [row] = (await session.client.query(forget)).rows;
  const response = await fetch(`${served.url}/readyz`);
  assert.equal(response.status, 503);
  assert.match((await bodyOf(response)).reason, /missing migrations: 0044-order-keys/);
  const restore = "insert into schema_migrations (name, run_on) values ($1, $2)";
  await session.client.query(restore, [row.name, row.run_on]);
  assert.equal((await fetch(`${served.url}/readyz`)).status, 200);
});

test("metrics have requests by route and code, the pool and the event loop", async (t) => {
  const served = await startServed(database);
  t.after(() => served.end());
  await lookUp(served.url);
  await lookUp(served.url, "wrong");
  const readPage = async () => (await fetch(served.metricsUrl)).text();
  let page = await readPage();
  for (let attempt = 0; attempt < 200 && !page.includes("jobs{"); attempt += 1)
    page = await readPage();
  const count = (code: number) =>
    `http_request_duration_seconds_count{method="POST",route="/api/b2b/catalog",code="${code}"} 1`;
  for (const text of [
    count(200),
    count(401),
    'database_pool_connections{state="idle"}',
    "nodejs_eventloop_lag_seconds",
    "process_resident_memory_bytes",
    'jobs{state="failed"} 0',
  ]) {
    assert.ok(page.includes(text), `${text} is not in ${page}`);
  }
});

test("with METRICS_PORT 0 there are no metrics", async (t) => {
  const served = await startServed(database, { METRICS_PORT: "0" });
  t.after(() => served.end());
  assert.equal((await fetch(`${served.url}/metrics`)).status, 404);
});

test("metrics are only available on METRICS_PORT, where METRICS_HOST says", async (t) => {
  for (const [settings, host] of [
    [{ HOST: "127.0.0.2" }, "127.0.0.1"],
    [{ METRICS_HOST: "127.0.0.2" }, "127.0.0.2"],
  ] as const) {
    const served = await startServed(database, settings);
    t.after(() => served.end());
    assert.equal((await fetch(`${served.url}/metrics`)).status, 404);
    const metricsUrl = served.metricsUrl.replace("127.0.0.1", host);
    assert.match(await (await fetch(metricsUrl)).text(), /nodejs_eventloop_lag_seconds/);
    assert.equal((await fetch(metricsUrl.replace("metrics", "livez"))).status, 404);
  }
});

test("without settings metrics are on 9464 of this machine, and if it is in use, nowhere", async (t) => {
  const { metrics } = readConfig({}, { HOST: "0.0.0.0" });
  assert.deepEqual(metrics, { host: "127.0.0.1", port: 9464, isRequired: false });
  const other = createServer().listen(9464, "127.0.0.1");
  t.after(() => other.close());
  // In use by another program is as good.
  await Promise.race([once(other, "listening"), once(other, "error")]).catch(() => undefined);
  const served = await startServed(database, { METRICS_PORT: "" });
  t.after(() => served.end());
  assert.equal((await fetch(`${served.url}/metrics`)).status, 404);
  assert.match(served.output(), /no \/metrics: port 9464 of 127\.0\.0\.1 is in use/);
});

test("a port that is in use is reported, and the process ends with 1", async (t) => {
  const served = await startServed(database);
  t.after(() => served.end());
  const { port } = new URL(served.url);
  const second = await spawnCommand(database, ["serve"], { PORT: port });
  assert.equal(second.exitCode, 1);
  assert.match(second.stderr, /EADDRINUSE/);
});

test("two nodes accept the same keys and part_ids, and a revocation reaches both within a second", async (t) => {
  const [one, two] = await Promise.all([startServed(database), startServed(database)]);
  t.after(() => Promise.all([one.end(), two.end()]));
  const found = await bodyOf(await lookUp(one.url));
  const ordered = await fetch(`${two.url}/api/b2b/orders`, {
    method: "POST",
    headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
    body: JSON.stringify({ items: [{ part_id: found.found_parts[0].part_id, quantity: 1 }] }),
  });
  assert.equal(ordered.status, 201);
  await runCommand(database, ["key", "revoke", keyId]);
  const revokedMs = performance.now();
  for (const node of [one, two]) {
    let status = 200;
    while (status === 200 && performance.now() - revokedMs < 5_000) {
      ({ status } = await lookUp(node.url));
    }
    assert.equal(status, 401);
  }
  assert.ok(performance.now() - revokedMs < 1_000);
});
