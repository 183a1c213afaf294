// The replica of a running service, as `partsdesk doctor --replica` checks it.
import assert from "node:assert/strict";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { test } from "node:test";
import { setTimeout as delay } from "node:timers/promises";
import { findReplicaFolder, readCurrentName } from "../../src/catalog/replica/replicaFolder.ts";
import { folderVariable } from "../support/cluster.ts";
import { insertOffer } from "../support/insertOffer.ts";
import { type CommandResult, runCommand } from "../support/runCommand.ts";
import { startServed } from "../support/servedNode.ts";
import { share } from "../support/share.ts";
import { openTestDatabase } from "../support/testDatabase.ts";

const limitMs = 60_000;

const database = share(openTestDatabase);

const check = (...options: string[]): Promise<CommandResult> =>
  runCommand(database, ["doctor", "--replica", ...options]);

test("without a replica, the command says that the service creates it", async () => {
  const found = await check();
  assert.equal(found.exitCode, 5);
  assert.match(found.stderr, /has no replica\. Start the service to create it\./);
});

test("differences are reported, and the service rebuilds the replica", {
  timeout: limitMs,
}, async () => {
  const offerId = await insertOffer(database.db, { partNumber: "D-1" });
  await insertOffer(database.db, { partNumber: "D-2" });
  const node = await startServed(database);
  const good = await check("--json");
  assert.equal(good.exitCode, 0, good.stderr);
  assert.equal(good.json().offers, 2);
  const folder = await findReplicaFolder(database.db, process.env[folderVariable] ?? "");
  const name = await readCurrentName(folder);
  const file = new DatabaseSync(join(folder, name ?? ""));
  file.exec(`update offers set available_stock = 5 where part_number_key = 'D-1';
    update own_terms set terms = '[{"written":"NUT","meanings":[]}]'`);
  file.close();
  const bad = await check();
  assert.equal(bad.exitCode, 1);
  assert.match(bad.stdout, new RegExp(`Offers differ: ${offerId}`));
  assert.match(bad.stdout, /Terms of the distributor differ/);
  while ((await readCurrentName(folder)) === name) await delay(20);
  assert.equal((await check()).exitCode, 0);
  assert.match(node.output(), /partsdesk doctor found differences/);
  assert.equal(await node.end(), 0);
});
