// A running service whose replica another program damages, and a disk that becomes full. A fault
// has hit if a reader cannot read while nothing follows: the negative control.
import assert from "node:assert/strict";
import { chown, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, type TestContext, test } from "node:test";
import { setTimeout as delay } from "node:timers/promises";
import { findReplicaFolder, readCurrentName } from "../../src/catalog/replica/replicaFolder.ts";
import type { Database } from "../../src/db/database.ts";
import { migrateSchema } from "../../src/db/migrateSchema.ts";
import { insertClient } from "../support/apiClient.ts";
import { findFreePort } from "../support/findFreePort.ts";
import { createFollowedFolder } from "../support/followedFolder.ts";
import { insertOffer } from "../support/insertOffer.ts";
import { openPostgresServer, type PostgresServer } from "../support/postgresServer.ts";
import {
  fileFaults,
  folderFaults,
  type ReplicaFault,
  unprivileged,
} from "../support/replicaFaults.ts";
import { runCommand } from "../support/runCommand.ts";
import { lacksMount, mountDisk } from "../support/smallDisk.ts";
import { openPool } from "../support/testDatabase.ts";
import { connectToEach, readMetric, send, startWorkerNode } from "../support/workerNode.ts";

const limitMs = 250_000;
const workers = 2;
const [diskMib, ballastMib] = [400, 200];
const readable = 'catalog_replica{state="readable"}';
const skipMount = lacksMount();

let server: PostgresServer;
let db: Database;
let key: string;
let added = 0;
before(async () => {
  server = await openPostgresServer();
  await migrateSchema(server.address);
  db = openPool(server.address);
  for (let part = 0; part < 2_000; part += 1) await insertOffer(db, { partNumber: `OLD-${part}` });
  key = await insertClient(server);
});
after(async () => {
  await db.close();
  await server.close();
});

/** A service as a user without the rights of root, if the test has them, on a folder of its own. */
async function startNode(t: TestContext, dataDir: string) {
  if (process.geteuid?.() === 0) await chown(dataDir, unprivileged, unprivileged);
  const PORT = String(await findFreePort());
  const settings = { PORT, DATA_DIR: dataDir, LOG_LEVEL: "warn", REPLICA_MAX_STALE_SECONDS: "5" };
  const node = await startWorkerNode(server, settings, unprivileged);
  t.after(() => node.end());
  const agents = [...(await connectToEach(node.url, workers)).values()];
  t.after(() => {
    for (const agent of agents) agent.destroy();
  });
  return {
    node,
    folder: await findReplicaFolder(db, dataDir),
    /** Waits until each worker shows a new offer. */
    async awaitHealed(): Promise<void> {
      added += 1;
      const partNumber = `NEW-${added}`;
      await insertOffer(db, { partNumber });
      const headers = { authorization: `Bearer ${key}`, "content-type": "application/json" };
      const sold = [partNumber, "OLD-1999"];
      const body = JSON.stringify({ part_numbers: sold });
      for (const agent of agents) {
        for (;;) {
          const answer = await send(`${node.url}/api/b2b/catalog`, { headers, body, agent });
          assert.ok([200, 502].includes(answer.status), answer.body);
          if (sold.every((one) => answer.body.includes(`"part_number":"${one}"`))) break;
          await delay(20);
        }
      }
    },
    /** Waits until doctor, the metric and the log name what is wrong. */
    async awaitNamed(): Promise<void> {
      const doctor = async () => {
        const found = await runCommand(server, ["doctor", "--json"], settings);
        return found.json().find(({ check }: { check: string }) => check === "replica");
      };
      while ((await doctor()).state === "good") await delay(100);
      assert.match((await doctor()).detail, /log of the service/);
      assert.equal(await readMetric(node, readable), 0);
      assert.match(node.output(), /"level":40.*The replica of the catalog cannot be/);
    },
  };
}

test("whatever happens to its folder, a replica heals or is named", {
  timeout: limitMs,
}, async (t) => {
  const dataDir = await mkdtemp(join(tmpdir(), "partsdesk-folder-"));
  t.after(() => rm(dataDir, { recursive: true, force: true }));
  const { node, folder, awaitHealed, awaitNamed } = await startNode(t, dataDir);
  for (const fault of [...fileFaults, ...folderFaults]) {
    const { name, hit, fix } = fault;
    // A change, so that the file has a log.
    await awaitHealed();
    const damaged = readCurrentName(folder);
    const startedMs = performance.now();
    await hit(folder);
    if (fix !== undefined) {
      await awaitNamed();
      await fix(folder);
    }
    await awaitHealed();
    t.diagnostic(`${name}: healed after ${Math.round(performance.now() - startedMs)} ms`);
    if (fileFaults.includes(fault)) assert.notEqual(readCurrentName(folder), damaged, name);
  }
  assert.equal(await readMetric(node, readable), 1);
  assert.equal(node.child.exitCode, null);
});

test("a replica on a full disk is named once, and heals when there is space", {
  skip: skipMount,
  timeout: limitMs,
}, async (t) => {
  const dataDir = mountDisk(t, diskMib);
  const ballast = join(dataDir, "ballast");
  await writeFile(ballast, Buffer.alloc(ballastMib * 2 ** 20));
  const { node, awaitHealed, awaitNamed } = await startNode(t, dataDir);
  for (const state of ["before the first fill", "later"]) {
    await awaitNamed();
    const lines = node.output().match(/DATA_DIR has .* not ready\. Free/g);
    assert.equal(lines?.length, state === "later" ? 2 : 1);
    await rm(ballast);
    const freedMs = performance.now();
    await awaitHealed();
    t.diagnostic(`${state}: healed ${Math.round(performance.now() - freedMs)} ms after space`);
    if (state !== "later") await writeFile(ballast, Buffer.alloc(ballastMib * 2 ** 20));
  }
});

test("negative control: what nothing follows cannot be read, and stays so", async (t) => {
  const broken = async ({ hit }: ReplicaFault): Promise<boolean> => {
    const followed = await createFollowedFolder(db);
    t.after(() => followed.close());
    await followed.followOnce();
    await hit(followed.folder);
    const replica = followed.openReader(Number.POSITIVE_INFINITY);
    const found = [replica.status(), replica.status()];
    replica.close();
    return found.every((status) => status === undefined);
  };
  assert.equal(await broken({ name: "nothing", hit: async () => undefined }), false);
  for (const fault of [...fileFaults, ...folderFaults.slice(0, 2)]) {
    if (fault.isReadable !== true) assert.equal(await broken(fault), true, fault.name);
  }
});
