// The modules that Node compiles are kept for the next start (decision 276).
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type TestContext, test } from "node:test";

const root = join(import.meta.dirname, "../..");
const mainFile = join(root, "src/main.ts");

/** Runs a command; returns what Node reports about the modules it compiles. */
function start(env: Readonly<Record<string, string>>): string {
  const { status, stdout, stderr } = spawnSync(join(root, "bin/partsdesk"), ["--version"], {
    env: { PATH: process.env["PATH"], NODE_DEBUG_NATIVE: "COMPILE_CACHE", ...env },
    encoding: "utf8",
    maxBuffer: Number.POSITIVE_INFINITY,
  });
  assert.equal(status, 0);
  return stdout + stderr;
}

async function createFolder(t: TestContext): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "partsdesk-compiled-"));
  t.after(() => rm(folder, { recursive: true }));
  return folder;
}

const isLoaded = (report: string): boolean =>
  report.split("\n").some((line) => line.includes(mainFile) && line.includes("accepted"));

test("a start keeps its modules compiled for the next one", async (t) => {
  const NODE_COMPILE_CACHE = await createFolder(t);
  assert.equal(isLoaded(start({ NODE_COMPILE_CACHE })), false);
  assert.equal(isLoaded(start({ NODE_COMPILE_CACHE })), true);
});

test("by default they are in the installation, which only its owner can write", () => {
  const folder = join(root, "node_modules/.cache/compiled");
  for (const env of [{}, { NODE_COMPILE_CACHE: "" }]) assert.ok(start(env).includes(folder));
});

test("where they cannot be kept, a start compiles them itself", async (t) => {
  const file = join(await createFolder(t), "file");
  await writeFile(file, "");
  assert.match(start({ NODE_COMPILE_CACHE: file }), /Cannot create cache directory/);
});
