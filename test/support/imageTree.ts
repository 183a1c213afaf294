// The image of deploy/Dockerfile as folders: its files are copied and its commands run as the file
// says, with the paths of the image below a folder. Only the base images are missing; the Node.js
// of the dependencies takes their place.
import assert from "node:assert/strict";
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { chmod, mkdir, readdir, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, join, posix } from "node:path";
import { copyTree } from "./copyTree.ts";
import { type Instruction, readImageSettings, readStages, root, valuesOf } from "./deployFiles.ts";

/** Paths of the image that commands and settings name. */
const imagePaths = ["/opt/partsdesk", "/var/lib/partsdesk", "/var/cache/partsdesk"];
export const writableFolder = "/var/lib/partsdesk";

/** Replaces the paths of the image by those below `folder`. */
function placeIn(folder: string, text: string): string {
  return imagePaths.reduce((placed, path) => placed.replaceAll(path, folder + path), text);
}

/** The settings of the image with paths below `folder`. */
export function placeSettings(
  folder: string,
  settings: Readonly<Record<string, string>>,
): Readonly<Record<string, string>> {
  return JSON.parse(placeIn(folder, JSON.stringify(settings))) as Record<string, string>;
}

/** `name` is that of "AS"; the last stage has none. */
type Stage = {
  readonly folder: string;
  readonly name: string;
  /** Programs of the test that commands find first. */
  readonly programs: string;
  workdir: string;
  settings: Readonly<Record<string, string>>;
  /** Empty for root. */
  user: string;
};

function listSources(stage: Stage, earlier: readonly Stage[], value: string): [string[], string] {
  const words = value.split(" ");
  const [, from] = /^--from=(\w+) /.exec(value) ?? [];
  const base = from === undefined ? `${root}/` : earlier.find(({ name }) => name === from)?.folder;
  assert.ok(base !== undefined, `no stage for ${value}`);
  const sources = words.slice(from === undefined ? 0 : 1, -1).map((path) => base + path);
  return [sources, stage.folder + posix.resolve(stage.workdir, words.at(-1) ?? "")];
}

/** A folder's content goes into the target, as Docker does it. */
async function copy(sources: readonly string[], to: string): Promise<void> {
  for (const source of sources) {
    const isFolder = (await stat(source)).isDirectory();
    if (!isFolder) copyTree(source, join(to, basename(source)));
    for (const name of isFolder ? await readdir(source) : []) {
      // A clean checkout has no packed client.
      const path = join(source, name);
      if (path !== join(root, "sdk/dist")) copyTree(path, join(to, name));
    }
  }
}

async function runStep(stage: Stage, command: string): Promise<void> {
  const [id = ""] = stage.user.split(":");
  const asUser = id === "" ? [] : ["setpriv", "--reuid", id, "--regid", id, "--clear-groups"];
  const child = spawn("env", [...asUser, "sh", "-c", placeIn(stage.folder, command)], {
    cwd: stage.folder + stage.workdir,
    env: {
      HOME: process.env["HOME"],
      ...placeSettings(stage.folder, stage.settings),
      PATH: `${stage.programs}:${stage.folder}/usr/local/bin:${process.env["PATH"]}`,
    },
    stdio: ["ignore", "ignore", "pipe"],
  });
  let errors = "";
  child.stderr.on("data", (bytes) => {
    errors += bytes;
  });
  const [code] = await once(child, "close");
  assert.equal(code, 0, `${command} ended with ${code}: ${errors}`);
}

async function buildStage(
  folder: string,
  earlier: readonly Stage[],
  instructions: readonly Instruction[],
): Promise<Stage> {
  const [, name = ""] = / AS (\w+)$/.exec(instructions[0]?.value ?? "") ?? [];
  const stage: Stage = {
    folder: join(folder, name || "image"),
    name,
    programs: join(folder, "programs"),
    workdir: "/",
    settings: {},
    user: "",
  };
  await mkdir(join(stage.folder, "var/lib"), { recursive: true });
  copyTree(process.execPath, join(stage.folder, "usr/local/bin/node"));
  for (const { keyword, value } of instructions) {
    if (keyword === "WORKDIR") {
      stage.workdir = value;
      await mkdir(stage.folder + value, { recursive: true });
    }
    if (keyword === "ENV") stage.settings = readImageSettings();
    if (keyword === "USER") stage.user = value;
    if (keyword === "COPY") await copy(...listSources(stage, earlier, value));
    if (keyword === "RUN") await runStep(stage, value);
  }
  return stage;
}

/** Installs without the network; the rest is npm's own. */
const npm = `#!/bin/sh
[ "$1" = ci ] || PATH=\${PATH#*:} exec npm "$@"
exec node ${join(root, "test/support/installFromCheckout.ts")} "$@"
`;

export type Image = {
  readonly folder: string;
  readonly user: string;
  readonly entrypoint: readonly string[];
  readonly command: readonly string[];
  readonly healthCheck: readonly string[];
};

/** Builds the image below `folder`, as root. */
export async function buildImage(folder: string): Promise<Image> {
  await chmod(folder, 0o755);
  await mkdir(join(folder, "programs"));
  await writeFile(join(folder, "programs/npm"), npm, { mode: 0o755 });
  const stages: Stage[] = [];
  for (const instructions of readStages()) {
    stages.push(await buildStage(folder, stages, instructions));
  }
  const runtime = readStages().at(-1) ?? [];
  const last = stages.at(-1)?.folder ?? "";
  const listOf = (keyword: string): string[] => {
    const [, list = "null"] = /(\[.*\])$/.exec(valuesOf(runtime, keyword).join()) ?? [];
    return JSON.parse(placeIn(last, list)) as string[];
  };
  return {
    folder: last,
    user: valuesOf(runtime, "USER").join(),
    entrypoint: listOf("ENTRYPOINT"),
    command: listOf("CMD"),
    healthCheck: listOf("HEALTHCHECK"),
  };
}

// Only the data folder remains writable: it is a mount of its own.
const confine = `
  mount --bind "$1" "$1"
  mount -o remount,bind,ro /
  mount -o remount,bind,ro "$2" 2>/dev/null
  id=$3
  shift 3
  exec setpriv --reuid "$id" --regid "$id" --clear-groups --inh-caps=-all --bounding-set=-all \\
    --no-new-privs "$@"`;

/** Why this user cannot confine a process; false if it can. */
export const lacksConfinement: string | false =
  spawnSync("unshare", ["--mount", "mount", "-o", "remount,bind,ro", "/"]).status === 0
    ? false
    : "only root can make a file system read-only for a process";

/** The command that runs a command in the image: as its user, on a read-only file system. */
export function confineTo(image: Image, command: readonly string[]): [string, string[]] {
  const [id = ""] = image.user.split(":");
  const writable = image.folder + writableFolder;
  const shell = ["sh", "-c", confine, "sh", writable, tmpdir(), id, ...command];
  return ["unshare", ["--mount", "--propagation", "private", ...shell]];
}
