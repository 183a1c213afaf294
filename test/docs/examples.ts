// Runs the examples of a page of the docs: all its shell blocks in one shell. Compares each output
// with the one shown on the page. Also reads the tables of a page.
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readFileSync } from "node:fs";
import { mkdir, mkdtemp, readFile, rm, symlink } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

export const root = join(import.meta.dirname, "../..");
const maxScriptMs = 120_000;

type Block = {
  readonly place: string;
  readonly code: string;
  answer?: { readonly language: string; readonly text: string };
};

function readPage(path: string): string {
  return readFileSync(join(root, path), "utf8");
}

/** The shell blocks of a page, each with the output shown below it. */
export function readBlocks(path: string): Block[] {
  const page = readPage(path);
  const blocks: Block[] = [];
  for (const fence of page.matchAll(/^```(.*)\n([\s\S]*?)^```$/gm)) {
    const [, kind = "", content = ""] = fence;
    const place = `${path}:${page.slice(0, fence.index).split("\n").length}`;
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

/** A folder in which the commands of a page work as in a checkout, and their environment. */
export type Terminal = { readonly folder: string; readonly env: Readonly<Record<string, string>> };

export async function createFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "partsdesk-docs-"));
  await mkdir(join(folder, "bin"));
  await symlink(join(root, "bin/partsdesk"), join(folder, "bin/partsdesk"));
  return folder;
}

export const basicEnv: Readonly<Record<string, string>> = Object.fromEntries(
  ["PATH", "HOME", "NODE_COMPILE_CACHE"].map((name) => [name, process.env[name] ?? ""]),
);

/** Blocks that would run the test suite itself. */
export const runsTests = /^npm (test|run \w+)$/m;

/** A block adapted to this test, where the service already runs, on another port. */
function toScript({ code }: Block, index: number, env: Terminal["env"]): string {
  const adapted = code
    .replaceAll(/http:\/\/(127\.0\.0\.1|localhost):3000/g, env["BASE_URL"] ?? "")
    .replaceAll("npx partsdesk", "bin/partsdesk")
    .replace(/^npm start$/m, "cat started.txt");
  return `exec >answers/${index}\n${adapted}`;
}

/** Runs the blocks in one shell and writes each output to a file. */
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
  let errors = "";
  shell.stderr.on("data", (bytes) => {
    errors += bytes;
  });
  const timer = setTimeout(() => process.kill(-(shell.pid ?? 0), "SIGKILL"), maxScriptMs);
  const [code] = await once(shell, "exit");
  clearTimeout(timer);
  if (code === 0) return;
  const last = blocks.findLast((_, index) => existsSync(join(folder, `answers/${index}`)));
  const log = join(folder, "partsdesk.err");
  const serviceErrors = existsSync(log) ? readFileSync(log, "utf8") : "";
  assert.fail(`${last?.place} ended with ${code}:\n${errors}\n${serviceErrors}`);
}

const volatile: readonly [RegExp, string][] = [
  [/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, "ID"],
  [/SO-\d{6}/g, "NUMBER"],
  [/pt_[\w-]{22}/g, "PART_ID"],
  [/sk_live_\w{38}/g, "KEY"],
  [/req_[0-9a-f]{32}/g, "REQUEST_ID"],
  [/(?<=Password +|\/invitation\/)[\w-]{20,43}/g, "SECRET"],
  [/\d{4}-\d{2}-\d{2}T[\d:.]+Z/g, "TIME"],
  [/PostgreSQL [\d.]+/g, "PostgreSQL"],
  [/-?[\d.]+ (ms|MB|MiB)\b/g, "some $1"],
];

/** A text without the values that differ between runs. */
function mask(text: string): string {
  const masked = volatile.reduce((masked, [pattern, name]) => masked.replace(pattern, name), text);
  return masked.replace(/ +$/gm, "").trim();
}

/** Compares an output with the one shown, where a line of three dots matches any lines. */
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

/** Runs the examples of a page and checks that their output is as shown. */
export async function runExamples(path: string, terminal: Terminal): Promise<void> {
  const answers = join(terminal.folder, "answers");
  await rm(answers, { recursive: true, force: true });
  await mkdir(answers);
  const blocks = readBlocks(path).filter(({ code }) => !runsTests.test(code));
  await runBlocks(blocks, terminal);
  for (const [index, { answer, place }] of blocks.entries()) {
    if (answer === undefined) continue;
    const given = await readFile(join(answers, String(index)), "utf8");
    const portable = given
      .replaceAll(terminal.env["BASE_URL"] ?? "", "http://127.0.0.1:3000")
      .replaceAll(terminal.folder, ".");
    compare(answer, portable, place);
  }
}

/** The rows of the first table under a heading. */
export function readTable(path: string, heading: string): string[][] {
  const [, section = ""] = readPage(path).split(`\n## ${heading}\n`);
  const rows = (section.split("\n## ")[0] ?? "").split("\n").filter((line) => line.startsWith("|"));
  assert.ok(rows.length > 2, `${path} has a table under ${heading}`);
  return rows.slice(2).map((row) =>
    row
      .split("|")
      .slice(1, -1)
      .map((cell) => cell.trim()),
  );
}

/** The names between backticks in a cell. */
export function namesOf(cell = ""): string[] {
  return [...cell.matchAll(/`([^`]+)`/g)].map((match) => match[1] ?? "");
}
