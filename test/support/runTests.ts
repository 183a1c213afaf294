// Runs tests in groups: the files of a group share a process, a database and a browser, which
// costs a quarter of a process and a database for each. See bin/test for the arguments.
import { spawn } from "node:child_process";
import { globSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";

const root = join(import.meta.dirname, "../..");
/** Of this run: several may run in one checkout. */
const groupFolder = join(root, "node_modules/.cache/tests", String(process.pid));
const maxGroupFiles = 20;

/**
 * The second tier starts processes, servers and browsers. Of its files, those of test/faults stop
 * servers and measure, so they run one at a time.
 */
const secondTier = ["test/**/*.slow.test.ts", "test/faults/**"];

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    all: { type: "boolean", default: false },
    name: { type: "string" },
    shuffle: { type: "string" },
    times: { type: "boolean", default: false },
  },
});

/** A test that takes longer fails by its name. Some of the second tier measure for 50 seconds. */
const maxTestMs = values.all ? 180_000 : 60_000;

function listFiles(): string[] {
  const folders = positionals.length > 0 ? positionals : ["test"];
  const patterns = folders.map((one) => (one.endsWith(".ts") ? one : `${one}/**/*.test.ts`));
  const isWhole = values.all || positionals.length > 0;
  const exclude = ["**/node_modules/**", ...(isWhole ? [] : secondTier)];
  return globSync(patterns, { cwd: root, exclude }).sort();
}

/** Writes a module that runs the files as suites; the path of the module. */
function writeGroup(name: string, files: readonly string[]): string {
  const path = join(groupFolder, `${name}.test.mjs`);
  const runGroup = JSON.stringify(join(root, "test/support/group.ts"));
  const list = JSON.stringify(files, null, 2);
  writeFileSync(path, `import { runGroup } from ${runGroup};\nrunGroup(${list});\n`);
  return path;
}

/** Groups of related files, of about equal size. */
function writeGroups(files: readonly string[]): string[] {
  const byFolder = Map.groupBy(files, (file) => file.split("/")[1] ?? "");
  return [...byFolder].flatMap(([folder, inFolder]) => {
    const count = Math.ceil(inFolder.length / maxGroupFiles);
    return Array.from({ length: count }, (_, index) => {
      const from = Math.ceil((index * inFolder.length) / count);
      const to = Math.ceil(((index + 1) * inFolder.length) / count);
      return writeGroup(`${folder}-${index + 1}`, inFolder.slice(from, to));
    });
  });
}

/** Runs files with node:test, `parallel` at a time; the exit code. */
async function runFiles(files: readonly string[], parallel: number): Promise<number> {
  const seed = values.shuffle;
  const shuffle = seed === undefined ? [] : ["--test-randomize", `--test-random-seed=${seed}`];
  const names = values.name === undefined ? [] : [`--test-name-pattern=${values.name}`];
  const times = values.times
    ? ["spec", "./test/support/reportSuiteTimes.ts"].flatMap((reporter) => [
        `--test-reporter=${reporter}`,
        "--test-reporter-destination=stdout",
      ])
    : [];
  const child = spawn(
    process.execPath,
    [
      "--test",
      `--test-timeout=${maxTestMs}`,
      `--test-concurrency=${parallel}`,
      "--test-global-setup=test/support/cluster.ts",
      "--import=./test/support/endLeftOpen.ts",
      ...shuffle,
      ...names,
      ...times,
      ...files,
    ],
    { cwd: root, stdio: "inherit" },
  );
  return new Promise((resolve, reject) => {
    child.on("error", reject);
    child.on("exit", (code) => {
      resolve(code ?? 1);
    });
  });
}

mkdirSync(groupFolder, { recursive: true });
const files = listFiles();
if (files.length === 0) throw new Error(`There is no test file ${positionals.join(" ")}.`);
const [faults = [], others = []] = [true, false].map((isFault) =>
  files.filter((file) => file.startsWith("test/faults/") === isFault),
);
const groups = [
  { files: writeGroups(others), parallel: availableParallelism() + 1 },
  { files: faults.map((file, index) => writeGroup(`fault-${index + 1}`, [file])), parallel: 1 },
];
for (const group of groups.filter((one) => one.files.length > 0)) {
  process.exitCode = (await runFiles(group.files, group.parallel)) || (process.exitCode ?? 0);
}
rmSync(groupFolder, { recursive: true });
