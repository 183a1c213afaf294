// The modules that Node compiles are kept for the next start.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { chown, copyFile, mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type TestContext, test } from "node:test";

const root = join(import.meta.dirname, "../..");
const skip = process.getuid?.() === 0 ? false : "only root can give a folder to another user";
const otherUser = 65534;

type Environment = Readonly<Record<string, string>>;

/** Runs the command of a checkout; returns all that it prints. */
function start(checkout: string, env: Environment): string {
  const { status, stdout, stderr } = spawnSync(join(checkout, "bin/partsdesk"), ["--version"], {
    env: { PATH: process.env["PATH"], ...env },
    encoding: "utf8",
    maxBuffer: Number.POSITIVE_INFINITY,
  });
  assert.equal(status, 0);
  return (stdout + stderr).trim();
}

async function createFolder(t: TestContext): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "partsdesk-compiled-"));
  t.after(() => rm(folder, { recursive: true }));
  return folder;
}

/** A checkout whose command prints where it keeps compiled modules. */
async function createCheckout(t: TestContext): Promise<string> {
  const checkout = await createFolder(t);
  await mkdir(join(checkout, "bin"));
  await mkdir(join(checkout, "node_modules/.bin"), { recursive: true });
  await copyFile(join(root, "bin/partsdesk"), join(checkout, "bin/partsdesk"));
  const programs = {
    "bin/install": "",
    "node_modules/.bin/node": `echo "\${NODE_COMPILE_CACHE:-none}"`,
  };
  for (const [path, script] of Object.entries(programs)) {
    await writeFile(join(checkout, path), `#!/bin/sh\n${script}\n`, { mode: 0o755 });
  }
  return checkout;
}

test("a start keeps its modules compiled for the next one", async (t) => {
  const env = { NODE_COMPILE_CACHE: await createFolder(t), NODE_DEBUG_NATIVE: "COMPILE_CACHE" };
  const accepted = `for ESM file://${join(root, "src/main.ts")} was accepted`;
  assert.ok(!start(root, env).includes(accepted));
  assert.ok(start(root, env).includes(accepted));
});

test("where they cannot be kept, a start compiles them itself", async (t) => {
  const file = join(await createFolder(t), "file");
  await writeFile(file, "");
  assert.match(start(root, { NODE_COMPILE_CACHE: file }), /^\d+\.\d+\.\d+$/);
});

test("they are in the caller's own installation, or where the setting says", async (t) => {
  const checkout = await createCheckout(t);
  const own = await createFolder(t);
  const folder = join(checkout, "node_modules/.cache/compiled");
  assert.equal(start(checkout, {}), folder);
  assert.equal(start(checkout, { NODE_COMPILE_CACHE: "" }), folder);
  for (const NODE_COMPILE_CACHE of [own, join(own, "missing")]) {
    assert.equal(start(checkout, { NODE_COMPILE_CACHE }), NODE_COMPILE_CACHE);
  }
});

test("none are written to or read from a folder of another user", { skip }, async (t) => {
  const checkout = await createCheckout(t);
  const foreign = await createFolder(t);
  await chown(foreign, otherUser, otherUser);
  assert.equal(start(checkout, { NODE_COMPILE_CACHE: foreign }), "none");
  await chown(join(checkout, "node_modules"), otherUser, otherUser);
  assert.equal(start(checkout, {}), "none");
});
