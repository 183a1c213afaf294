import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { connect, type Socket } from "node:net";
import { after, before, test } from "node:test";
import { setTimeout as delay } from "node:timers/promises";
import type { AccountId } from "../../src/accounts/account.ts";
import { createAccount } from "../../src/accounts/openAccount.ts";
import { newId } from "../../src/db/newId.ts";
import { loadDemo } from "../../src/demo/loadDemo.ts";
import { createKey } from "../../src/keys/issueKey.ts";
import type { Currency } from "../../src/kit/money.ts";
import { type ServedNode, startServed } from "../support/servedNode.ts";
import { openTestDatabase, type TestDatabase } from "../support/testDatabase.ts";
import { runLoop } from "./runLoop.ts";

let database: TestDatabase;
let node: ServedNode;
let url: string;
const keys: string[] = [];
const numbers: string[] = [];
const names: string[] = [];
const unpriced: string[] = [];

async function openKey(): Promise<string> {
  const accountId = newId() as AccountId;
  const now = new Date();
  const name = `Account ${accountId}`;
  const account = { accountId, name, email: "a@example.com", currency: "USD" as Currency };
  return database.db.transaction(async (tx) => {
    await createAccount(tx, { ...account, discount: 0, now });
    const issued = await createKey(tx, { accountId, name: "load", expiresAt: null, now });
    return issued.key;
  });
}

function pick<T>(values: readonly T[], count: number, start: number): T[] {
  return Array.from(
    { length: count },
    (_, place) => values[(start + place * 37) % values.length],
  ) as T[];
}

before(async () => {
  database = await openTestDatabase();
  await loadDemo(database.db, new Date());
  const found = await database.db.query<{ number: string; name: string }>({
    name: "load_entries",
    text: "select part_number as number, part_name as name from offers order by offer_id",
    values: [],
  });
  const [without] = await database.db.query<{ number: string }>({
    name: "load_unpriced",
    text: "select part_number as number from offers where list_price is null limit 1",
    values: [],
  });
  unpriced.push(without?.number ?? "");
  numbers.push(...found.map((row) => row.number));
  names.push(...new Set(found.map((row) => row.name)));
  for (let account = 0; account < 5; account += 1) keys.push(await openKey());
  node = await startServed(database, {
    LOG_LEVEL: "warn",
    RATE_LIMIT_CATALOG: "0",
    RATE_LIMIT_ORDERS: "0",
    REQUEST_LOG: "off",
  });
  url = `${node.url}/public/api/v1/b2b/catalog`;
});

after(async () => {
  await node.end();
  await database.close();
});

function lookupsOf(kind: "part_numbers" | "part_names", entries: number): string[] {
  const values = kind === "part_numbers" ? numbers : names;
  return Array.from({ length: 200 }, (_, place) =>
    JSON.stringify({ [kind]: pick(values, entries, place * 101) }),
  );
}

/** Lookups that need the database: one of their numbers has no list price. */
function listUnpriced(): string[] {
  return Array.from({ length: 200 }, (_, place) =>
    JSON.stringify({ part_numbers: [...unpriced, ...pick(numbers, 49, place * 101)] }),
  );
}

for (const [kind, listBodies] of [
  ["numbers", () => lookupsOf("part_numbers", 50)],
  ["names", () => lookupsOf("part_names", 5)],
  ["numbers with an unpriced one", listUnpriced],
] as const) {
  test(`at five times its capacity of ${kind}, the service still answers as many requests as it can`, async (t) => {
    const plan = { url, keys: keys.slice(0, 4), bodies: listBodies(), seconds: 4 };
    await runLoop({ ...plan, perSecond: null, connections: 16, seconds: 2 });
    const closed = await runLoop({ ...plan, perSecond: null, connections: 16 });
    const capacity = closed.ok / plan.seconds;
    const calm = await runLoop({ ...plan, perSecond: capacity / 4, connections: 64 });
    assert.deepEqual([calm.rejected, calm.failed], [0, 0], "far below capacity all is served");
    const small = { url, keys: keys.slice(4), bodies: lookupsOf("part_numbers", 1) };
    const [flood, other] = await Promise.all([
      // Fewer connections would limit the load: each has one request in progress.
      runLoop({ ...plan, perSecond: capacity * 5, connections: 2_048 }),
      delay(1_500).then(() => runLoop({ ...small, perSecond: 20, seconds: 3, connections: 4 })),
    ]);
    const goodput = flood.ok / flood.lastedS / capacity;
    t.diagnostic(JSON.stringify({ capacity, goodput, calm, flood, other }));
    await delay(1_000);
    const later = await runLoop({ ...plan, perSecond: capacity / 4, connections: 64 });
    t.diagnostic(JSON.stringify({ later }));
    const isLate = flood.lastedS > 2 * plan.seconds;
    assert.ok(flood.rejected > 0 || isLate, "the load exceeded the capacity");
    assert.deepEqual([later.failed, flood.failed], [0, 0], "every request is answered");
    assert.ok(later.ok > 0.9 * calm.ok, "the service recovers");
    assert.deepEqual([other.rejected, other.failed], [0, 0], "another account is served");
    assert.ok(other.okP50Ms < flood.okSentP99Ms / 4, "the other account waits for no queue");
    // Load, database and service share the cores with whatever else runs. bench/README.md has the
    // figures, and the goals.
    assert.ok(goodput > 0.4, `goodput ${goodput}`);
  });
}

/** Opens a connection and sends `count` lookups at once; reads the answers only if `reads`. */
function sendPipelined(
  key: string,
  bodies: readonly string[],
  count: number,
  reads: boolean,
): Socket {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  socket.on("error", () => undefined);
  if (reads) socket.resume();
  else socket.pause();
  const head = (body: string): string =>
    `POST ${new URL(url).pathname} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${key}\r\n` +
    `Content-Type: application/json\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`;
  for (let place = 0; place < count; place += 1) {
    socket.write(head(bodies[place % bodies.length] ?? ""));
  }
  return socket;
}

function readMemoryMb(pid: number): number {
  const [, kb = "0"] = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8")) ?? [];
  return Number(kb) / 1024;
}

test("answers that a client does not read do not fill the memory", async (t) => {
  const bodies = lookupsOf("part_names", 50);
  const pid = node.child.pid ?? 0;
  const beforeMb = readMemoryMb(pid);
  const [key = ""] = keys;
  const sockets = Array.from({ length: 8 }, () => sendPipelined(key, bodies, 60, false));
  await delay(10_000);
  const duringMb = readMemoryMb(pid);
  t.diagnostic(JSON.stringify({ beforeMb, duringMb }));
  for (const socket of sockets) socket.destroy();
  assert.equal(node.child.exitCode, null);
  assert.ok(duringMb < beforeMb + 200, `${beforeMb} MB, then ${duringMb} MB`);
});

test("a key that pipelines names does not slow another account", async (t) => {
  const flood = lookupsOf("part_names", 50);
  const [key = "", ...others] = keys;
  const plan = { url, keys: others, bodies: lookupsOf("part_numbers", 1), connections: 4 };
  const small = { ...plan, perSecond: 20, seconds: 5 };
  const calm = await runLoop(small);
  const sockets = Array.from({ length: 20 }, () => sendPipelined(key, flood, 150, true));
  await delay(500);
  const during = await runLoop(small);
  for (const socket of sockets) socket.destroy();
  t.diagnostic(JSON.stringify({ calm, during }));
  assert.deepEqual([during.rejected, during.failed], [0, 0]);
  assert.ok(during.okP50Ms < calm.okP50Ms + 250, "the other account waits for no queue");
});
