// A stolen key floods the service: how long until it stops working.
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { after, before, test } from "node:test";
import { fileURLToPath } from "node:url";
import { insertOffer } from "../support/insertOffer.ts";
import { environmentOf, runCommand } from "../support/runCommand.ts";
import { type ServedNode, startServed } from "../support/servedNode.ts";
import { openTestDatabase, type TestDatabase } from "../support/testDatabase.ts";
import { runLoop } from "./runLoop.ts";

const command = fileURLToPath(new URL("../../bin/partsdesk", import.meta.url));

let database: TestDatabase;
let node: ServedNode;
const issued: { readonly key: string; readonly key_id: string }[] = [];

before(async () => {
  database = await openTestDatabase();
  for (let part = 0; part < 50; part += 1) {
    await insertOffer(database.db, { partNumber: `P${part}` });
  }
  await runCommand(database, ["account", "create", "--name", "A", "--email", "a@b.example"]);
  for (let place = 0; place < 2; place += 1) {
    const result = await runCommand(database, ["key", "issue", "--account", "A", "--json"]);
    issued.push(result.json());
  }
  const unlimited = { LOG_LEVEL: "warn", RATE_LIMIT_CATALOG: "0", REQUEST_LOG: "off" };
  node = await startServed(database, unlimited);
});

after(async () => {
  await node.end();
  await database.close();
});

/** Revokes a key in a shell; resolves with the seconds from the start of the command to its end. */
async function revoke(keyId: string): Promise<number> {
  const startedMs = performance.now();
  const child = spawn(command, ["key", "revoke", keyId], { env: environmentOf(database) });
  const [code] = await once(child, "exit");
  assert.equal(code, 0);
  return (performance.now() - startedMs) / 1_000;
}

test("a key that floods the service with 64 connections is revoked in two seconds, or twice the time without it", async (t) => {
  const [stolen, other] = issued;
  assert.ok(stolen !== undefined && other !== undefined);
  const numbers = Array.from({ length: 50 }, (_, part) => `P${part}`);
  const plan = {
    url: `${node.url}/public/api/v1/b2b/catalog`,
    bodies: [JSON.stringify({ part_numbers: numbers })],
    connections: 64,
    perSecond: null,
  };
  const calmS = await revoke(other.key_id);
  const flooding = runLoop({ ...plan, keys: [stolen.key], seconds: 12 });
  await runLoop({ ...plan, keys: [stolen.key], connections: 1, seconds: 2 });
  const seconds: number[] = [];
  for (let attempt = 0; attempt < 3; attempt += 1) seconds.push(await revoke(other.key_id));
  const revokedS = await revoke(stolen.key_id);
  const flood = await flooding;
  t.diagnostic(JSON.stringify({ calmS, seconds, revokedS, flood }));
  // On an idle machine of two cores about one second; on a slow one, the start of the command alone
  // takes longer.
  const limitS = Math.max(2, 2 * calmS);
  assert.ok(Math.min(...seconds, revokedS) < limitS, `${seconds}, ${revokedS}`);
  assert.ok(Math.max(...seconds, revokedS) < 3 * limitS, `${seconds}, ${revokedS}`);
  assert.ok(flood.ok > 100, "the flood was served before");
  assert.ok(flood.failed > 100, "the key stopped working");
});
