// What the workers of a node count and do together.
import assert from "node:assert/strict";
import type { Agent } from "node:http";
import { after, before, test } from "node:test";
import { setTimeout as delay } from "node:timers/promises";
import { mintKey } from "../../src/keys/plainKey.ts";
import { failedAuthenticationsPerMinute } from "../../src/server/api/admission.ts";
import { insertOffer } from "../support/insertOffer.ts";
import { runCommand } from "../support/runCommand.ts";
import type { ServedNode } from "../support/servedNode.ts";
import { share } from "../support/share.ts";
import { openTestDatabase } from "../support/testDatabase.ts";
import { connectToEach, readMetric, send, startWorkerNode } from "../support/workerNode.ts";

const limit = 50;
const workers = 2;
const database = share(openTestDatabase);
let node: ServedNode;
let agents: Agent[];

before(async () => {
  await insertOffer(database.db, { partNumber: "P1" });
  node = await startWorkerNode(database, {
    WORKERS: String(workers),
    RATE_LIMIT_CATALOG: String(limit),
  });
  agents = [...(await connectToEach(node.url, workers)).values()];
});

after(() => node.end());

type Issued = { readonly key: string; readonly key_id: string };

async function issueKey(name: string): Promise<Issued> {
  const account = ["account", "create", "--name", name, "--email", "a@b.example"];
  await runCommand(database, account);
  return (await runCommand(database, ["key", "issue", "--account", name, "--json"])).json();
}

const lookUp = (key: string, agent: Agent) =>
  send(`${node.url}/api/b2b/catalog`, {
    agent,
    headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
    body: '{"part_numbers":["P1"]}',
  });

/** Waits until the minute has at least ten seconds left: limits reset every minute. */
async function awaitRoomInMinute(): Promise<void> {
  const leftMs = 60_000 - (Date.now() % 60_000);
  if (leftMs < 10_000) await delay(leftMs + 10);
}

/** Sends lookups to all workers at the same time. */
async function lookUpEverywhere(key: string, requests: number) {
  const answers = await Promise.all(
    Array.from({ length: requests }, (_, turn) => lookUp(key, agents[turn % workers] as Agent)),
  );
  assert.equal(new Set(answers.map(({ thread }) => thread)).size, workers);
  return answers;
}

test("a key's limit is exact, whichever workers answer", async () => {
  const { key } = await issueKey("Limited");
  await awaitRoomInMinute();
  const answers = await lookUpEverywhere(key, 2 * limit);
  const byStatus = Object.groupBy(answers, ({ status }) => status);
  assert.deepEqual([byStatus[200]?.length, byStatus[429]?.length], [limit, limit]);
  const remaining = byStatus[200]?.map(({ headers }) =>
    /r=(\d+)/.exec(String(headers["ratelimit"])),
  );
  assert.equal(new Set(remaining?.map((found) => found?.[1])).size, limit);
});

test("requests with wrong keys are limited by address, whichever workers answer", async () => {
  await awaitRoomInMinute();
  const wrong = mintKey();
  const answers = await lookUpEverywhere(wrong, 2 * failedAuthenticationsPerMinute);
  const refused = answers.filter(({ status }) => status === 401);
  const limited = answers.filter(({ status }) => status === 429);
  assert.deepEqual(
    [refused.length, limited.length],
    [failedAuthenticationsPerMinute, failedAuthenticationsPerMinute],
  );
});

test("a new key works immediately in every worker, and a revoked one in none", async () => {
  const { key, key_id: keyId } = await issueKey("Revoked");
  for (const agent of agents) assert.equal((await lookUp(key, agent)).status, 200);
  await runCommand(database, ["key", "revoke", keyId]);
  for (const agent of agents) {
    for (;;) {
      const { status } = await lookUp(key, agent);
      if (status === 401) break;
      assert.equal(status, 200);
      await delay(5);
    }
  }
});

test("one page of metrics counts the requests of all workers", async () => {
  const name = 'http_request_duration_seconds_count{method="GET",route="/readyz",code="200"}';
  for (const agent of [...agents, ...agents, ...agents]) {
    assert.equal((await send(`${node.url}/readyz`, { agent })).status, 200);
  }
  while ((await readMetric(node, name)) < 3 * workers);
  assert.equal(await readMetric(node, name), 3 * workers);
  assert.equal(await readMetric(node, 'workers{state="serving"}'), workers);
  assert.equal(await readMetric(node, 'jobs{state="failed"}'), 0);
  const versions = (await (await fetch(node.metricsUrl)).text())
    .split("\n")
    .filter((line) => line.startsWith("partsdesk_build_info{"));
  assert.match(versions.join("\n"), /^[^\n]* 1$/);
});

test("the request log has the requests of all workers", async () => {
  const { key, key_id: keyId } = await issueKey("Logged");
  await lookUpEverywhere(key, 2 * workers);
  const count = async () => {
    const [row] = await database.db.query<{ readonly requests: number }>({
      name: "count_logged_of_key",
      text: "select count(*)::int as requests from api_requests where key_id = $1",
      values: [keyId],
    });
    return row?.requests;
  };
  while ((await count()) !== 2 * workers) await delay(20);
});
