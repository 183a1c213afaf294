// The papers for users are run: every block of shell, as one terminal a paper, and its answer is
// compared with the one shown. Tables of settings, metrics, log fields and limits are compared too.
import assert from "node:assert/strict";
import { type ChildProcess, spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { existsSync, readFileSync } from "node:fs";
import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { Client } from "pg";
import { failedAuthenticationsPerMinute } from "../../src/api/admission.ts";
import { describeConfig, readConfig } from "../../src/config.ts";
import { limits } from "../../src/contract/limits.ts";
import { openTestDatabase } from "../support/testDatabase.ts";

const root = join(import.meta.dirname, "../..");
const limitMs = 120_000;

type Block = {
  readonly place: string;
  readonly code: string;
  answer?: { readonly language: string; readonly text: string };
};

function readPaper(path: string): string {
  return readFileSync(join(root, path), "utf8");
}

/** The blocks of shell of a paper, each with the answer shown under it. */
function readBlocks(path: string): Block[] {
  const paper = readPaper(path);
  const blocks: Block[] = [];
  for (const fence of paper.matchAll(/^```(.*)\n([\s\S]*?)^```$/gm)) {
    const [, kind = "", content = ""] = fence;
    const place = `${path}:${paper.slice(0, fence.index).split("\n").length}`;
    const [language = "", output] = kind.split(" ");
    assert.match(kind, /^(sh|(text|json)( output)?)$/, `${place} is a block of another kind`);
    if (language === "sh") blocks.push({ place, code: content });
    const block = blocks.at(-1);
    if (output === undefined) continue;
    assert.ok(block && !block.answer, `${place} is the answer of no command`);
    block.answer = { language, text: content };
  }
  assert.ok(blocks.length > 0, `${path} has examples`);
  return blocks;
}

/** A folder in which the commands of a paper work as in a checkout, and what they find set. */
type Terminal = { readonly folder: string; readonly env: Readonly<Record<string, string>> };

async function makeFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "partsdesk-docs-"));
  await mkdir(join(folder, "bin"));
  await mkdir(join(folder, "answers"));
  await symlink(join(root, "bin/partsdesk"), join(folder, "bin/partsdesk"));
  return folder;
}

const basicEnv: Readonly<Record<string, string>> = Object.fromEntries(
  ["PATH", "HOME", "NODE_COMPILE_CACHE"].map((name) => [name, process.env[name] ?? ""]),
);
const runsThis = /^npm (test|run \w+)$/m;

/** A block as it is run here: the service runs already, on a port of its own. */
function toScript({ code }: Block, index: number, env: Terminal["env"]): string {
  const adapted = code
    .replaceAll(/http:\/\/(127\.0\.0\.1|localhost):3000/g, env["BASE_URL"] ?? "")
    .replaceAll("npx partsdesk", "bin/partsdesk")
    .replace(/^npm start$/m, "cat started.txt");
  return `exec >answers/${index}\n${adapted}`;
}

/** Runs the blocks in one shell, the answers going to a file each. */
async function runBlocks(blocks: readonly Block[], terminal: Terminal): Promise<void> {
  const { folder, env } = terminal;
  const scripts = blocks.map((block, index) => toScript(block, index, env));
  const preamble = "set -euo pipefail\ntrap 'kill $(jobs -p) 2>/dev/null && wait || true' EXIT\n";
  const shell = spawn("bash", ["-c", `${preamble}${scripts.join("\n")}`], {
    cwd: folder,
    env: { ...basicEnv, ...env },
    stdio: ["ignore", "inherit", "pipe"],
    detached: true,
  });
  let said = "";
  shell.stderr.on("data", (bytes) => {
    said += bytes;
  });
  const timer = setTimeout(() => process.kill(-(shell.pid ?? 0), "SIGKILL"), limitMs);
  const [code] = await once(shell, "exit");
  clearTimeout(timer);
  if (code === 0) return;
  const last = blocks.findLast((_, index) => existsSync(join(folder, `answers/${index}`)));
  assert.fail(`${last?.place} ended with ${code}:\n${said}`);
}

const volatile: readonly [RegExp, string][] = [
  [/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, "ID"],
  [/pt_[\w-]{22}/g, "PART_ID"],
  [/sk_live_\w{38}/g, "KEY"],
  [/req_[0-9a-f]{32}/g, "REQUEST_ID"],
  [/(?<=Password +|\/invitation\/)[\w-]{20,43}/g, "SECRET"],
  [/\d{4}-\d{2}-\d{2}T[\d:.]+Z/g, "TIME"],
  [/PostgreSQL [\d.]+/g, "PostgreSQL"],
  [/-?\d+ (ms|MiB)\b/g, "some $1"],
];

/** A text without what differs from run to run. */
function mask(text: string): string {
  const masked = volatile.reduce((masked, [pattern, name]) => masked.replace(pattern, name), text);
  return masked.replace(/ +$/gm, "").trim();
}

/** Compares an answer with the one shown, in which a line of three dots stands for any lines. */
function compare(shown: NonNullable<Block["answer"]>, answer: string, place: string): void {
  if (shown.language === "json") {
    assert.deepEqual(JSON.parse(mask(answer)), JSON.parse(mask(shown.text)), place);
    return;
  }
  const parts = mask(shown.text).split(/^\.\.\.$/m);
  if (parts.length === 1) assert.equal(mask(answer), parts[0], place);
  const escaped = parts.map((part) => part.trim().replace(/[^\w\s]/g, "\\$&"));
  assert.match(mask(answer), new RegExp(`^${escaped.join("[\\s\\S]*")}$`), place);
}

async function followPaper(path: string, terminal: Terminal): Promise<void> {
  const blocks = readBlocks(path).filter(({ code }) => !runsThis.test(code));
  await runBlocks(blocks, terminal);
  for (const [index, { answer, place }] of blocks.entries()) {
    if (answer === undefined) continue;
    const given = await readFile(join(terminal.folder, `answers/${index}`), "utf8");
    const portable = given
      .replaceAll(terminal.env["BASE_URL"] ?? "", "http://127.0.0.1:3000")
      .replaceAll(terminal.folder, ".");
    compare(answer, portable, place);
  }
}

let demo: Terminal;
let demoProcess: ChildProcess;
let demoOutput = "";

before(async () => {
  const folder = await makeFolder();
  demoProcess = spawn(join(root, "bin/partsdesk"), ["demo"], {
    cwd: folder,
    env: { ...basicEnv, PORT: "0", LOG_LEVEL: "info" },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const started = Promise.withResolvers<void>();
  let said = "";
  const timer = setTimeout(() => demoProcess.kill("SIGKILL"), limitMs);
  demoProcess.stdout?.on("data", (bytes) => {
    demoOutput += bytes;
    if (demoOutput.includes("Press Ctrl-C to stop")) started.resolve();
  });
  demoProcess.stderr?.on("data", (bytes) => {
    said += bytes;
  });
  demoProcess.on("exit", (code) => started.reject(new Error(`demo ended with ${code}: ${said}`)));
  await started.promise;
  clearTimeout(timer);
  const printed = demoOutput.split("\n").filter((line) => !line.startsWith("{"));
  await writeFile(join(folder, "started.txt"), printed.join("\n"));
  const BASE_URL = /API +(http:\/\/[^/]+)/.exec(demoOutput)?.[1] ?? "";
  const KEY = (await readFile(join(folder, "data/demo.key"), "utf8")).trim();
  demo = { folder, env: { BASE_URL, KEY } };
});

after(async () => {
  const timer = setTimeout(() => demoProcess.kill("SIGKILL"), 20_000);
  if (demoProcess.exitCode === null && demoProcess.kill("SIGTERM")) await once(demoProcess, "exit");
  clearTimeout(timer);
  await rm(demo.folder, { recursive: true, force: true });
});

for (const path of ["README.md", "docs/start.md", "docs/api.md"]) {
  test(`the examples of ${path} run as written and answer as shown`, async () => {
    await rm(join(demo.folder, "answers"), { recursive: true });
    await mkdir(join(demo.folder, "answers"));
    await followPaper(path, demo);
  });
  for (const { place, code } of readBlocks(path).filter((block) => runsThis.test(block.code))) {
    test(`${place} ${code.trim()}`, { skip: "it would run this test again" });
  }
}

async function findFreePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as { port: number };
  server.close();
  await once(server, "close");
  return port;
}

test("the examples of docs/operating.md run as written and answer as shown", async (t) => {
  const folder = await makeFolder();
  const neighbour = await openTestDatabase();
  const owner = new Client(neighbour.address);
  await owner.connect();
  const name = `docs_${randomBytes(6).toString("hex")}`;
  await owner.query(`create database ${name}`);
  t.after(async () => {
    await owner.query(`drop database ${name} with (force)`);
    await owner.end();
    await neighbour.close();
    await rm(folder, { recursive: true, force: true });
  });
  const url = neighbour.url.replace(neighbour.address.database, name);
  const settings = [`DATABASE_URL='${url}'`, `SECRET_KEY=${randomBytes(32).toString("hex")}`];
  await writeFile(join(folder, "partsdesk.env"), `${settings.join("\n")}\n`);
  const port = await findFreePort();
  const env = { PORT: String(port), BASE_URL: `http://127.0.0.1:${port}` };
  await followPaper("docs/operating.md", { folder, env });
});

/** The rows of the first table under a heading, cells without their backticks. */
function readTable(path: string, heading: string): string[][] {
  const [, section = ""] = readPaper(path).split(`\n## ${heading}\n`);
  const rows = (section.split("\n## ")[0] ?? "").split("\n").filter((line) => line.startsWith("|"));
  assert.ok(rows.length > 2, `${path} has a table under ${heading}`);
  return rows.slice(2).map((row) =>
    row
      .split("|")
      .slice(1, -1)
      .map((cell) => cell.trim()),
  );
}

function namesOf(cell = ""): string[] {
  return [...cell.matchAll(/`([^`]+)`/g)].map((match) => match[1] ?? "");
}

test("docs/operating.md has every setting with its default", () => {
  const shown = readTable("docs/operating.md", "Settings").map(([name, value]) => [
    namesOf(name)[0],
    value,
  ]);
  const real = Object.entries(describeConfig({})).map(([name, value]) => [
    name,
    String(value ?? "none"),
  ]);
  assert.deepEqual(shown, real);
});

test("docs/operating.md names metrics that are there, and all of our own", async () => {
  const page = await (await fetch(`${demo.env["BASE_URL"]}/metrics`)).text();
  const real = [...page.matchAll(/^# TYPE (\w+)/gm)].map((match) => match[1] ?? "");
  const shown = readTable("docs/operating.md", "Metrics").flatMap(([name]) => namesOf(name));
  assert.deepEqual(
    shown.filter((name) => !real.includes(name)),
    [],
  );
  const own = real.filter((name) => !/^(process|nodejs)_/.test(name));
  assert.deepEqual(
    own.filter((name) => !shown.includes(name)),
    [],
  );
});

test("docs/operating.md has exactly the fields of a request's log line", () => {
  const lines = demoOutput.split("\n").filter((line) => line.endsWith('"msg":"request"}'));
  const real = new Set(lines.flatMap((line) => Object.keys(JSON.parse(line))));
  const shown = readTable("docs/operating.md", "Log").flatMap(([names]) => namesOf(names));
  assert.deepEqual([...real].sort(), shown.sort());
});

test("docs/api.md has the limits of the contract", () => {
  const { rateLimitCatalog, rateLimitOrders, partIdTtlS } = readConfig({}, {});
  const say = (count: number) => count.toLocaleString("en-US");
  const { poNumberLength, notesLength, idempotencyKeyLength } = limits;
  assert.deepEqual(
    readTable("docs/api.md", "Limits").map(([, value]) => value),
    [
      `${say(rateLimitCatalog)} a minute`,
      `${say(rateLimitOrders)} a minute`,
      `${failedAuthenticationsPerMinute} a minute`,
      `${limits.entries}; ${limits.entryLength}`,
      "25",
      `${limits.orderLines}; ${say(limits.quantity)}`,
      [poNumberLength, notesLength, idempotencyKeyLength].map(say).join(", "),
      String(limits.pageSize),
      `${say(limits.bodyBytes)} bytes`,
      `${partIdTtlS / 60} minutes`,
      "5 seconds",
    ],
  );
});
