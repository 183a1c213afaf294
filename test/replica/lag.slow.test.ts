// How far the replica of a running node is behind, as /metrics and X-Catalog-Time show it.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { setTimeout as delay } from "node:timers/promises";
import { openDatabaseProxy } from "../support/databaseProxy.ts";
import { insertOffer } from "../support/insertOffer.ts";
import { runCommand } from "../support/runCommand.ts";
import { runSql } from "../support/runSql.ts";
import { type ServedNode, startServed } from "../support/servedNode.ts";
import { share } from "../support/share.ts";
import { openTestDatabase } from "../support/testDatabase.ts";
import { readMetric } from "../support/workerNode.ts";

const limitMs = 60_000;
/** A follower confirms its file every second, so this age is reached only without it. */
const behindS = 3;

const database = share(openTestDatabase);
const proxy = share(() => openDatabaseProxy(database.address));
let node: ServedNode;
let key: string;

before(async () => {
  for (const partNumber of ["LAG-1", "LAG-2", "LAG-3"]) {
    await insertOffer(database.db, { partNumber });
  }
  await runCommand(database, ["account", "create", "--name", "A", "--email", "a@b.example"]);
  key = (await runCommand(database, ["key", "issue", "--account", "A", "--json"])).json().key;
  const { user, host, port, database: name } = proxy.address;
  node = await startServed({ url: `postgres://${user}@${host}:${port}/${name}` });
});

after(async () => {
  proxy.restore();
  await node.end();
});

type Lag = { readonly seconds: number; readonly changes: number };

/** A value that is not on the page is NaN. */
async function readLag(): Promise<Lag> {
  const [seconds, changes] = await Promise.all(
    ["seconds", "changes"].map((unit) => readMetric(node, `catalog_replica_lag{unit="${unit}"}`)),
  );
  return { seconds: seconds ?? Number.NaN, changes: changes ?? Number.NaN };
}

/** Reads the metrics until they are as expected; otherwise the test ends by its timeout. */
async function awaitLag(isExpected: (lag: Lag) => boolean): Promise<Lag> {
  for (;;) {
    const lag = await readLag();
    if (isExpected(lag)) return lag;
    await delay(50);
  }
}

const isCurrent = ({ seconds, changes }: Lag): boolean => seconds < 2 && changes === 0;

async function lookUp(): Promise<{ status: number; timeMs: number; stock: number }> {
  const response = await fetch(`${node.url}/api/b2b/catalog`, {
    method: "POST",
    headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
    body: JSON.stringify({ part_numbers: ["LAG-1"] }),
  });
  const body = (await response.json()) as { found_parts?: { available_stock: number }[] };
  return {
    status: response.status,
    timeMs: Date.parse(response.headers.get("x-catalog-time") ?? ""),
    stock: body.found_parts?.[0]?.available_stock ?? Number.NaN,
  };
}

test("while the follower is held up, the lag counts seconds and changes, and then neither", {
  timeout: limitMs,
}, async (t) => {
  await awaitLag(isCurrent);
  const session = await database.openOwner();
  t.after(() => session.destroy());
  // The follower reads this table before it applies changes.
  await session.client.query("begin");
  await session.client.query("lock table conditions in access exclusive mode");
  const text = "update offers set received = received + 7 where part_number like 'LAG-%'";
  await runSql(database.db, text);
  const early = await awaitLag(({ changes }) => changes > 0);
  assert.equal(early.changes, 3);
  const late = await awaitLag(({ seconds }) => seconds > behindS);
  assert.equal(late.changes, 3);
  assert.equal((await lookUp()).stock, 100);
  await session.client.query("rollback");
  await awaitLag(isCurrent);
  assert.equal((await lookUp()).stock, 107);
});

test("while the database hangs, lookups continue, and their catalog time stays before that", {
  timeout: limitMs,
}, async () => {
  await awaitLag(isCurrent);
  const before = await lookUp();
  assert.ok(before.timeMs <= Date.now());
  proxy.hang();
  // Both clocks are read in whole milliseconds.
  const hungMs = Date.now() + 1;
  let lag = await readLag();
  while (!(lag.seconds > behindS)) {
    const { status, timeMs } = await lookUp();
    assert.equal(status, 200);
    assert.ok(timeMs <= hungMs, `${timeMs - hungMs} ms too late`);
    await delay(50);
    lag = await readLag();
  }
  assert.ok(Number.isNaN(lag.changes), "changes are counted in a database that does not respond");
  proxy.restore();
  await awaitLag(isCurrent);
  while ((await lookUp()).timeMs <= hungMs) await delay(50);
});
