// Mutations of src, drawn at random into mutations.json, and the tests that notice them.
//
//   node test/mutations/main.ts reach             runs all tests; records which files run which
//   node test/mutations/main.ts check [NUMBER…]   runs those files with each mutation on
//
// All mutations are compiled into a copy of the checkout, in the temporary folder, and switched by
// a file there. "check" ends with 1 if a mutation that the list has as noticed is not noticed.
import { execFileSync, spawnSync } from "node:child_process";
import {
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";

const root = join(import.meta.dirname, "../..");
const listFile = join(root, "test/mutations/mutations.json");
const copy = join(tmpdir(), "partsdesk-mutations");
const switchFile = join(copy, "mutation.mjs");
const reachedFolder = join(copy, "reached");

/** A change of one expression: at its `at`th occurrence in the file, `from` becomes `to`. */
type Mutation = {
  readonly number: number;
  readonly path: string;
  readonly from: string;
  readonly at: number;
  readonly to: string;
  /** The test file that failed when it was last checked; null if none did. */
  readonly noticedBy: string | null;
};

/**
 * Reads the number of the mutation that is on from its environment or, because commands of tests
 * get one of their own, from a file. Without one, each evaluated mutation is recorded under the
 * suite that runs in this process or in its parent.
 */
const switchText = `
import { appendFileSync, readFileSync } from "node:fs";
const folder = ${JSON.stringify(copy)};
const on = Number(readFileSync(folder + "/on", "utf8"));
const seen = new Set();
function suiteOf(pid) {
  try { return readFileSync(folder + "/suite-" + pid, "utf8"); } catch { return undefined; }
}
export function isMutated(number) {
  if (on > 0) return on === number;
  const suite = globalThis.currentSuite ?? suiteOf(process.pid) ?? suiteOf(process.ppid) ?? "unknown";
  const key = suite + " " + number;
  if (!seen.has(key)) {
    seen.add(key);
    appendFileSync(folder + "/reached/" + number, suite + "\\n");
  }
  return false;
}
`;

const readMutations = (): Mutation[] => JSON.parse(readFileSync(listFile, "utf8"));

function writeMutations(mutations: readonly Mutation[]): void {
  writeFileSync(listFile, `${JSON.stringify(mutations, null, 2)}\n`);
}

/** The position of a mutation in the text of its file; throws if it is not there any more. */
function findStart(text: string, { path, from, at, number }: Mutation): number {
  let start = -from.length;
  for (let found = 0; found < at; found += 1) {
    start = text.indexOf(from, start + from.length);
    if (start < 0) throw new Error(`Mutation ${number}: ${path} has no "${from}" number ${at}.`);
  }
  return start;
}

/** The text of a file with its mutation compiled in. */
function compileIn(text: string, mutation: Mutation): string {
  const start = findStart(text, mutation);
  const { from, to, number } = mutation;
  const choice = `(isMutated(${number}) ? (${to}) : (${from}))`;
  const mutated = text.slice(0, start) + choice + text.slice(start + from.length);
  const header = `import { isMutated } from ${JSON.stringify(switchFile)};\n`;
  // The file may have another mutation.
  return mutated.startsWith(header) ? mutated : header + mutated;
}

function makeCopy(mutations: readonly Mutation[]): void {
  rmSync(copy, { recursive: true, force: true });
  const list = execFileSync("git", ["ls-files", "-z"], { cwd: root, encoding: "utf8" });
  for (const file of list.split("\0").filter((one) => one !== "" && existsSync(join(root, one)))) {
    mkdirSync(dirname(join(copy, file)), { recursive: true });
    // With the time of package-lock.json, tests that start commands find the linked folder installed.
    cpSync(join(root, file), join(copy, file), { preserveTimestamps: true });
  }
  symlinkSync(join(root, "node_modules"), join(copy, "node_modules"));
  mkdirSync(reachedFolder);
  writeFileSync(switchFile, switchText);
  for (const mutation of mutations) {
    const path = join(copy, mutation.path);
    writeFileSync(path, compileIn(readFileSync(path, "utf8"), mutation));
  }
}

/**
 * Runs test files of the copy, all if none is given; whether all passed. A mutation can make a test
 * wait for ever: after five minutes the run, with its processes, is killed and counts as failed.
 */
function runTests(files: readonly string[], on: number): boolean {
  writeFileSync(join(copy, "on"), String(on));
  const env = { ...process.env, PARTSDESK_TEST_SUITES: copy };
  const runner = join(copy, "test/support/runTests.ts");
  const args = files.length === 0 ? ["--all"] : files;
  const limit = files.length === 0 ? "0" : "300";
  const command = ["--kill-after=5", limit, process.execPath, runner, ...args];
  const { status } = spawnSync("timeout", command, {
    cwd: copy,
    env,
    stdio: files.length === 0 ? "inherit" : "ignore",
  });
  return status === 0;
}

/** The test files that evaluate each mutation; first those that evaluate few. */
function listReaching(mutations: readonly Mutation[]): Map<number, string[]> {
  const reaching = new Map<number, string[]>();
  for (const { number } of mutations) {
    const path = join(reachedFolder, String(number));
    const lines = existsSync(path) ? readFileSync(path, "utf8").trim().split("\n") : [];
    reaching.set(
      number,
      [...new Set(lines)].filter((one) => one !== "unknown"),
    );
  }
  const counts = new Map<string, number>();
  for (const file of [...reaching.values()].flat()) counts.set(file, (counts.get(file) ?? 0) + 1);
  for (const files of reaching.values()) {
    files.sort((one, other) => (counts.get(one) ?? 0) - (counts.get(other) ?? 0));
  }
  return reaching;
}

/** The first of the files that fails with the mutation on. Several run at a time. */
function findNoticing({ number, noticedBy }: Mutation, files: readonly string[]): string | null {
  const known = files.filter((one) => one === noticedBy);
  const others = files.filter((one) => one !== noticedBy);
  const batches = known.length > 0 ? [known] : [];
  for (let from = 0; from < others.length; from += 12) batches.push(others.slice(from, from + 12));
  for (const batch of batches) {
    if (runTests(batch, number)) continue;
    if (batch.length === 1) return batch[0] ?? null;
    return batch.find((file) => !runTests([file], number)) ?? batch.join(" ");
  }
  return null;
}

function reach(): void {
  const mutations = readMutations();
  makeCopy(mutations);
  if (!runTests([], 0)) console.error("Tests fail without a mutation.");
  for (const [number, files] of listReaching(mutations)) console.log(number, files.length);
}

/** Checks the mutations with these numbers, or all, and records which file noticed each. */
function check(numbers: readonly number[]): void {
  const mutations = readMutations();
  const reaching = listReaching(mutations);
  for (const mutation of mutations) {
    const { number, path, from, to } = mutation;
    if (numbers.length > 0 && !numbers.includes(number)) continue;
    const noticedBy = findNoticing(mutation, reaching.get(number) ?? []);
    console.log(`${number} ${path}: ${from} -> ${to}: ${noticedBy ?? "not noticed"}`);
    if (mutation.noticedBy !== null && noticedBy === null) process.exitCode = 1;
    mutations[number - 1] = { ...mutation, noticedBy: noticedBy ?? mutation.noticedBy };
    writeMutations(mutations);
  }
}

const [command, ...rest] = process.argv.slice(2);
if (command === "reach") reach();
else if (command === "check") check(rest.map(Number));
else throw new Error("reach or check [NUMBER…]");
