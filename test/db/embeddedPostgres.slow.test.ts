import assert from "node:assert/strict";
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import {
  appendFile,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rm,
  stat,
  symlink,
  writeFile,
} from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { setTimeout as delay } from "node:timers/promises";
import { Client } from "pg";
import {
  type EmbeddedPostgres,
  openEmbeddedPostgres,
} from "../../src/db/embedded/embeddedPostgres.ts";
import { isRunning } from "../support/systemProcesses.ts";

const source = new URL("../../src/db/embedded/embeddedPostgres.ts", import.meta.url).href;

/** Opens the folder, starts a child that outlives it, and closes on request. */
const participantProgram = `
  import { spawn } from "node:child_process";
  import { openEmbeddedPostgres } from ${JSON.stringify(source)};
  const opened = await openEmbeddedPostgres({ directory: process.env.DIRECTORY });
  const child = spawn("sleep", ["60"], { stdio: "ignore", detached: true });
  child.unref();
  process.on("message", async () => {
    await opened.close();
    process.disconnect();
  });
  process.send(child.pid);
`;

let temporary = "";
let directory = "";

before(async () => {
  temporary = await mkdtemp(join(tmpdir(), "partsdesk-test-"));
  directory = join(temporary, "postgres");
});
after(() => rm(temporary, { recursive: true }));

type Participant = { node: ChildProcess; childPid: number };

async function startParticipant(at: string): Promise<Participant> {
  const node = spawn(process.execPath, ["--input-type=module", "-e", participantProgram], {
    env: { ...process.env, DIRECTORY: at },
    stdio: ["ignore", "inherit", "inherit", "ipc"],
  });
  const ended = once(node, "exit").then(([code]) => assert.fail(`ended with ${code}`));
  const [childPid] = await Promise.race([once(node, "message"), ended]);
  return { node, childPid };
}

async function endParticipant({ node, childPid }: Participant): Promise<void> {
  process.kill(childPid, "SIGKILL");
  node.send("close");
  await once(node, "exit");
}

async function query(opened: EmbeddedPostgres, text: string): Promise<unknown> {
  const client = new Client({
    host: opened.socketDirectory,
    port: opened.port,
    user: opened.user,
    database: "postgres",
  });
  await client.connect();
  const { rows } = await client.query({ text, rowMode: "array" });
  await client.end();
  return rows[0]?.[0];
}

async function readServerPid(at: string): Promise<number> {
  const [pid] = (await readFile(join(at, "cluster/postmaster.pid"), "utf8")).split("\n");
  return Number(pid);
}

type Running = { pid: number; parent: number; line: string };

/** All processes of the cluster: the supervisor, the server and its children. */
async function findRunning(at: string): Promise<Running[]> {
  const server = await readServerPid(at);
  if (process.platform !== "linux") return [{ pid: server, parent: 0, line: "" }];
  const found: Running[] = [];
  for (const name of await readdir("/proc")) {
    if (!/^[0-9]+$/.test(name)) continue;
    const line = await readFile(`/proc/${name}/cmdline`, "utf8").catch(() => "");
    const status = await readFile(`/proc/${name}/stat`, "utf8").catch(() => "");
    const parent = Number(status.slice(status.lastIndexOf(")")).split(" ")[2]);
    if (!line.includes(join(at, "cluster")) && parent !== server) continue;
    found.push({ pid: Number(name), parent, line });
  }
  return found;
}

async function waitUntilGone(running: Running[]): Promise<void> {
  const limitMs = performance.now() + 10_000;
  for (const { pid } of running) {
    while (isRunning(pid)) {
      assert.ok(performance.now() < limitMs, `${pid} still runs`);
      await delay(5);
    }
  }
}

test("two concurrent first starts create one cluster and one server", async () => {
  const both = await Promise.all([startParticipant(directory), startParticipant(directory)]);
  const clusters = (await readdir(directory)).filter((name) => name.startsWith("cluster"));
  const [one, other] = both;
  await endParticipant(one);
  const joined = await openEmbeddedPostgres({ directory });
  const answer = await query(joined, "select 1");
  await endParticipant(other);
  await joined.close();
  assert.deepEqual(clusters, ["cluster"]);
  assert.equal(answer, 1);
});

test("the server keeps every commit after a crash and is accessible only to its owner", async () => {
  const opened = await openEmbeddedPostgres({ directory });
  const shown = await query(
    opened,
    `select string_agg(name || '=' || setting, ' ' order by name) from pg_settings
     where name in ('fsync', 'full_page_writes', 'listen_addresses', 'synchronous_commit')`,
  );
  const encoding = await query(opened, "show server_encoding");
  const { mode } = await stat(directory);
  await opened.close();
  assert.equal(shown, "fsync=on full_page_writes=on listen_addresses= synchronous_commit=on");
  assert.equal(encoding, "UTF8");
  assert.equal(mode & 0o777, 0o700);
});

test("committed data is available after a restart", async () => {
  const first = await openEmbeddedPostgres({ directory });
  await query(first, "create table kept as select 'Bolt – Ø 3' as name");
  await first.close();
  const second = await openEmbeddedPostgres({ directory });
  const name = await query(second, "select name from kept");
  await second.close();
  assert.equal(name, "Bolt – Ø 3");
});

test("the remains of a killed first start are removed", async () => {
  const left = join(directory, "cluster.new-0123abcd");
  await mkdir(join(left, "base"), { recursive: true });
  const opened = await openEmbeddedPostgres({ directory });
  await opened.close();
  assert.equal(existsSync(left), false);
});

test("the participant that started the server can end while another one continues", async () => {
  const starter = await startParticipant(directory);
  const server = await readServerPid(directory);
  const joined = await openEmbeddedPostgres({ directory });
  await endParticipant(starter);
  const answer = await query(joined, "select 1");
  const serverAfter = await readServerPid(directory);
  await joined.close();
  assert.equal(answer, 1);
  assert.equal(serverAfter, server);
});

test("the last close returns when no process is running", async () => {
  const opened = await openEmbeddedPostgres({ directory });
  const server = await readServerPid(directory);
  await opened.close();
  assert.equal(isRunning(server), false);
  assert.equal(existsSync(join(directory, "cluster/postmaster.pid")), false);
  await assert.rejects(opened.ensureRunning(), /closed/);
});

test("after SIGKILL of a participant nothing keeps running, with and without its children", async () => {
  const { node, childPid } = await startParticipant(directory);
  const running = await findRunning(directory);
  node.kill("SIGKILL");
  await waitUntilGone(running);
  assert.ok(isRunning(childPid));
  process.kill(childPid, "SIGKILL");
});

test("ensureRunning restarts a killed server", async () => {
  const opened = await openEmbeddedPostgres({ directory });
  process.kill(await readServerPid(directory), "SIGKILL");
  await Promise.all([opened.ensureRunning(), opened.ensureRunning()]);
  const answer = await query(opened, "select 1");
  await opened.close();
  assert.equal(answer, 1);
});

test("a participant that opens while the last one closes gets a server that stays", async () => {
  for (let round = 0; round < 10; round += 1) {
    const last = await openEmbeddedPostgres({ directory });
    const [next] = await Promise.all([
      delay(round).then(() => openEmbeddedPostgres({ directory })),
      last.close(),
    ]);
    const answers = [await query(next, "select 1"), await query(next, "select pg_sleep(0.05)")];
    await next.close();
    assert.equal(answers[0], 1);
  }
});

test("a participant that finds a stopping server waits for the next one", {
  skip: process.platform !== "linux",
}, async () => {
  const before = await startParticipant(directory);
  const server = await readServerPid(directory);
  // Without the supervisor, the server responds but does not count its participants.
  const shells = (await findRunning(directory)).filter(({ line }) => line.startsWith("/bin/sh"));
  const watcher = shells.find(({ parent }) => shells.some(({ pid }) => pid === parent));
  assert.ok(watcher);
  process.kill(watcher.pid, "SIGKILL");
  const opening = openEmbeddedPostgres({ directory });
  await delay(200);
  process.kill(server, "SIGINT");
  const opened = await opening;
  const next = await readServerPid(directory);
  await endParticipant(before);
  await opened.close();
  assert.notEqual(next, server);
});

test("a stale lock with the process id of another program does not block", async () => {
  const cluster = join(directory, "cluster");
  // PostgreSQL itself ignores processes of another account.
  const { uid, gid } = await stat(cluster);
  const account = process.geteuid?.() === 0 ? { uid, gid } : {};
  const stranger = spawn("sleep", ["60"], { ...account, stdio: "ignore" });
  const lock = `${stranger.pid}\n${cluster}\n1700000000\n5432\n${directory}\n\n1 1\nready\n`;
  await writeFile(join(cluster, "postmaster.pid"), lock);
  await writeFile(join(directory, ".s.PGSQL.5432.lock"), lock);
  const opened = await openEmbeddedPostgres({ directory });
  const answer = await query(opened, "select 1");
  await opened.close();
  stranger.kill();
  assert.equal(answer, 1);
});

test("a folder whose path is too long for a socket gets a private socket folder", async () => {
  const deep = join(temporary, "d".repeat(100), "postgres");
  const opened = await openEmbeddedPostgres({ directory: deep });
  const answer = await query(opened, "select 1");
  const { mode } = await stat(opened.socketDirectory);
  await opened.close();
  assert.equal(answer, 1);
  assert.equal(mode & 0o777, 0o700);
  await rm(opened.socketDirectory, { recursive: true });
  await symlink(temporary, opened.socketDirectory);
  await assert.rejects(openEmbeddedPostgres({ directory: deep }), /not a private folder/);
  await rm(opened.socketDirectory);
});

test("the files of another major version are refused, and left as they are", async () => {
  const version = join(directory, "cluster/PG_VERSION");
  const good = await readFile(version, "utf8");
  await writeFile(version, "17\n");
  const refusal = /has the files of PostgreSQL 17, but this version has PostgreSQL 18/;
  await assert.rejects(openEmbeddedPostgres({ directory }), refusal);
  await writeFile(version, good);
  const opened = await openEmbeddedPostgres({ directory });
  await opened.close();
});

test("a server that cannot start causes an error with the end of its log", async () => {
  const configuration = join(directory, "cluster/postgresql.conf");
  const good = await readFile(configuration, "utf8");
  await appendFile(configuration, "\nno_such_setting = 1\n");
  await assert.rejects(openEmbeddedPostgres({ directory }), /no_such_setting/);
  await writeFile(configuration, good);
});
