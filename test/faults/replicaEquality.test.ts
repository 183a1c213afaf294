// A replica equals the database row by row after random histories, whatever is killed while it is
// filled and while changes are applied. A fault has hit if the file was behind at that moment: it
// lacked a committed change (apply), or a new file was being written (fill).
import assert from "node:assert/strict";
import { once } from "node:events";
import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { after, before, test } from "node:test";
import { setTimeout as delay } from "node:timers/promises";
import { Worker } from "node:worker_threads";
import { selectNewestPlace } from "../../src/catalog/changeQueries.ts";
import { readMonotonicMs } from "../../src/catalog/replica/monotonicClock.ts";
import { openReplica, type Replica } from "../../src/catalog/replica/replica.ts";
import {
  findReplicaFolder,
  prepareReplicaFolder,
  readCurrentName,
  requestFill,
} from "../../src/catalog/replica/replicaFolder.ts";
import type { Database } from "../../src/db/database.ts";
import { migrateSchema } from "../../src/db/migrateSchema.ts";
import { type CatalogHistory, createHistory } from "../support/catalogHistory.ts";
import { insertAccount } from "../support/insertBuyer.ts";
import { openPostgresServer, type PostgresServer } from "../support/postgresServer.ts";
import { createRandom } from "../support/random.ts";
import { compareRows, currentPath, readContents } from "../support/replicaContents.ts";
import { startServed } from "../support/servedNode.ts";
import { openPool } from "../support/testDatabase.ts";
import { openTestReplica } from "../support/testReplica.ts";

const limitMs = 280_000;
const parts = 8_000;
/** Each of what can fail while a file is filled and while changes are applied. */
const faults = [
  { stage: "fill", isDatabase: false },
  { stage: "apply", isDatabase: false },
  { stage: "fill", isDatabase: true },
  { stage: "apply", isDatabase: true },
] as const;
const roundsOfEach = 4;
/** Extra rounds for faults that have not hit. */
const maxRounds = 32;
const seed = Number(process.env["SEED"] ?? Date.now() % 100_000);

/** A process or a thread that follows; the oldest living one has the lock. */
type Following = { readonly kind: "node" | "thread"; kill(): Promise<void> };

let server: PostgresServer;
let db: Database;
let dataDir: string;
let folder: string;
let replica: Replica;
let history: CatalogHistory;
const following: Following[] = [];
const below = createRandom(seed);

before(async () => {
  server = await openPostgresServer();
  await migrateSchema(server.address);
  db = openPool(server.address, 4);
  dataDir = await mkdtemp(join(tmpdir(), "partsdesk-equality-"));
  folder = await findReplicaFolder(db, dataDir);
  await prepareReplicaFolder(folder);
  replica = openReplica({
    folder,
    maxAgeMs: Number.POSITIVE_INFINITY,
    monotonicMs: readMonotonicMs,
  });
  await insertAccount(db, new Date());
  history = createHistory({ db, below, parts });
  await history.importRows(parts, false);
});

after(async () => {
  for (const one of following) await one.kill();
  replica.close();
  await db.close();
  await server.close();
  await rm(dataDir, { recursive: true, force: true });
});

async function startNode(): Promise<Following> {
  const node = await startServed(server, { DATA_DIR: dataDir, LOG_LEVEL: "warn" });
  return { kind: "node", kill: async () => void (await node.end("SIGKILL")) };
}

function startThread(): Following {
  const file = new URL("../../src/jobs/followerThread.ts", import.meta.url);
  const thread = new Worker(file, { workerData: { folder, address: server.address } });
  return { kind: "thread", kill: async () => void (await thread.terminate()) };
}

/** Starts a process if the last one was a thread, and vice versa. */
const startOne = async () => (following.at(-1)?.kind === "thread" ? startNode() : startThread());

/** Waits until the replica shows everything committed. */
async function awaitCurrent(): Promise<void> {
  const place = await selectNewestPlace(db);
  assert.ok(await replica.reach(place, 60_000), `place ${place} is not reached`);
}

async function isFilling(): Promise<boolean> {
  const current = await readCurrentName(folder);
  const files = (await readdir(folder)).filter((name) => /^catalog-.*\.sqlite$/.test(name));
  return files.some((name) => name !== current);
}

async function awaitFilling(): Promise<void> {
  while (!(await isFilling())) await delay(2);
}

/** Starts the database again after it was killed, and leaves connections that are broken. */
async function startDatabase(): Promise<void> {
  await server.start();
  const ask = () => db.query({ name: "", text: "select" });
  while ((await ask().catch(() => true)) === true) await delay(20);
}

const hits = {
  fill: { node: 0, thread: 0, database: 0 },
  apply: { node: 0, thread: 0, database: 0 },
};

/** Kills what follows, or the database; returns what was killed. */
async function kill({ isDatabase }: (typeof faults)[number]): Promise<keyof typeof hits.fill> {
  const killed = isDatabase ? undefined : following.shift();
  await (killed?.kill() ?? server.stop("kill"));
  return killed?.kind ?? "database";
}

async function restart(killed: keyof typeof hits.fill): Promise<void> {
  if (killed === "database") await startDatabase();
  else following.push(await startOne());
}

/** Has the file rebuilt, and kills while that happens. */
async function killWhileFilling(fault: (typeof faults)[number]): Promise<void> {
  requestFill(folder, "the test asked for it");
  await awaitFilling();
  await delay(below(150));
  const wasFilling = await isFilling();
  const killed = await kill(fault);
  if (wasFilling) hits.fill[killed] += 1;
  await restart(killed);
}

/** Changes many offers, and kills while the changes are applied. */
async function killWhileApplying(fault: (typeof faults)[number]): Promise<void> {
  await awaitCurrent();
  const { client, destroy } = await db.openSession();
  await client.query("listen catalog_changed");
  const changed = once(client, "notification");
  // What has arrived is applied without the database: it must have more to send.
  const rows = fault.isDatabase ? parts : 1_000 + below(1_000);
  const importing = history.importRows(rows, below(4) === 0);
  // Committed, but the database may be killed before it confirms.
  importing.catch(() => undefined);
  await Promise.race([changed, importing]);
  destroy();
  if (!fault.isDatabase) await delay(below(30));
  const killed = await kill(fault);
  const shown = replica.status()?.place ?? 0;
  await restart(killed);
  await importing.catch(() => undefined);
  if (shown < (await selectNewestPlace(db))) hits.apply[killed] += 1;
}

test("a replica equals the database after random histories and kills", {
  timeout: limitMs,
}, async (t) => {
  t.diagnostic(`SEED=${seed}`);
  following.push(await startNode(), startThread());
  await awaitCurrent();
  const rounds = faults.flatMap((fault) => Array.from({ length: roundsOfEach }, () => fault));
  const hasHit = ({ stage, isDatabase }: (typeof faults)[number]): boolean => {
    const { node, thread, database } = hits[stage];
    return isDatabase ? database > 0 : node + thread > 0;
  };
  for (let round = 0; rounds.length > 0 && round < maxRounds; round += 1) {
    const [fault = faults[0]] = rounds.splice(below(rounds.length), 1);
    for (let change = below(3); change >= 0; change -= 1) await history.change();
    await (fault.stage === "fill" ? killWhileFilling : killWhileApplying)(fault);
    await history.change();
    await awaitCurrent();
    assert.deepEqual(await compareRows(db, { folder }), [], JSON.stringify(fault));
    if (rounds.length === 0) rounds.push(...faults.filter((one) => !hasHit(one)));
  }
  const filled = openTestReplica(db);
  t.after(() => filled.close());
  await filled.catchUp();
  assert.deepEqual(await readContents({ folder }), await readContents(filled));
  t.diagnostic(`faults that hit: ${JSON.stringify(hits)}`);
  assert.ok(faults.every(hasHit));
});

const ofFirst = "where offer_id = (select min(offer_id) from offers)";
const damages = [
  `update offers set cage = '9ZZZ9' ${ofFirst}`,
  `update offers set exact_price = '1.5' ${ofFirst}`,
  `update offers set wire = replace(wire, '"amount":"', '"amount":"7') ${ofFirst}`,
  `update own_terms set terms = '[{"written":"DAMAGE","meanings":[]}]'`,
  "delete from conditions where code <> 'NE'",
  "insert into agreement_rules values (9, '', 9, '', '', '', '', 9, '', '', 9, 9, 9, '', '')",
];

test("negative control: a lost change and a damaged row are reported", {
  timeout: limitMs,
}, async () => {
  await awaitCurrent();
  for (const one of following.splice(0)) await one.kill();
  await history.importRows(50, false);
  const place = await selectNewestPlace(db);
  const path = await currentPath({ folder });
  const change = (text: string): void => {
    const file = new DatabaseSync(path);
    file.exec(text);
    file.close();
  };
  // As if a follower had written the place before the rows.
  change(`update state set place = ${place}`);
  const lost = await compareRows(db, { folder });
  assert.ok(lost.length > 0);
  let last = lost;
  for (const damage of damages) {
    change(damage);
    const found = await compareRows(db, { folder });
    assert.notDeepEqual(found, last, damage);
    last = found;
  }
});
